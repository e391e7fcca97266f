"""Before the cards are dealt: seats, backs, practice players, house rules, ready marks, the waiting list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.house_rules import MOST_SEATS
from bot.tables.events import ClosedReason, EventKind
from bot.tables.guards import need_host, need_open, need_phase, need_seat
from bot.tables.places import drop_requests
from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.seats import Seat, TablePhase

if TYPE_CHECKING:
    from bot.rules.house_rules import HouseRules
    from bot.tables.ports import Level
    from bot.tables.seats import AwayChoice
    from bot.tables.table import Table

LOBBY_SECONDS: Final = 15 * 60
"""So long after the last thing that happened in it, a lobby that nobody starts closes itself."""
SILENT_HOST_SECONDS: Final = 60.0
"""So long a host may do nothing in the lobby while somebody is ready; then the role passes on."""


class Lobby:
    """The lobby of a table."""

    __slots__ = ("_table",)

    def __init__(self, table: Table) -> None:
        self._table = table

    def join(self, person: int, name: str, back: int | None) -> int | None:
        """Seat a person in the lobby; later, put them on the waiting list and return None."""
        state = self._table.state
        self.need_welcome(person)
        if state.seat_of(person) is not None:
            raise TableRefusal(TableCode.ALREADY_SEATED)
        if person in state.waiting:
            raise TableRefusal(TableCode.ALREADY_WAITING)
        self._need_room()
        drop_requests(state, person)
        state.names[person] = name
        seat = None
        if state.phase is TablePhase.LOBBY:
            seat = self.seat(person, back)
        else:
            state.waiting.append(person)
        self._table.away.arrive(person)
        self._table.tell(EventKind.JOINED, person=person, seat=seat)
        self.has_changed()
        return seat

    def need_welcome(self, person: int) -> None:
        """Refuse people at a closed table, and those who were sent away."""
        need_open(self._table.state)
        if person in self._table.state.kicked:
            raise TableRefusal(TableCode.KICKED)

    def _need_room(self) -> None:
        state = self._table.state
        taken = sum(not seat.left for seat in state.seats) + len(state.waiting)
        if taken >= state.most_seats:
            raise TableRefusal(TableCode.TABLE_FULL, seats=state.most_seats)

    def seat(self, person: int, back: int | None = None) -> int:
        """Give a person a seat of their own, the one that they left at an earlier round if they did."""
        state = self._table.state
        old = next((seat for seat in state.departed if person in seat.people), None)
        if old is not None:
            state.departed.remove(old)
        seat = old or Seat(0, [person])
        seat.left = seat.frozen = seat.ready = False
        seat.held = None
        seat.scores += [None] * (state.rounds_scored - len(seat.scores))
        free = state.free_backs()
        seat.back = back if back in free else seat.back if old and seat.back in free else free[0]
        state.seats.append(seat)
        return len(state.seats) - 1

    def seat_the_waiting(self) -> None:
        """Between two rounds: take away the seats that were left, and seat the people who wait."""
        state = self._table.state
        gone = [seat for seat in state.seats if seat.left]
        state.seats = [seat for seat in state.seats if not seat.left]
        state.departed += gone
        while state.waiting and len(state.seats) < state.most_seats:
            self.seat(state.waiting.pop(0))
        self.nobody_is_ready()

    def nobody_is_ready(self) -> None:
        """Take all ready marks back."""
        for seat in self._table.state.seats:
            seat.ready = False

    def choose_back(self, person: int, back: int) -> None:
        """Give a seat another back."""
        state = self._table.state
        need_phase(state, TablePhase.LOBBY)
        seat = state.seats[need_seat(state, person)]
        if back not in range(MOST_SEATS):
            raise TableRefusal(TableCode.NO_SUCH_BACK)
        if back != seat.back:
            if back not in state.free_backs():
                raise TableRefusal(TableCode.BACK_TAKEN)
            seat.back = back
            self.has_changed()

    def set_rules(self, host: int, rules: HouseRules) -> None:
        """Change the house rules; who was ready was so for others."""
        state = self._table.state
        need_host(state, host)
        need_phase(state, TablePhase.LOBBY)
        if rules == state.rules:
            return
        state.rules = rules
        self.nobody_is_ready()
        if not rules.teams:
            self._table.partners.part()
        self.has_changed()

    def set_away(self, host: int, away: AwayChoice, level: Level) -> None:
        """Choose what becomes of seats of people who are away."""
        state = self._table.state
        need_host(state, host)
        need_phase(state, TablePhase.LOBBY)
        state.away, state.level = away, level
        self.has_changed()

    def add_practice(self, host: int, level: Level, n: int) -> None:
        """Seat practice players."""
        state = self._table.state
        need_host(state, host)
        need_phase(state, TablePhase.LOBBY)
        if n < 1:
            raise TableRefusal(TableCode.NO_PRACTICE)
        if len(state.seats) + n > state.most_seats:
            raise TableRefusal(TableCode.TABLE_FULL, seats=state.most_seats)
        if len(state.seats) == 1:  # Who was ready alone was not ready for these.
            state.seats[0].ready = False
        for _ in range(n):
            taken = {seat.name for seat in state.seats}
            name = next(name for name in self._table.ports.practice_names if name not in taken)
            state.seats.append(Seat(state.free_backs()[0], [], practice=level, name=name))
        self.has_changed()

    def remove_practice(self, host: int, n: int) -> None:
        """Take the last practice players away."""
        state = self._table.state
        need_host(state, host)
        need_phase(state, TablePhase.LOBBY)
        practice = [seat for seat in state.seats if seat.practice is not None]
        if not practice or n < 1:
            raise TableRefusal(TableCode.NO_PRACTICE)
        for seat in practice[-n:]:
            state.seats.remove(seat)
        self.has_changed()

    def ready(self, person: int, ready: bool) -> None:
        """Mark a person as ready, or not."""
        state = self._table.state
        need_phase(state, TablePhase.LOBBY, TablePhase.SCORES)
        if person in state.waiting:
            return
        seat = state.seats[need_seat(state, person)]
        if seat.ready != ready:
            seat.ready = ready
            self.has_changed()
        if self._table.resting and self.all_are_ready():
            raise TableRefusal(TableCode.STOPPING)

    def all_are_ready(self) -> bool:
        """Return whether everybody who is here is ready; a lobby of one waits for the host's word."""
        state = self._table.state
        if state.phase not in (TablePhase.LOBBY, TablePhase.SCORES) or state.paused:
            return False
        if state.phase is TablePhase.LOBBY and len(state.seats) == 1:
            return False
        people = [seat for seat in state.seats if seat.active]
        return bool(people) and all(seat.ready for seat in people)

    def has_changed(self) -> None:
        """Store and tell a change of the lobby; a lobby in which something happens stays open."""
        table = self._table
        table.changed()
        table.consequences.lobby_has_changed()
        if table.state.phase is TablePhase.LOBBY:
            self.live()

    def live(self) -> None:
        """Start the lobby's timers anew."""
        timers = self._table.timers
        timers.set("lobby", LOBBY_SECONDS, self._close_unstarted)
        timers.set("host", SILENT_HOST_SECONDS, self._pass_silent_host)

    def _close_unstarted(self) -> None:
        self._table.closing.close(ClosedReason.NOT_STARTED)

    def _pass_silent_host(self) -> None:
        """A host who sleeps must not keep those who are ready from playing."""
        table = self._table
        ready = [seat.people[0] for seat in table.state.seats if seat.active and seat.ready]
        quiet = table.away.quiet_for(table.state.host)
        if ready and quiet >= SILENT_HOST_SECONDS and table.state.host not in ready:
            table.leaving.pass_host(ready[0])
        table.timers.set("host", SILENT_HOST_SECONDS, self._pass_silent_host)
