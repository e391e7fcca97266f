"""What a picture needs to know of a table beside the round."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableFace:
    """Seats as a table shows them; a tuple has one entry per seat, or none where it has a default."""

    backs: tuple[int, ...]
    """0..7, distinct."""
    names: tuple[str, ...]
    """For the alt text only: pictures show backs."""
    totals: tuple[int, ...] = ()
    target: int = 100
    round_number: int = 1
    practice: tuple[bool, ...] = ()
    away: tuple[bool, ...] = ()
    ready: tuple[bool, ...] = ()

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.backs)

    def total(self, seat: int) -> int:
        """Return the total of a seat before this round."""
        return self.totals[seat] if seat < len(self.totals) else 0

    def is_practice(self, seat: int) -> bool:
        """Return whether a practice player sits there."""
        return seat < len(self.practice) and self.practice[seat]

    def is_away(self, seat: int) -> bool:
        """Return whether nobody has acted there for a while."""
        return seat < len(self.away) and self.away[seat]

    def is_ready(self, seat: int) -> bool:
        """Return whether the seat wants to start."""
        return seat < len(self.ready) and self.ready[seat]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The rounds of a match so far."""

    rounds: tuple[tuple[int, ...], ...]
    """Per round the score of every seat."""
    callers: tuple[int | None, ...]
    """Per round the seat that called."""
    winners: tuple[int, ...] = ()
    """Seats that won the match; none while it lasts."""

    def totals(self, seats: int) -> tuple[int, ...]:
        """Return the totals after all rounds; a round knows only the seats that played it."""
        return tuple(sum(line[seat] for line in self.rounds if seat < len(line)) for seat in range(seats))
