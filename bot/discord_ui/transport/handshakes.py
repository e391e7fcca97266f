"""The first connection of every shard: discord.py would try for ever, with a traceback each time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import discord
from discord.gateway import DiscordWebSocket
from discord.shard import Shard

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from yarl import URL

T = TypeVar("T")
_HANDSHAKE_SECONDS: Final = 60.0


class Patience(Protocol):
    """Tries something until it works, or raises what is to end the client."""

    def __call__(self, attempt: Callable[[], Awaitable[T]], /) -> Awaitable[T]:
        """Return what an attempt brings."""


class PatientClient(discord.AutoShardedClient):
    """A client whose start is as patient as the one who starts it. Later discord.py reconnects for ever."""

    patience: Patience | None = None
    """None leaves the first connections to discord.py, too."""

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect one shard for the first time and keep reading it."""
        if self.patience is None:
            await super().launch_shard(gateway, shard_id, initial=initial)
            return

        async def shake_hands() -> DiscordWebSocket:
            coming = DiscordWebSocket.from_client(self, initial=initial, gateway=gateway, shard_id=shard_id)
            return await asyncio.wait_for(coming, _HANDSHAKE_SECONDS)

        socket = await self.patience(shake_hands)
        inside: Any = self  # what discord.py's own `launch_shard` does, under the names that it has there
        shard = Shard(socket, self, inside._AutoShardedClient__queue.put_nowait)
        inside._AutoShardedClient__shards[shard_id] = shard
        shard.launch()

    async def close(self) -> None:
        """Hang up; discord.py cannot where nobody has logged in yet."""
        if hasattr(self, "_AutoShardedClient__queue"):
            await super().close()
        else:
            await self.http.close()
