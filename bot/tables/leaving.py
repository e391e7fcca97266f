"""People who go: by themselves or sent away, and who is the host when the host is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.phase import Phase
from bot.tables.events import EventKind
from bot.tables.guards import ROUND_PHASES, need_host, need_open, need_seat
from bot.tables.places import drop_requests, has_place, is_known_here
from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.seats import FORGOTTEN, TablePhase

if TYPE_CHECKING:
    from bot.tables.seats import Seat
    from bot.tables.table import Table


class Leaving:
    """How people leave a table."""

    __slots__ = ("_table",)

    def __init__(self, table: Table) -> None:
        self._table = table

    def leave(self, person: int) -> None:
        """Let a person go; one who only asked, or was invited, takes that back."""
        state = self._table.state
        need_open(state)
        if has_place(state, person) or not is_known_here(state, person):
            self._go(person, EventKind.LEFT)
            return
        drop_requests(state, person)
        self._forget_deeds(person)
        self._table.lobby.has_changed()

    def kick(self, host: int, person: int) -> None:
        """Send a person away for good."""
        state = self._table.state
        need_open(state)
        need_host(state, host)
        if person == host:
            raise TableRefusal(TableCode.NOT_YOURSELF)
        self._go(person, EventKind.KICKED)
        state.kicked.append(person)

    def forget(self, person: int) -> None:
        """Let nothing name a person who has left; the cards and scores of their seat stay."""
        state = self._table.state
        if not state.knows(person):
            return
        for seat in (*state.seats, *state.departed):
            seat.people = [FORGOTTEN if one == person else one for one in seat.people]
        state.kicked = [one for one in state.kicked if one != person]
        drop_requests(state, person)
        state.names.pop(person, None)
        self._table.changed()
        self._table.tell(EventKind.LOBBY_CHANGED)

    def _go(self, person: int, told: EventKind) -> None:
        table, state = self._table, self._table.state
        at = state.seat_of(person)
        if not is_known_here(state, person):
            need_seat(state, person)
        table.tell(told, person=person, seat=at)
        drop_requests(state, person)
        if person in state.waiting:
            state.waiting.remove(person)
        if at is not None:
            self._leave_seat(person, at)
        self._forget_deeds(person)
        table.lobby.has_changed()

    def _forget_deeds(self, person: int) -> None:
        self._table.away.forget(person)
        self._table.dealing.forget(person)
        self._table.votes.forget(person)

    def _leave_seat(self, person: int, at: int) -> None:
        state = self._table.state
        seat = state.seats[at]
        if len(seat.people) > 1:
            seat.people.remove(person)
        elif state.phase is TablePhase.LOBBY:
            del state.seats[at]
        else:
            self._leave_match(seat, at)

    def _leave_match(self, seat: Seat, at: int) -> None:
        """The seat stays until the next deal, so that its cards, its score and its number do."""
        table = self._table
        seat.left, seat.frozen, seat.held = True, False, None
        table.practice.dismiss(at)
        called = table.round is not None and table.round.phase is Phase.CLOSING
        if table.state.phase in ROUND_PHASES and (called or any(table.state.people())):
            table.playing.leave(at)

    def heir(self) -> int | None:
        """Return who is to be the host instead of one who is gone, or away while somebody is here."""
        state = self._table.state
        if state.host in state.waiting:
            return None
        seat = self._table.seated(state.host)
        if seat is not None and seat.active:
            return None
        here = next((person for one in state.seats if one.active for person in one.people), None)
        if seat is not None or here is not None:
            return here
        return next(iter((*state.waiting, *state.humans())), None)

    def pass_host(self, to: int) -> None:
        """Make somebody else the host."""
        self._table.state.host = to
        self._table.changed()
        self._table.tell(EventKind.HOST_PASSED, to=to)
        self._table.tell(EventKind.LOBBY_CHANGED)
