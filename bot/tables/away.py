"""People who are not here: asked, then frozen or handed to a practice player, back with one click.

Idleness is per person, measured from the last action of any kind, and counts only while a round runs. The
table votes `stuck` for absent seats, so that nobody can hold up a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.phase import Phase
from bot.tables.events import EventKind
from bot.tables.guards import need_seat
from bot.tables.seats import TablePhase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.tables.seats import Seat
    from bot.tables.table import Table

VOTE_SECONDS: Final = 20.0
"""Without any action for so long, when all others are stuck: the table votes for the seat."""
ASK_SECONDS: Final = 60.0
AWAY_SECONDS: Final = 180.0
AT_LEAST_SECONDS: Final = 30.0
"""So long after "Go" at the earliest, a person who was asked in an earlier round is away."""


class Away:
    """Who is here, and since when not."""

    __slots__ = ("_acted", "_asked", "_begun", "_gone", "_returned", "_rotated", "_table")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._acted: dict[int, float] = {}
        self._asked: dict[int, float] = {}
        """Who was asked, and when they count as away."""
        self._gone: set[int] = set()
        self._begun = 0.0
        """When the round last began for everybody: go, resume."""
        self._rotated = 0.0
        self._returned = False
        """Somebody came back in this change to a table that had paused without anybody."""

    def arrive(self, person: int) -> None:
        """Note a person who joins."""
        self._acted[person] = self._now()

    def forget(self, person: int) -> None:
        """Forget a person who leaves."""
        self._acted.pop(person, None)
        self._asked.pop(person, None)
        self._gone.discard(person)

    def touch(self, person: int) -> None:
        """Note an action of any kind."""
        if person not in self._acted and self._table.state.seat_of(person) is None:
            return
        self._acted[person] = self._now()
        self._asked.pop(person, None)
        self._gone.discard(person)
        seat = self._table.seated(person)
        if seat is not None and (seat.frozen or seat.held is not None):
            self._give_back(person, seat)

    def come_back(self, person: int) -> None:
        """Take one's seat back."""
        need_seat(self._table.state, person)
        self.touch(person)

    def _give_back(self, person: int, seat: Seat) -> None:
        table, state = self._table, self._table.state
        self._returned = state.paused and not any(other.active for other in state.seats)
        seat.frozen, seat.held = False, None
        at = state.seats.index(seat)
        table.practice.dismiss(at)
        table.changed()
        table.tell(EventKind.CAME_BACK, person=person, seat=at)

    def after_restart(self) -> None:
        """Begin anew: nobody knows who acted when."""
        state = self._table.state
        self._acted = dict.fromkeys([*state.humans(), *state.waiting], self._now())
        self._asked.clear()
        self._gone.clear()

    def everybody_is_here(self) -> None:
        """Begin anew after a match."""
        self._gone.clear()
        self._asked.clear()
        for seat in self._table.state.seats:
            seat.frozen, seat.held = False, None

    def _now(self) -> float:
        return self._table.ports.clock.now()

    def quiet_for(self, person: int) -> float:
        """Return the seconds since a person's last action of any kind."""
        return self._now() - self._acted.get(person, 0.0)

    def asked(self) -> dict[int, int]:
        """Return who is asked whether they are here, and when they count as away (ms since 1970)."""
        now, wall = self._now(), self._table.ports.clock.wall_ms()
        return {person: wall + round((due - now) * 1000) for person, due in self._asked.items()}

    def live(self) -> None:
        """Start looking, at "Go" and when a round goes on: everybody begins anew but those who were asked."""
        now = self._now()
        self._begun = now
        self._returned = False
        for seat in self._table.state.seats:
            if seat.frozen or seat.held is not None:
                self._gone.update(seat.people)
        for person in self._asked:
            self._asked[person] = max(self._asked[person], now + AT_LEAST_SECONDS)
        self._look_later()

    def rotated(self) -> None:
        """Give everybody time to think again."""
        self._rotated = self._now()
        self._look_later()

    def _quiet_since(self, person: int) -> float:
        return max(self._begun, self._acted.get(person, 0.0))

    def _may_vote_from(self, person: int) -> float:
        """Return when the table may vote for that person; a rotation gives everybody time to think anew."""
        return max(self._rotated, self._quiet_since(person)) + VOTE_SECONDS

    def _people_here(self) -> Iterator[int]:
        for seat in self._table.state.seats:
            if seat.active:
                yield from (person for person in seat.people if person not in self._gone)

    def _look_later(self) -> None:
        now = self._now()
        dues = [due for person in self._people_here() for due in self._dues(person) if due > now]
        if dues:
            self._table.timers.set("away", min(dues) - now, self._look)

    def _dues(self, person: int) -> tuple[float, ...]:
        since = self._quiet_since(person)
        later = self._asked.get(person, since + ASK_SECONDS)
        return self._may_vote_from(person), later

    def _look(self) -> None:
        table = self._table
        round_ = table.round
        if round_ is None or round_.phase is not Phase.RUNNING or table.state.paused:
            return
        now = self._now()
        for person in list(self._people_here()):
            if person in self._asked:
                if now >= self._asked[person]:
                    self._is_away(person)
            elif now >= self._quiet_since(person) + ASK_SECONDS:
                self._ask(person)
        self._look_later()
        table.consequences.look_again()

    def _ask(self, person: int) -> None:
        table = self._table
        wait = AWAY_SECONDS - ASK_SECONDS
        self._asked[person] = self._now() + wait
        until = table.ports.clock.wall_ms() + round(wait * 1000)
        table.tell(EventKind.AWAY_ASKED, person=person, until_ms=until, to=table.state.away)

    def _is_away(self, person: int) -> None:
        self._gone.add(person)
        self._asked.pop(person, None)
        seat = self._table.seated(person)
        if seat is not None and self._is_empty(seat):
            self._leave_empty(seat)

    def _is_empty(self, seat: Seat) -> bool:
        return seat.active and self._gone.issuperset(seat.people)

    def leave_empty_seats(self) -> bool:
        """Freeze or hand over the seats all of whose people are away; return whether there was one.

        A partner who leaves may leave one behind who is away.
        """
        empty = [seat for seat in self._table.state.seats if self._is_empty(seat)]
        for seat in empty:
            self._leave_empty(seat)
        return bool(empty)

    def _leave_empty(self, seat: Seat) -> None:
        table = self._table
        at = table.state.seats.index(seat)
        if table.state.away == "practice":
            seat.held = table.state.level
            if table.round is not None and table.round.phase is Phase.RUNNING and not table.state.paused:
                table.practice.take_over(at)
            table.tell(EventKind.PRACTICE_TOOK_OVER, seat=at, people=tuple(seat.people), level=seat.held)
        else:
            seat.frozen = True
            table.tell(EventKind.FROZEN, seat=at, people=tuple(seat.people))
        table.changed()

    def somebody_plays(self) -> bool:
        """Return whether anybody is here, or waits to be dealt in: then the round goes on."""
        state = self._table.state
        return bool(state.waiting) or any(seat.active for seat in state.seats)

    def everybody_is_away(self) -> bool:
        """Return whether a round runs on that nobody plays or waits for."""
        state, round_ = self._table.state, self._table.round
        runs = state.phase is TablePhase.ROUND and round_ is not None and round_.phase is Phase.RUNNING
        return runs and not state.paused and not self.somebody_plays()

    def somebody_is_back(self) -> bool:
        """Return whether a pause has ended: somebody came back to people who are away, or waits for them."""
        return self._returned or self._only_the_waiting_wait()

    def has_returned(self) -> bool:
        """Return whether the pause ends by itself, as somebody came back in this change."""
        return self._returned

    def _only_the_waiting_wait(self) -> bool:
        state = self._table.state
        return bool(state.waiting) and not any(seat.active for seat in state.seats)

    def is_absent(self, seat: Seat) -> bool:
        """Return whether a seat's people are away, or have done nothing for 20 s."""
        if not seat.human or seat.held is not None:
            return False
        now = self._now()
        return seat.frozen or all(now >= self._may_vote_from(person) for person in seat.people)

    def absent_seats(self) -> list[int]:
        """Return the seats that the table votes for when all others are stuck."""
        seats = self._table.state.seats
        return [at for at, seat in enumerate(seats) if not seat.left and self.is_absent(seat)]

    def vote_for_absent(self) -> None:
        """Vote `stuck` for absent seats if they are all that keeps the round from being stuck."""
        table, round_ = self._table, self._table.round
        absent = set(self.absent_seats())
        if not absent or round_ is None:
            return
        open_seats, waited_for = [], self._only_the_waiting_wait()
        for summary in round_.public_view().seats:
            if summary.left:
                continue
            if summary.voted or round_.is_stuck(summary.seat):
                waited_for = True
            elif summary.seat in absent:
                open_seats.append(summary.seat)
            else:
                return
        if waited_for:
            for seat in open_seats:
                table.record(round_.vote(seat, table.ports.stamps.now_ms()))
