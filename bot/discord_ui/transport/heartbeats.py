"""Heartbeats that count: is each shard's connection alive, and is somebody there at its other end.

discord.py notices only silence. A gateway that still sends events, and acknowledges no heartbeat, would be
believed for ever; here the beat after one that was not acknowledged closes such a connection, and discord.py
resumes it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, Final

import discord.gateway
from discord.gateway import KeepAliveHandler

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from discord import ShardInfo

PATIENCE_SECONDS: Final = 90.0
"""Two beats of Discord's 41.25 s and some time: a resume takes less."""
LOOK_SECONDS: Final = 1.0
_SPARE: Final = 0.9
"""Part of an interval after which a beat that was not acknowledged is overdue: clocks of threads differ."""
_AT_LEAST: Final = 1.0
"""Seconds that an acknowledgement may take anyway: a busy machine is no reason to hang up."""
_ZOMBIE: Final = 4000
"""A close code after which the session can be resumed."""

_log = logging.getLogger(__name__)


class CountedBeats(KeepAliveHandler):
    """discord.py's own, which also knows when a beat was acknowledged and which beat still waits for that."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.acknowledged_at: float | None = None
        """`time.perf_counter()` of the last acknowledgement on this connection."""
        self._waits_since: float | None = None

    def get_payload(self) -> dict[str, Any]:
        """Return the beat that is sent now. Called before it is sent: no acknowledgement can come sooner."""
        now = time.perf_counter()
        if self._waits_since is None:
            self._waits_since = now
        elif now - self._waits_since >= max(_SPARE * (self.interval or 0.0), _AT_LEAST):
            _log.warning(
                "shard %s: a heartbeat was not acknowledged; the connection is resumed", self.shard_id
            )
            asyncio.run_coroutine_threadsafe(self.ws.close(_ZOMBIE), self.ws.loop)
        return super().get_payload()

    def ack(self) -> None:
        """Note that somebody is there."""
        super().ack()
        self.acknowledged_at = time.perf_counter()
        self._waits_since = None


def count_beats() -> None:
    """Let every connection that discord.py opens from now on count its beats."""
    discord.gateway.KeepAliveHandler = CountedBeats  # type: ignore[misc]


class Vitals:
    """When each shard was last seen well. It looks once a second, so that nobody needs to ask in time."""

    def __init__(
        self, shards: Callable[[], Mapping[int, ShardInfo]], now: Callable[[], float] = time.perf_counter
    ) -> None:
        self._shards = shards
        self._now = now
        self._open_at: dict[int, float] = {}
        self._beat_at: dict[int, float] = {}

    def look(self) -> None:
        """Note which shards have a live connection, and when their last beat was acknowledged."""
        for number, shard in self._shards().items():
            if not shard.is_closed():
                self._open_at[number] = self._now()
                self._beat_at.setdefault(number, self._now())
            beats = shard._parent.ws._keep_alive
            if isinstance(beats, CountedBeats) and beats.acknowledged_at is not None:
                self._beat_at[number] = beats.acknowledged_at

    def silent(self, wanted: Collection[int]) -> list[int]:
        """Return those shards that had no live connection, or no acknowledged beat, for 90 seconds."""
        self.look()
        since = self._now() - PATIENCE_SECONDS
        never = float("-inf")
        return [
            number
            for number in wanted
            if min(self._open_at.get(number, never), self._beat_at.get(number, never)) < since
        ]

    async def keep_looking(self) -> None:
        """Look for ever."""
        while True:
            self.look()
            await asyncio.sleep(LOOK_SECONDS)
