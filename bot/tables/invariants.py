"""What is true of every table after every change. Tests look after each one; production does not."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from bot.rules.phase import Phase
from bot.tables.places import has_place
from bot.tables.seats import FORGOTTEN, PEOPLE_PER_SEAT, TablePhase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.tables.seats import Seat, TableState
    from bot.tables.table import Table

_ROUND_PHASES: Final[Mapping[TablePhase, tuple[Phase, ...]]] = {
    TablePhase.COUNTDOWN: (Phase.DEALT,),
    TablePhase.ROUND: (Phase.RUNNING, Phase.CLOSING),
    TablePhase.SCORES: (Phase.CALLED, Phase.STUCK, Phase.VOID),
    TablePhase.OVER: (Phase.CALLED, Phase.STUCK, Phase.VOID),
}
_TIMERS: Final[Mapping[TablePhase, str]] = {
    TablePhase.LOBBY: "lobby",
    TablePhase.COUNTDOWN: "countdown",
    TablePhase.SCORES: "next",
    TablePhase.OVER: "over",
}


class BrokenInvariant(AssertionError):
    """A table stands as no table may."""


def need_invariants(table: Table) -> None:
    """Raise `BrokenInvariant`, with all that is wrong, if an open table that is kept makes no sense."""
    if table.state.phase is TablePhase.CLOSED or table.state.suspended:
        return
    broken = [*_of_places(table.state), *_of_seats(table.state), *_of_the_round(table), *_of_life(table)]
    if broken:
        raise BrokenInvariant(f"table in {table.state.phase}: {'; '.join(broken)}")


def _of_places(state: TableState) -> Iterator[str]:
    """Everybody is in one place; those who were sent away are in none; requests are for those who may."""
    places = Counter(person for person in state.people() if person != FORGOTTEN)
    yield from (f"{person} is in {n} places" for person, n in places.items() if n > 1)
    for person in state.kicked:
        if has_place(state, person) or person in state.asks or person in state.invites:
            yield f"{person} was sent away and is here"
    requests = [*state.asks.items(), *state.invites.items()]
    if requests and (state.phase is not TablePhase.LOBBY or not state.rules.teams):
        yield "a seat may be shared, but not here and now"
    yield from (
        f"{who} counts on {whom}, who has no seat" for who, whom in requests if not _sits(state, whom)
    )
    yield from (f"{who} counts on their own seat" for who, whom in requests if _shares(state, who, whom))


def _sits(state: TableState, person: int) -> bool:
    return state.seat_of(person) is not None


def _shares(state: TableState, one: int, other: int) -> bool:
    return _sits(state, one) and state.seat_of(one) == state.seat_of(other)


def _of_seats(state: TableState) -> Iterator[str]:
    """Seats have people or a practice player, a back of their own, and a score for every round."""
    yield from (
        f"seat {at}: {wrong}" for at, seat in enumerate(state.seats) for wrong in _of_seat(state, seat)
    )
    if len({seat.back for seat in state.seats}) < len(state.seats):
        yield "two seats have the same back"
    if len(state.seats) > state.most_seats:
        yield "there are too many seats"
    if any(seat.left for seat in state.seats) and state.phase is TablePhase.LOBBY:
        yield "a seat in the lobby has left"


def _of_seat(state: TableState, seat: Seat) -> Iterator[str]:
    if seat.practice is not None and seat.people:
        yield "a practice player and people"
    if seat.human and not 1 <= len(seat.people) <= (PEOPLE_PER_SEAT if state.rules.teams else 1):
        yield f"{len(seat.people)} people"
    if seat.frozen and seat.held is not None:
        yield "frozen and handed over"
    if len(seat.scores) != state.rounds_scored:
        yield "not one score for each round"


def _of_the_round(table: Table) -> Iterator[str]:
    """The round's seat numbers are those of the table's seats, and its phase is the table's."""
    state, round_ = table.state, table.round
    if round_ is None or state.phase is TablePhase.LOBBY:
        if state.phase is not TablePhase.LOBBY or round_ is not None or state.round_id is not None:
            yield "a round that is not there, or not to be there"
        return
    if round_.seats != len(state.seats):
        yield f"a round of {round_.seats} seats, and {len(state.seats)} at the table"
    if round_.phase not in _ROUND_PHASES[state.phase]:
        yield f"the round is {round_.phase}"
    if round_.phase is Phase.RUNNING and round_.paused != state.paused:
        yield "only the round or only the table is paused"


def _of_life(table: Table) -> Iterator[str]:
    """Somebody is there and can act, and a timer ends what they don't."""
    state = table.state
    called = table.round is not None and table.round.phase is Phase.CLOSING
    if not called and not any(state.people()):
        yield "nobody is there"
    if any(state.people()) and not has_place(state, state.host):
        yield "the host is not there"
    if table.leaving.heir() is not None:
        yield "the host is away, and somebody is here"
    if table.away.everybody_is_away():
        yield "everybody is away, and the round runs on"
    if not table.resting:
        yield from _of_timers(table)


def _of_timers(table: Table) -> Iterator[str]:
    """Every open table has a timer that ends it or asks somebody."""
    if table.lobby.all_are_ready():
        yield "all are ready, and nothing is dealt"
    timer = "pause" if table.state.paused else _TIMERS.get(table.state.phase)
    if timer is not None and timer not in table.timers:
        yield f"no timer {timer}"
    if timer is None and not table.timers.any_of("grace", "away", "practice"):
        yield "no timer in a round"
