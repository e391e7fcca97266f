"""What follows from what was done: in one place, in one order, when the outermost change of a table ends.

The stories of a table say what has happened and leave it there. What the table then owes to those who sit
at it depends only on how it stands, so it is looked at here, from the top after everything that was done:

1. the round: a call begins its grace time, all stuck is settled, an ended round is scored
2. the watchers hear of a changed lobby
3. no people: the table closes, once the grace time of a called round is over
4. all people of a seat are away: it is frozen, or handed to a practice player
5. the host is gone or away: the role passes on
6. everybody is away: the table pauses; somebody is here again: it goes on
7. every hand is open: go
8. somebody asked for it, or all are ready: the next round is dealt, or the match ends
9. nobody who played is left, but others wait: the table is a lobby again, for them
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from bot.rules.phase import Phase
from bot.tables.events import ClosedReason, EventKind
from bot.tables.seats import TablePhase

if TYPE_CHECKING:
    from bot.tables.table import Table

log = logging.getLogger(__name__)

_MOST_STEPS: Final = 100
"""More than any change brings about: a circle of consequences is a fault that must not hang the process."""


class Consequences:
    """The consequences of the changes of one table. Nothing here refuses."""

    __slots__ = ("_lobby_changed", "_table", "_wanted")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._wanted = False
        self._lobby_changed = False

    def look_again(self) -> None:
        """Look when this change ends, though only time has passed."""
        self._wanted = True

    def lobby_has_changed(self) -> None:
        """Tell the watchers of it, once, when its turn has come."""
        self._lobby_changed = self._wanted = True

    def follow(self, *, changed: bool) -> None:
        """Do all that follows from a change that ends now; nothing follows if nothing has changed."""
        wanted, self._wanted = self._wanted, False
        if not (wanted or changed):
            return
        steps = (
            self._see_to_the_round,
            self._tell_of_the_lobby,
            self._close_without_people,
            self._see_to_empty_seats,
            self._pass_the_host_role,
            self._pause_or_go_on,
            self._go,
            self._deal,
            self._begin_anew,
        )
        for _ in range(_MOST_STEPS):
            if not any(step() for step in steps):
                break
        else:
            log.error("what follows at table %s never ends: left as it is", self._table.table_id)
        self._table.dealing.wanted = self._wanted = False

    def _see_to_the_round(self) -> bool:
        table = self._table
        round_ = table.round
        if round_ is None or table.state.phase is not TablePhase.ROUND:
            return False
        if round_.phase is Phase.RUNNING and not table.away.somebody_plays():
            return False
        return table.playing.look(round_)

    def _tell_of_the_lobby(self) -> bool:
        told, self._lobby_changed = self._lobby_changed, False
        if told:
            self._table.tell(EventKind.LOBBY_CHANGED)
        return told

    def _close_without_people(self) -> bool:
        table = self._table
        called = table.round is not None and table.round.phase is Phase.CLOSING
        if called or table.state.phase is TablePhase.CLOSED or any(table.state.people()):
            return False
        table.closing.close(ClosedReason.NO_PEOPLE)
        return True

    def _see_to_empty_seats(self) -> bool:
        return self._is_open() and self._table.away.leave_empty_seats()

    def _pass_the_host_role(self) -> bool:
        table = self._table
        heir = table.leaving.heir() if self._is_open() else None
        if heir is None:
            return False
        table.leaving.pass_host(heir)
        return True

    def _pause_or_go_on(self) -> bool:
        table = self._table
        if table.away.everybody_is_away():
            table.pausing.pause(None)
        elif table.state.paused and table.away.somebody_is_back():
            table.pausing.go_on(None)
        else:
            return False
        return True

    def _go(self) -> bool:
        return self._table.state.phase is TablePhase.COUNTDOWN and self._table.dealing.go_if_hands_are_open()

    def _deal(self) -> bool:
        table = self._table
        if table.resting or not (table.dealing.wanted or table.lobby.all_are_ready()):
            return False
        table.dealing.wanted = False
        if table.state.phase not in (TablePhase.LOBBY, TablePhase.SCORES):
            return False
        if table.dealing.is_nobody_left_to_play_against():
            table.scoring.end_match()
            return True
        table.lobby.seat_the_waiting()
        if self._pass_the_host_role():
            self._tell_of_the_lobby()
        table.dealing.deal()
        return True

    def _begin_anew(self) -> bool:
        """Let newcomers have a match of their own; they can't ask for a rematch of one that they saw end."""
        table, state = self._table, self._table.state
        if state.phase is not TablePhase.OVER or not state.waiting or any(state.humans()):
            return False
        table.scoring.begin_anew(state.waiting[0])
        return True

    def _is_open(self) -> bool:
        """Return whether there are people, and a table for them (in grace time all of them may be gone)."""
        state = self._table.state
        return state.phase is not TablePhase.CLOSED and any(state.people())
