"""A clock that moves on only when everybody has done what there is to do, and all who are to go by it."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import discord.client
import discord.http
import discord.shard
import discord.webhook.async_

import bot.sandbox.rest.pipeline
from bot.tables.clock import ManualClock

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from bot.tables.clock import ManualTimer

    Result = TypeVar("Result")

_QUIET_TURNS = 12
"""Turns of the event loop without anything to do, after which nothing is under way."""
_SLEEPERS = (discord.http, discord.webhook.async_, discord.shard, discord.client, bot.sandbox.rest.pipeline)


class PatientClock(ManualClock):
    """Time passes from timer to timer, each time after everything else has come to rest."""

    def __init__(self, wall_ms: int = 1_780_000_000_000) -> None:
        super().__init__(wall_ms)

    async def settles(self) -> None:
        """Wait until nothing happens any more unless time passes."""
        ready: Any = asyncio.get_running_loop()
        quiet = 0
        while quiet < _QUIET_TURNS:
            await asyncio.sleep(0)
            quiet = 0 if ready._ready else quiet + 1
            if quiet in (0, _QUIET_TURNS // 2):
                await asyncio.sleep(0.0002)

    async def run(self, seconds: float, *, turns: int = 5) -> None:
        """Let time pass; `turns` is of no account here."""
        until = self.now() + seconds
        await self.settles()
        while self._timers and self._timers[0][0] <= until:
            self.advance(self._timers[0][0] - self.now())
            await self.settles()
        self.advance(until - self.now())
        await self.settles()

    async def awaits(self, wanted: Awaitable[Result], *, at_most: float = 20.0) -> Result:
        """Let time pass until something has come, and no longer; TimeoutError after that many seconds."""
        task = asyncio.ensure_future(wanted)
        until = self.now() + at_most
        await self.settles()
        while not task.done():
            if not self._timers or self._timers[0][0] > until:
                task.cancel()
                raise TimeoutError
            self.advance(self._timers[0][0] - self.now())
            await self.settles()
        return task.result()


class SandboxTime:
    """The same time for the sandbox: its limits, its 3 seconds and its 15 minutes."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self.ahead = 0.0
        """Seconds by which Discord's wall clock is ahead of the machine's."""

    def now(self) -> float:
        return self._clock.now()

    def wall(self) -> float:
        return self._clock.wall_ms() / 1000 + self.ahead

    def call_later(self, delay: float, callback: Callable[[], None]) -> ManualTimer:
        return self._clock.call_later(delay, callback)


class _SleepsBy:
    """`asyncio`, where sleeping takes the time of a clock."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float, result: Any = None) -> Any:
        await self._clock.sleep(seconds)
        return result


@contextmanager
def discord_sleeps_by(clock: ManualClock) -> Iterator[None]:
    """Let discord.py's waiting for limits and after errors, and the sandbox's delays, go by this clock."""
    for module in _SLEEPERS:
        module.asyncio = _SleepsBy(clock)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        for module in _SLEEPERS:
            module.asyncio = asyncio  # type: ignore[attr-defined]
