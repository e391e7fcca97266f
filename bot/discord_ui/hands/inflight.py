"""The way on which pictures reach a hand: one at a time, never an older one after a newer one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.discord_ui.transport.ratelimits import TokenPace, TrackedRequest
from bot.discord_ui.transport.waiting import within

if TYPE_CHECKING:
    import asyncio

    from bot.discord_ui.transport.ratelimits import Errand
    from bot.pictures.picture import Picture
    from bot.tables.ports import Clock, Timer

PATIENCE: Final = 0.3
"""Seconds that a click's answer waits for what is under way."""


class InFlight:
    """What is on its way to one message, and what is to follow."""

    __slots__ = (
        "_clock",
        "answering",
        "drawing",
        "due",
        "newest",
        "pace",
        "timer",
        "tracked",
        "unsure",
        "wanted",
    )

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.pace = TokenPace(clock)
        self.tracked: TrackedRequest | None = None
        self.newest = 0
        """Number of the newest click; an older one gets no picture any more."""
        self.answering = 0
        """Clicks that wait for their answer."""
        self.drawing: asyncio.Future[Picture] | None = None
        self.timer: Timer | None = None
        """Begins the next refresh."""
        self.due = 0.0
        self.wanted = False
        """A refresh is wanted."""
        self.unsure = False
        """A refresh was turned back while Discord may have been at it: show the newest state once more."""

    def next_click(self) -> int:
        """Count a click and return its number."""
        self.newest += 1
        return self.newest

    def drawn_by(self, drawing: asyncio.Future[Picture]) -> None:
        """Let this picture be the one for the next answer; one that still waits to be drawn is dropped."""
        if self.drawing is not None:
            self.drawing.cancel()
        self.drawing = drawing

    def took(self, drawing: asyncio.Future[Picture]) -> None:
        """Let go of a picture that is on its way: a hand waits for minutes, and a picture is big."""
        if self.drawing is drawing:
            self.drawing = None

    def depart(self, errand: Errand) -> TrackedRequest:
        """Begin to send."""
        self.tracked = TrackedRequest(errand)
        self.tracked.depart()
        return self.tracked

    def arrive(self, tracked: TrackedRequest) -> None:
        """Note that the sending is over, however it went."""
        tracked.over()
        if self.tracked is tracked:
            self.tracked = None

    async def clear(self) -> bool:
        """Wait until a click may be answered, at most 300 ms; False if an older click's answer is in the way.

        A refresh in the way is turned back then; one that sleeps on a limit is turned back at once.
        """
        tracked = self.tracked
        if tracked is None:
            return True
        await within(self._clock, PATIENCE, tracked.landed)
        if tracked is not self.tracked:
            return True
        if tracked.refused:
            tracked.turn_back()
            return True
        if tracked.landed.done():
            return True
        if tracked.errand == "click":
            return False
        tracked.turn_back()
        self.unsure = True
        return True
