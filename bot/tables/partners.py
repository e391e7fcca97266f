"""Two people at one seat (house rule `teams`): one asks, somebody of the seat accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.events import EventKind
from bot.tables.guards import need_phase, need_seat
from bot.tables.places import drop_all_requests, move_to, stand_up
from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.seats import PEOPLE_PER_SEAT, TablePhase

if TYPE_CHECKING:
    from bot.tables.seats import Seat
    from bot.tables.table import Table


class Partners:
    """Who shares a seat, or asks to."""

    __slots__ = ("_table",)

    def __init__(self, table: Table) -> None:
        self._table = table

    def ask(self, person: int, name: str, share: int) -> int | None:
        """Ask the people of a seat to share it, and return None: nothing moves until one of them accepts.

        Who was invited sits down at once; then the seat is returned.
        """
        state = self._table.state
        self._table.lobby.need_welcome(person)
        self._need_teams()
        seat = self._seat_with_room(share)
        if person in seat.people:
            raise TableRefusal(TableCode.ALREADY_SEATED)
        state.names[person] = name
        state.asks[person] = seat.people[0]
        self._table.away.arrive(person)
        if state.invites.get(person) in seat.people:
            return self.accept(seat.people[0], person)
        self._table.changed()
        self._table.tell(EventKind.PARTNER_ASKED, asker=person, seat=share, people=tuple(seat.people))
        return None

    def invite(self, person: int, guest: int, name: str) -> None:
        """Invite somebody to share one's seat; they sit down by asking for it."""
        state = self._table.state
        self._table.lobby.need_welcome(guest)
        self._need_teams()
        at = need_seat(state, person)
        if guest in self._seat_with_room(at).people:
            raise TableRefusal(TableCode.ALREADY_SEATED)
        state.names[guest] = name
        state.invites[guest] = person
        self._table.lobby.has_changed()

    def _need_teams(self) -> None:
        need_phase(self._table.state, TablePhase.LOBBY)
        if not self._table.state.rules.teams:
            raise TableRefusal(TableCode.NO_TEAMS)

    def _seat_with_room(self, share: int) -> Seat:
        seats = self._table.state.seats
        if share not in range(len(seats)):
            raise TableRefusal(TableCode.NO_SUCH_SEAT)
        if len(seats[share].people) not in range(1, PEOPLE_PER_SEAT):
            raise TableRefusal(TableCode.SEAT_SHARED)
        return seats[share]

    def accept(self, person: int, asker: int) -> int:
        """Let the asker in, who leaves the seat of their own, and return the seat that is shared now."""
        state = self._table.state
        need_phase(state, TablePhase.LOBBY)
        seat = state.seats[need_seat(state, person)]
        if state.asks.get(asker) not in seat.people:
            raise TableRefusal(TableCode.NOT_ASKED)
        self._seat_with_room(state.seats.index(seat))
        move_to(state, asker, seat)
        seat.ready = False
        at = state.seats.index(seat)
        self._table.tell(EventKind.JOINED, person=asker, seat=at)
        self._table.lobby.has_changed()
        return at

    def part(self) -> None:
        """Give every second partner a seat of their own, or a place on the waiting list."""
        state = self._table.state
        drop_all_requests(state)
        for seat in list(state.seats):
            for person in seat.people[1:]:
                stand_up(state, person)
                if len(state.seats) < state.most_seats:
                    self._table.lobby.seat(person)
                else:
                    state.waiting.append(person)
