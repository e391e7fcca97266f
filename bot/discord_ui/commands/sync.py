"""What commands Discord holds, against what this program has: told anew whenever the two don't agree."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Protocol

from bot.discord_ui.transport.delivery import once_more

if TYPE_CHECKING:
    import discord


Payload = list[dict[str, Any]]


class CommandMark(Protocol):
    """Remembers which commands Discord was told of last."""

    async def read(self) -> str | None:
        """Return the hash of the commands that were last synced."""

    async def write(self, mark: str) -> None:
        """Keep the hash of the commands that were synced now."""


async def agree(client: discord.Client, mark: CommandMark, payload: Payload) -> None:
    """Let Discord hold just these commands; it is told of them only if it holds others.

    Discord gives every command a new version when it is changed. The mark holds the versions that it answered
    with: a start that was killed, a lost answer, another program and lost commands all show in it.
    Raises `discord.HTTPException` or `OSError` where Discord does not take them.
    """
    application = client.application_id or 0
    held: Any = await client.http.get_global_commands(application)
    if held and await mark.read() == _mark_of(application, payload, held):
        return
    held = await once_more(lambda: client.http.bulk_upsert_global_commands(application, payload))
    await mark.write(_mark_of(application, payload, held))


def _mark_of(application: int, payload: Payload, held: Payload) -> str:
    versions = sorted((str(one["id"]), str(one.get("version"))) for one in held)
    text = json.dumps([application, payload, versions], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
