"""What people and servers chose, and how they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from bot.tables.ports import Level

Period = Literal["all", "year", "month", "week"]
Kind = Literal["people", "practice", "solo"]
"""Against whom a match was: seats of other people, practice players only, nobody."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a leaderboard."""

    person_id: int
    matches: int
    wins: int
    rounds: int
    calls: int
    points: int
    best_round: int
    rating: float
    """openskill ordinal, scaled so that a newcomer is near 1000, a whole number."""
    place: int = 0
    """From 1; equal figures (rating, wins, points) share a place: 1, 1, 3. 0: none yet."""
    name: str = ""
    """The last name they were known by, as plain text; empty if nobody knows it."""

    @property
    def average(self) -> float:
        """Points per round."""
        return self.points / self.rounds if self.rounds else 0.0


@dataclass(frozen=True, slots=True)
class RecentMatch:
    """What a match was for a person, at a table of so many results."""

    total: int
    place: int
    people: int


@dataclass(frozen=True, slots=True)
class PracticeFigures:
    """Matches of a person against practice players only. Level "": it was not kept."""

    level: Level | Literal[""]
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class PersonStats:
    """One person's figures on a server, with the last matches against people, newest last."""

    standing: Standing
    recent: tuple[RecentMatch, ...]
    solo_best: int | None
    practice: tuple[PracticeFigures, ...] = ()
    """By level, the weakest first."""


@dataclass(frozen=True, slots=True)
class PersonChoices:
    """What a person chose for all tables. Language None: Discord's own."""

    theme: Literal["light", "dark"] = "dark"
    deck: Literal["two-colour", "four-colour"] = "two-colour"
    assist: bool = True
    language: str | None = None


@dataclass(frozen=True, slots=True)
class GuildChoices:
    """What a server chose. Language None: the server's Discord locale. No channels: all are allowed."""

    language: str | None = None
    channels: tuple[int, ...] = ()
    preset: str = "classic"
    rules: str = ""
    """House rules in the text form of `/nertz start rules:`."""
