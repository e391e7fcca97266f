"""What may be seen of a round: everything hidden is already stripped.

Cards are the integers of `bot.rules.cards`, piles run bottom to top, seats count from 0. The many small parts
are named tuples: they are made after every move, and travel to the process that draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bot.rules.house_rules import HouseRules
    from bot.rules.moves import Move
    from bot.rules.phase import Phase


class FoundationView(NamedTuple):
    """One foundation as it lies in the middle of the table."""

    suit: int
    """0..3 for S H D C."""
    rank: int
    """Rank of the top card, 1..13."""
    owners: tuple[int, ...]
    """Seats whose cards lie on top: the first to land, then those that tied with it."""
    starter: int
    """Seat that played the ace."""
    closed: bool
    """True once the king lies on it."""


class SeatSummary(NamedTuple):
    """What a table shows of every seat."""

    seat: int
    nertz_count: int
    stock_count: int
    waste_count: int
    out: int
    """Cards on the foundations."""
    score: int
    """Round score if the round ended now."""
    left: bool
    voted: bool
    """True while its vote `stuck` stands."""


class Landing(NamedTuple):
    """One card that went to a foundation."""

    version: int
    """Number of the record that played it (`PublicView.version` right after it)."""
    seat: int
    card: int
    """The card as it counts there: a joker is the card that it stands for."""
    foundation: int
    """Index into `PublicView.foundations`."""


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody at the table sees."""

    version: int
    """Number of records so far: what a move calls `seen`."""
    phase: Phase
    paused: bool
    rules: HouseRules
    commitment: str
    """SHA-256 of the seed, hex."""
    seed: str | None
    """The seed in hex, only once the round is over."""
    foundations: tuple[FoundationView, ...]
    seats: tuple[SeatSummary, ...]
    landings: tuple[Landing, ...]
    """The last plays to foundations, oldest first, at most eight."""
    caller: int | None


class JokerIdentity(NamedTuple):
    """What a joker in a work pile stands for, where its place says so."""

    joker: int
    rank: int
    black: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat sees: the public part, its own layout, and what it may do."""

    seat: int
    public: PublicView
    nertz_count: int
    nertz_top: int | None
    work: tuple[tuple[int, ...], ...]
    jokers: tuple[JokerIdentity, ...]
    stock_count: int
    waste: tuple[int, ...]
    """Bottom to top. Turned by this seat, so known to it; a picture shows the top three."""
    legal: tuple[Move, ...]
    """Exactly the moves that `Round.verify` accepts from this seat now."""
    last: Move | None
    """The last move of this seat."""

    @property
    def version(self) -> int:
        """Number of records that this view shows."""
        return self.public.version
