"""A pause stops everyone's clock: moves, practice players, countdown, the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.phase import Phase
from bot.tables.events import ClosedReason, EventKind
from bot.tables.guards import need_open, need_seat
from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.seats import TablePhase

if TYPE_CHECKING:
    from bot.tables.table import Table

PAUSE_SECONDS: Final = 15 * 60
"""So long a paused table waits for somebody to resume it."""
_PHASES: Final = (TablePhase.COUNTDOWN, TablePhase.ROUND, TablePhase.SCORES)


class Pausing:
    """Pauses of a table."""

    __slots__ = ("_table",)

    def __init__(self, table: Table) -> None:
        self._table = table

    def need_pausable(self) -> None:
        """Refuse where a pause makes no sense: in the lobby, in grace time, in a pause."""
        table = self._table
        need_open(table.state)
        if table.state.paused:
            raise TableRefusal(TableCode.PAUSED)
        closing = table.round is not None and table.round.phase is Phase.CLOSING
        if table.state.phase not in _PHASES or closing:
            raise TableRefusal(TableCode.NOT_RUNNING)

    def pause(self, person: int | None) -> None:
        """Pause; None: the table does it itself, because everybody is away."""
        table = self._table
        table.sleep()
        table.state.paused = True
        table.changed()
        if table.round is not None and table.round.phase is Phase.RUNNING:
            table.record(table.round.pause(table.ports.stamps.now_ms()))
        until = table.ports.clock.wall_ms() + PAUSE_SECONDS * 1000
        table.tell(EventKind.PAUSED, person=person, until_ms=until)
        self.live()

    def live(self) -> None:
        """Wait for somebody to resume."""
        self._table.timers.set("pause", PAUSE_SECONDS, self._close)

    def _close(self) -> None:
        self._table.closing.close(ClosedReason.EVERYONE_AWAY)

    def resume(self, person: int) -> None:
        """Go on because a person who plays here says so."""
        state = self._table.state
        need_seat(state, person)
        if not state.paused:
            raise TableRefusal(TableCode.NOT_PAUSED)
        self._table.away.touch(person)
        if not self._table.away.has_returned():
            self.go_on(person)

    def go_on(self, person: int | None) -> None:
        """Start everything again."""
        table = self._table
        table.state.paused = False
        table.changed()
        if table.state.phase is TablePhase.SCORES:  # Everybody has the time of the scores again.
            table.lobby.nobody_is_ready()
        if table.round is not None and table.round.paused:
            table.record(table.round.resume(table.ports.stamps.now_ms()))
        table.tell(EventKind.RESUMED, person=person)
        table.live()
