"""People who go: by themselves or sent away. The host role passes on, a table without people ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.events import ClosedReason, EventKind
from bot.tables.guards import ROUND_PHASES, need_host, need_open, need_seat
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
        """Let a person go."""
        self._go(person, EventKind.LEFT)

    def kick(self, host: int, person: int) -> None:
        """Send a person away for good."""
        state = self._table.state
        need_open(state)
        need_host(state, host)
        if person == host:
            raise TableRefusal(TableCode.NOT_YOURSELF)
        if person not in state.asks:
            self._go(person, EventKind.KICKED)
        state.asks.pop(person, None)
        state.invites.pop(person, None)
        state.kicked.append(person)
        self._table.changed()

    def forget(self, person: int) -> None:
        """Let nothing name a person who has left; the cards and scores of their seat stay."""
        state = self._table.state
        if not state.knows(person):
            return
        for seat in (*state.seats, *state.departed):
            seat.people = [FORGOTTEN if one == person else one for one in seat.people]
        state.kicked = [one for one in state.kicked if one != person]
        self._withdraw_invitations(person)
        state.invites.pop(person, None)
        state.names.pop(person, None)
        self._table.changed()
        self._table.tell(EventKind.LOBBY_CHANGED)

    def _withdraw_invitations(self, person: int) -> None:
        invites = self._table.state.invites
        self._table.state.invites = {guest: host for guest, host in invites.items() if host != person}

    def _go(self, person: int, told: EventKind) -> None:
        table, state = self._table, self._table.state
        if (
            told is EventKind.LEFT
            and state.asks.pop(person, None) is not None
            and state.seat_of(person) is None
        ):
            table.changed()
            return
        at = None
        if person in state.waiting:
            state.waiting.remove(person)
        else:
            at = need_seat(state, person)
        self._withdraw_invitations(person)
        table.tell(told, person=person, seat=at)
        if at is not None:
            self._leave_seat(person, at)
        table.away.forget(person)
        table.dealing.forget(person)
        table.votes.forget(person)
        table.lobby.has_changed()
        self._look_after(person)

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
        if table.state.phase in ROUND_PHASES and self._people():
            table.playing.leave(at)

    def _look_after(self, person: int) -> None:
        """See who is left, who is host now, and whether the table can go on."""
        table, state = self._table, self._table.state
        people = self._people()
        if not people:
            table.closing.close(ClosedReason.NO_PEOPLE)
            return
        if person == state.host:
            self.pass_host(next((p for p in people if self._is_here(p)), people[0]))
        table.away.look_for_anybody()
        table.dealing.look_at_hands()
        table.lobby.start_if_all_ready()

    def _people(self) -> list[int]:
        return [*self._table.state.humans(), *self._table.state.waiting]

    def _is_here(self, person: int) -> bool:
        seat = self._table.seated(person)
        return seat is None or seat.active

    def pass_host(self, to: int) -> None:
        """Make somebody else the host."""
        self._table.state.host = to
        self._table.changed()
        self._table.tell(EventKind.HOST_PASSED, to=to)
        self._table.tell(EventKind.LOBBY_CHANGED)
