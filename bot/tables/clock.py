"""Time: the real one, and one that tests turn by hand."""

from __future__ import annotations

import asyncio
import heapq
import time
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class SystemClock:
    """The time of the running event loop, and the wall clock of the machine."""

    def now(self) -> float:
        """Return monotonic seconds."""
        return time.monotonic()

    def wall_ms(self) -> int:
        """Return milliseconds since 1970 (UTC)."""
        return time.time_ns() // 1_000_000

    def call_later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Make a call on the running loop after that many seconds."""
        return asyncio.get_running_loop().call_later(seconds, call)

    async def sleep(self, seconds: float) -> None:
        """Wait that many seconds."""
        await asyncio.sleep(seconds)


class ManualTimer:
    """A call that a `ManualClock` is to make."""

    __slots__ = ("call", "due")

    def __init__(self, due: float, call: Callable[[], None]) -> None:
        self.due = due
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        """Forget the call."""
        self.call = None


class ManualClock:
    """A clock that stands still until it is advanced; timers fire in the order of their times."""

    def __init__(self, wall_ms: int = 1_780_000_000_000) -> None:
        self._now = 0.0
        self._wall_ms = wall_ms
        self._order = count()
        self._timers: list[tuple[float, int, ManualTimer]] = []

    def now(self) -> float:
        """Return the seconds that were advanced so far."""
        return self._now

    def wall_ms(self) -> int:
        """Return the start of the clock plus what was advanced."""
        return self._wall_ms + round(self._now * 1000)

    def call_later(self, seconds: float, call: Callable[[], None]) -> ManualTimer:
        """Make a call once the clock has been advanced that far."""
        timer = ManualTimer(self._now + max(0.0, seconds), call)
        heapq.heappush(self._timers, (timer.due, next(self._order), timer))
        return timer

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock has been advanced that far."""
        awake: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        timer = self.call_later(seconds, lambda: None if awake.done() else awake.set_result(None))
        try:
            await awake
        finally:
            timer.cancel()

    def advance(self, seconds: float) -> None:
        """Let time pass: fire what is due, in order, also what the fired calls arm in that time."""
        until = self._now + seconds
        while self._timers and self._timers[0][0] <= until:
            self._fire_next()
        self._now = until

    async def run(self, seconds: float, *, turns: int = 5) -> None:
        """Let time pass, and let waiting tasks run after every timer that fires (`turns` loop turns each)."""
        until = self._now + seconds
        await _spin(turns)
        while self._timers and self._timers[0][0] <= until:
            self._fire_next()
            await _spin(turns)
        self._now = until
        await _spin(turns)

    def _fire_next(self) -> None:
        due, _, timer = heapq.heappop(self._timers)
        self._now = max(self._now, due)
        if timer.call is not None:
            timer.call()


async def _spin(turns: int) -> None:
    for _ in range(turns):
        await asyncio.sleep(0)
