"""The end of a table, and its life as a whole: what runs in which phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.entries import TableClosed
from bot.tables.events import ClosedReason, EventKind
from bot.tables.guards import need_open
from bot.tables.seats import TablePhase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.tables.table import Table


class Closing:
    """How a table closes, and what starts it again after a pause, a suspension or a restart."""

    __slots__ = ("_table",)

    def __init__(self, table: Table) -> None:
        self._table = table

    def close(self, reason: ClosedReason, person: int | None = None) -> None:
        """Close the table; a round that is not over is void."""
        table = self._table
        need_open(table.state)
        table.sleep()
        if table.round is not None and not table.round.phase.over:
            table.playing.void()
            table.scoring.note_end(table.round)
        table.state.phase = TablePhase.CLOSED
        table.note(TableClosed(table.table_id, table.ports.clock.wall_ms()))
        table.tell(EventKind.CLOSED, reason=reason, person=person)

    def give_up(self) -> None:
        """End a table that was never kept: the journal has nothing to close."""
        self._table.state.phase = TablePhase.CLOSED
        self._table.announce(EventKind.CLOSED, reason=ClosedReason.NOT_KEPT, person=None)

    def live(self) -> None:
        """Start what the present phase needs."""
        table = self._table
        if table.resting:
            return
        if table.state.paused:
            table.pausing.live()
            return
        starts: Mapping[TablePhase, Callable[[], None]] = {
            TablePhase.LOBBY: table.lobby.live,
            TablePhase.COUNTDOWN: table.dealing.begin_countdown,
            TablePhase.ROUND: table.playing.live,
            TablePhase.SCORES: table.scoring.live,
            TablePhase.OVER: table.scoring.live_over,
        }
        if table.state.phase in starts:
            starts[table.state.phase]()
