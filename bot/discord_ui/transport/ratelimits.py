"""How fast Discord may be spoken to: what the headers of its answers say, and what is planned without them.

discord.py keeps the headers of answers to itself and sleeps on limits inside its locks. `http_trace` sees
them at once: a request under way learns that Discord has answered, long before discord.py returns.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final, Literal

import aiohttp

from bot.discord_ui import metrics

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import SimpleNamespace

    from bot.tables.ports import Clock

TOO_MANY: Final = 429
_BURST: Final = 4
_WINDOW: Final = 2.0
"""At most so many edits of one token in so many seconds; 5 were seen to be allowed."""
_AIM: Final = 1.0
"""Seconds between two refreshes of a hand."""
_SLOWEST: Final = 8.0
_LONGEST: Final = 60.0
"""Seconds that any header is believed."""

Errand = Literal["click", "refresh", "board"]


class TrackedRequest:
    """One request under way. `landed` is done once Discord has answered it, however that was."""

    __slots__ = ("_status", "errand", "landed", "limited", "remaining", "reset_after", "task", "turned_back")

    def __init__(self, errand: Errand) -> None:
        loop = asyncio.get_running_loop()
        self.errand = errand
        self._status = 0
        self.task = asyncio.current_task(loop)
        self.landed: asyncio.Future[None] = loop.create_future()
        self.remaining: int | None = None
        self.reset_after = 0.0
        self.turned_back = False
        self.limited = False
        """True once Discord answered 429, also if discord.py waited and came through after that."""

    def depart(self) -> None:
        """Let the answers to the requests of this task be heard by this request."""
        _under_way.set(self)

    def hear(self, status: int, headers: Mapping[str, str]) -> None:
        """Note what Discord answered.

        A refresh that was refused turns back by itself: discord.py would wait and then show an old picture.
        """
        self._status = status
        self.limited = self.limited or status == TOO_MANY
        remaining = headers.get("X-RateLimit-Remaining")
        self.remaining = int(remaining) if remaining is not None and remaining.isdigit() else None
        self.reset_after = _seconds(headers.get("X-RateLimit-Reset-After") or headers.get("Retry-After"))
        if not self.landed.done():
            self.landed.set_result(None)
        if self.refused and self.errand == "refresh":
            self.turn_back()

    @property
    def status(self) -> int:
        """The HTTP status that Discord answered last, 0 while it has not."""
        return self._status

    @property
    def refused(self) -> bool:
        """True while discord.py sleeps on an answer that did not do what was asked (a limit, an error)."""
        return self._status == TOO_MANY or self._status >= 500

    def over(self) -> None:
        """Let go of the task: a task holds its context, which holds this request."""
        self.task = None
        if not self.landed.done():
            self.landed.set_result(None)

    def turn_back(self) -> None:
        """End it: what was not applied yet shall not be."""
        if self.task is not None and not self.turned_back:
            self.turned_back = True
            self.task.cancel()

    def go_on(self) -> None:
        """Let the task go on after the end of its request."""
        if self.task is not None:
            self.task.uncancel()


_under_way: ContextVar[TrackedRequest | None] = ContextVar("tracked request", default=None)


def http_trace() -> aiohttp.TraceConfig:
    """Return what `discord.Client(http_trace=…)` needs to let tracked requests hear their answers."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_answered)
    return trace


async def _answered(
    session: aiohttp.ClientSession, context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
) -> None:
    tracked = _under_way.get()
    if answer.response.status == TOO_MANY:
        metrics.RATE_LIMITED.labels(tracked.errand if tracked is not None else "other").inc()
    if tracked is not None:
        tracked.hear(answer.response.status, answer.response.headers)


def _seconds(text: str | None) -> float:
    try:
        return min(max(0.0, float(text)), _LONGEST) if text else 0.0
    except ValueError:
        return 0.0


class TokenPace:
    """When the next edit of one hand may go: about one a second, slower when Discord complains."""

    __slots__ = ("_clock", "_edits", "_interval", "_last", "_not_before")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._edits: deque[float] = deque(maxlen=_BURST)
        self._interval = _AIM
        self._last = float("-inf")
        self._not_before = float("-inf")

    def renew(self) -> None:
        """Count from new: a click has brought a new token, and the newest picture with it."""
        self._edits.clear()
        self._not_before = float("-inf")
        self._last = self._clock.now()

    def edited(self) -> None:
        """Note that an edit goes out now."""
        self._last = self._clock.now()
        self._edits.append(self._last)

    def rest(self, seconds: float) -> None:
        """Send nothing for so long: something is wrong on the way."""
        self._not_before = max(self._not_before, self._clock.now() + seconds)

    def learn(self, tracked: TrackedRequest) -> None:
        """Follow what the headers of an edit's answer said."""
        if tracked.limited:
            self._interval = min(_SLOWEST, self._interval * 2)
            self._not_before = self._clock.now() + max(tracked.reset_after, self._interval)
            return
        if not tracked.status:
            return
        self._interval = max(_AIM, self._interval * 0.9)
        if tracked.remaining == 0:
            self._not_before = self._clock.now() + tracked.reset_after

    def wait(self, *, urgent: bool) -> float:
        """Return the seconds until the next edit may go."""
        now = self._clock.now()
        due = self._not_before
        if not urgent:
            due = max(due, self._last + self._interval)
        if len(self._edits) == _BURST:
            due = max(due, self._edits[0] + _WINDOW)
        return max(0.0, due - now)
