"""Commands that an older release left in single servers: there everything would be listed twice."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bot.discord_ui.transport.delivery import NOT_SENT

if TYPE_CHECKING:
    import discord

_log = logging.getLogger(__name__)


class Leftovers:
    """Looks at each server once in a process, one after another, and clears what it finds there.

    All commands of this release are global; nobody else may give the application commands of a server.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._seen: set[int] = set()
        self._turn = asyncio.Lock()

    async def clear(self, guild_id: int) -> None:
        """Clear a server's own commands; where that fails it is tried when the server is next heard of."""
        if guild_id in self._seen:
            return
        self._seen.add(guild_id)
        async with self._turn:
            try:
                await self._clear(guild_id)
            except NOT_SENT as error:
                self._seen.discard(guild_id)
                _log.info("the commands of a server can't be looked at: %s", error, extra={"guild": guild_id})

    async def _clear(self, guild_id: int) -> None:
        application, http = self._client.application_id or 0, self._client.http
        held = await http.get_guild_commands(application, guild_id)
        if held:
            await http.bulk_upsert_guild_commands(application, guild_id, [])
            names = ", ".join(command["name"] for command in held)
            _log.warning("cleared commands of an older release: %s", names, extra={"guild": guild_id})
