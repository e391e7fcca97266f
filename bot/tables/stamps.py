"""Stamps: practice players and the table itself are stamped by the clock that stamps people's moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.tables.ports import Clock

_SPAN_SECONDS: Final = 300.0
"""So long the quickest stamp counts at least, and twice as long at most: clocks drift apart."""


class Stamps:
    """Discord's clock, read off the stamps of what people do.

    A stamp is made where somebody clicks and heard here a little later. The shortest way seen lately tells
    how far that clock is from ours (monotonic: a machine whose time is set meanwhile changes nothing), so
    that a move made here is stamped as one that a person with the best connection sends. As long as nobody
    was heard, it is our own time.
    """

    __slots__ = ("_before", "_clock", "_least", "_since")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since = clock.now()
        self._least: float | None = None
        """Least milliseconds between a stamp and its arrival, in this span; `_before` in the one before."""
        self._before: float | None = None

    def heard(self, stamp_ms: int) -> None:
        """Learn from something that has arrived just now."""
        now = self._clock.now()
        if self._least is not None and now - self._since >= _SPAN_SECONDS:
            self._before, self._least, self._since = self._least, None, now
        behind = now * 1000 - stamp_ms
        self._least = behind if self._least is None else min(self._least, behind)

    def now_ms(self) -> int:
        """Return the stamp of what happens here now."""
        known = [behind for behind in (self._before, self._least) if behind is not None]
        return round(self._clock.now() * 1000 - min(known)) if known else self._clock.wall_ms()
