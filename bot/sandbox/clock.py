"""Time for the sandbox: the real one, and one that tests move by hand."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable


class Timer(Protocol):
    """A call that is due later and may be cancelled."""

    def cancel(self) -> None:
        """Forget the call."""


class SandboxClock(Protocol):
    """What the 3-second and 15-minute clocks and the rate limits are measured with."""

    def now(self) -> float:
        """Seconds that never run backwards."""

    def wall(self) -> float:
        """Seconds since 1970; ids and time stamps come from it."""

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call back after `delay` seconds."""


class SystemClock:
    """The clock of the machine."""

    def now(self) -> float:
        """Seconds of `time.monotonic`."""
        return time.monotonic()

    def wall(self) -> float:
        """Seconds of `time.time`."""
        return time.time()

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call back from the running event loop."""
        return asyncio.get_running_loop().call_later(delay, callback)


class _ManualTimer:
    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class ManualClock:
    """A clock that stands still until `advance`; ids still grow because they count within a millisecond."""

    def __init__(self, wall: float = 1_790_000_000.0) -> None:
        self._now = 1000.0
        self._offset = wall - self._now
        self._order = itertools.count()
        self._due: list[tuple[float, int, _ManualTimer]] = []

    def now(self) -> float:
        """Seconds advanced so far."""
        return self._now

    def wall(self) -> float:
        """Seconds since 1970, as advanced."""
        return self._now + self._offset

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call back from within the `advance` that passes the time."""
        timer = _ManualTimer(callback)
        heapq.heappush(self._due, (self._now + delay, next(self._order), timer))
        return timer

    def advance(self, seconds: float) -> None:
        """Move time on and make the calls that fall due, in order."""
        end = self._now + seconds
        while self._due and self._due[0][0] <= end:
            moment, _, timer = heapq.heappop(self._due)
            self._now = moment
            if timer.callback is not None:
                timer.callback()
        self._now = end
