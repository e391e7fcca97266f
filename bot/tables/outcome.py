"""Who wins a match, at a table where seats come and go between the rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules.match import Match
from bot.tables.entries import PersonResult, PracticeResult

if TYPE_CHECKING:
    from bot.tables.seats import Seat, TableState


@dataclass(frozen=True, slots=True)
class Outcome:
    """Winners and margins, by the seats that are at the table."""

    winners: tuple[int, ...]
    margins: tuple[int, ...]
    """The winner's total minus one's own; 0 for winners."""


def _match(state: TableState) -> Match:
    """Return the match of the seats that are here, as if all of them had been from the start.

    A seat that came later has 0 for the rounds before, one that has left the table counts no more.
    """
    match = Match(state.rules, len(state.seats))
    for scores, caller in zip(state.rounds, state.callers, strict=True):
        match.score_round(scores, caller)
    return match


def is_over(state: TableState) -> bool:
    """Return whether the match has come to its end by the rules."""
    return _match(state).over


def outcome_of(state: TableState) -> Outcome:
    """Return who has won; once the match is over it stays so, whoever leaves then."""
    winners = _match(state).winners or _highest_of_those_who_stayed(state)
    best = state.totals[winners[0]]
    return Outcome(
        winners, tuple(0 if at in winners else best - total for at, total in enumerate(state.totals))
    )


def _highest_of_those_who_stayed(state: TableState) -> tuple[int, ...]:
    """Return who wins a match that ends because others have left. Nobody wins who never played."""
    seats = list(enumerate(state.seats))
    played = [at for at, seat in seats if _rounds(seat)] or [at for at, _ in seats]
    stayed = [at for at in played if not state.seats[at].left] or played
    best = max(state.totals[at] for at in stayed)
    return tuple(at for at in stayed if state.totals[at] == best)


Results = tuple[tuple[PersonResult, ...], tuple[PracticeResult, ...]]


def results_of(state: TableState, outcome: Outcome) -> Results:
    """Return the results of all humans of the match, and those of its practice players.

    Winners come first, then the seats that stayed by their totals, then those that left.
    """
    seats = [*state.seats, *state.departed]
    ranks = [_rank(seat, at, outcome) for at, seat in enumerate(seats)]
    places = [1 + sum(other > rank for other in ranks) for rank in ranks]
    people = tuple(
        _result(person, at, seat, places[at], won=ranks[at][0], name=state.names.get(person, ""))
        for at, seat in enumerate(seats)
        if seat.practice is None and _rounds(seat)
        for person in seat.people
    )
    return people, tuple(
        PracticeResult(at, places[at], seat.practice)
        for at, seat in enumerate(seats)
        if seat.practice is not None
    )


def _rank(seat: Seat, at: int, outcome: Outcome) -> tuple[bool, bool, int]:
    return (at in outcome.winners, not seat.left, seat.total)


def _rounds(seat: Seat) -> list[int]:
    return [score for score in seat.scores if score is not None]


def _result(person: int, at: int, seat: Seat, place: int, *, won: bool, name: str) -> PersonResult:
    rounds = _rounds(seat)
    best = max(rounds, default=0)
    return PersonResult(person, at, place, won, seat.total, len(rounds), len(seat.called), best, name)
