"""What a table is made of, besides its round: phase, people, seats, scores."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal

from bot.rules.house_rules import MOST_SEATS
from bot.tables.posting import PublicMessage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.rules.house_rules import HouseRules
    from bot.tables.ports import Level

PEOPLE_PER_SEAT: Final = 2
FORGOTTEN: Final = 0
"""The person id of somebody who has left and wanted to be forgotten."""
AwayChoice = Literal["freeze", "practice"]


class TablePhase(StrEnum):
    """Where a table stands in its life."""

    LOBBY = "lobby"
    COUNTDOWN = "countdown"
    """Cards are dealt, nobody may move yet."""
    ROUND = "round"
    """Also while the round is closing."""
    SCORES = "scores"
    OVER = "over"
    """The match is over; a rematch is possible."""
    CLOSED = "closed"


@dataclass(slots=True)
class Seat:
    """One deck and one layout: of one person, of two partners, or of a practice player."""

    back: int
    """0..7, distinct for every seat of the table."""
    people: list[int]
    """Person ids; empty for a practice player."""
    practice: Level | None = None
    """The level of a practice player; None for people."""
    name: str = ""
    """The name of a practice player."""
    ready: bool = False
    frozen: bool = False
    """Its people are away: nobody plays it, the table votes for it."""
    held: Level | None = None
    """Its people are away: a practice player of that level plays it for them."""
    left: bool = False
    """Its people have left. The seat stays until the next deal; it can't move."""
    scores: list[int | None] = field(default_factory=list)
    """One per round of the match; None where it was not dealt in yet."""
    called: list[int] = field(default_factory=list)
    """Rounds of the match (from 0) that it called."""

    @property
    def total(self) -> int:
        """Points of the match so far."""
        return sum(score or 0 for score in self.scores)

    @property
    def human(self) -> bool:
        """True for a seat of people who have not left."""
        return self.practice is None and not self.left

    @property
    def active(self) -> bool:
        """True for a seat of people who are here: neither left nor away."""
        return self.human and not self.frozen and self.held is None

    @property
    def driven(self) -> Level | None:
        """Level of the practice player that plays it now, if one does."""
        return None if self.left else self.practice or self.held


@dataclass(slots=True)
class TableState:
    """All of a table that its round's records don't tell. Change it through `Table` only."""

    host: int
    rules: HouseRules
    phase: TablePhase = TablePhase.LOBBY
    paused: bool = False
    suspended: bool = False
    """Not stored: the journal fails, nothing moves."""
    most_seats: int = MOST_SEATS
    away: AwayChoice = "freeze"
    """What becomes of the seat of people who are away."""
    level: Level = "medium"
    """Level of practice players that take over."""
    seats: list[Seat] = field(default_factory=list)
    departed: list[Seat] = field(default_factory=list)
    """Seats that left the match at an earlier deal: `seats` are those that the round was dealt to, also when
    it is over, so that the round's seat numbers are theirs."""
    waiting: list[int] = field(default_factory=list)
    """People who come in at the next deal."""
    asks: dict[int, int] = field(default_factory=dict)
    """Who asks to be a partner -> a person of the seat that is asked."""
    invites: dict[int, int] = field(default_factory=dict)
    """Who is invited to be a partner -> the person who invites to share their seat."""
    kicked: list[int] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    """Display names of people, as they were when they joined."""
    round_number: int = 0
    """The round that is dealt or was dealt last, from 1 in every match."""
    deals: int = 0
    """Every deal of this table, also over rematches: a picture of an earlier round is known by it."""
    rounds_scored: int = 0
    """Rounds of the match that count (void ones don't)."""
    match_id: int | None = None
    round_id: int | None = None
    message: PublicMessage = field(default_factory=PublicMessage)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of the match so far, by seat."""
        return tuple(seat.total for seat in self.seats)

    @property
    def rounds(self) -> tuple[tuple[int, ...], ...]:
        """Scores of the rounds of the match, each by seat; 0 where a seat was not dealt in."""
        return tuple(
            tuple(seat.scores[number] or 0 for seat in self.seats) for number in range(self.rounds_scored)
        )

    @property
    def callers(self) -> tuple[int | None, ...]:
        """The seat that called each round of the match; None: nobody, or a seat that is gone."""
        return tuple(
            next((at for at, seat in enumerate(self.seats) if number in seat.called), None)
            for number in range(self.rounds_scored)
        )

    def seat_of(self, person: int) -> int | None:
        """Return the seat that a person plays, if any."""
        for at, seat in enumerate(self.seats):
            if person in seat.people and not seat.left:
                return at
        return None

    def knows(self, person: int) -> bool:
        """Return whether anything here names a person, though they may have left."""
        seats = (*self.seats, *self.departed)
        if any(person in (*requests, *requests.values()) for requests in (self.asks, self.invites)):
            return True
        return person in self.names or person in self.kicked or any(person in seat.people for seat in seats)

    def humans(self) -> Iterator[int]:
        """Yield the people who have a seat, in the order of seats."""
        for seat in self.seats:
            if seat.human:
                yield from seat.people

    def people(self) -> Iterator[int]:
        """Yield the people who have a seat or wait for one."""
        yield from self.humans()
        yield from self.waiting

    def free_backs(self) -> list[int]:
        """Return the backs that no seat has, lowest first."""
        taken = {seat.back for seat in self.seats}
        return [back for back in range(MOST_SEATS) if back not in taken]
