"""The best play of a round: the most cards that one seat brought out in ten seconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.records import Played

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.records import Record

_WINDOW_MS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Streak:
    """Cards that a seat brought to the foundations within some milliseconds."""

    seat: int
    cards: int
    milliseconds: int


def longest_streak(records: Iterable[Record]) -> Streak | None:
    """Return the streak of most cards, the quickest of equal ones; None if no card went out."""
    stamps: dict[int, list[int]] = {}
    for record in records:
        if isinstance(record, Played) and record.move.kind == "foundation":
            stamps.setdefault(record.seat, []).append(record.stamp)
    streaks = [streak for seat, times in stamps.items() for streak in _streaks(seat, times)]
    return max(streaks, key=lambda streak: (streak.cards, -streak.milliseconds), default=None)


def _streaks(seat: int, times: list[int]) -> Iterable[Streak]:
    first = 0
    for last, time in enumerate(times):
        while time - times[first] > _WINDOW_MS:
            first += 1
        yield Streak(seat, last - first + 1, time - times[first])
