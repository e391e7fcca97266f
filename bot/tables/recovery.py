"""From a row, a header and records back to a living table."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.rules.records import DamagedRecord
from bot.rules.round import Round
from bot.tables.entries import TableClosed
from bot.tables.events import ClosedReason, EventKind
from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.saved import NewerState, UnknownState, state_from_json
from bot.tables.seats import TablePhase

if TYPE_CHECKING:
    from bot.rules.records import Record
    from bot.tables.entries import StoredRound, StoredTable
    from bot.tables.seats import TableState
    from bot.tables.table import Table

log = logging.getLogger(__name__)


async def read_again(table: Table) -> bool:
    """Make the table what the ledger says, and let it live. Return whether it is still open.

    Raises `TableRefusal` (newer_version), and changes nothing, where only a newer program can read it.
    """
    ledger = table.ports.ledger
    stored = await ledger.load_table(table.table_id)
    if stored is None or stored.phase == TablePhase.CLOSED:
        _is_closed(table)
        return False
    try:
        state = state_from_json(stored.state)
        stored_round = None if state.round_id is None else await ledger.load_round(state.round_id)
        round_ = _replay(state.round_id, stored_round)
    except NewerState:
        raise TableRefusal(TableCode.NEWER_VERSION) from None
    except UnknownState as damage:
        _set_aside(table, 0, f"state {damage}")
        return False
    except DamagedRecord as damage:
        _set_aside(table, damage.number, damage.code)
        return False
    _take(table, stored, state, round_)
    if not state.message.number:
        _never_shown(table)
        return False
    _live(table)
    return True


def _replay(round_id: int | None, stored: StoredRound | None) -> Round | None:
    if round_id is None:
        return None
    if stored is None:
        raise DamagedRecord(0, "no_round")
    records: tuple[Record, ...] = stored.records
    return Round.replay(stored.header, records)


def _take(table: Table, stored: StoredTable, state: TableState, round_: Round | None) -> None:
    state.suspended = table.state.suspended
    table.sleep()
    table.state = state
    table.round = round_
    table.forget_views()
    table.persistence.begin(stored.state)


def _live(table: Table) -> None:
    was_suspended, table.state.suspended = table.state.suspended, False
    table.away.after_restart()
    with table.change():
        table.tell(EventKind.UNSUSPENDED if was_suspended else EventKind.WOKEN)
        table.live()


def _never_shown(table: Table) -> None:
    """Close a table whose message was never asked for: nobody can have seen it, nor been told that it is."""
    table.state.suspended = False
    table.close(ClosedReason.NOT_KEPT)


def _is_closed(table: Table) -> None:
    """The close itself was kept, though its answer was lost."""
    table.sleep()
    table.state.suspended = False
    table.state.phase = TablePhase.CLOSED
    table.announce(EventKind.CLOSED, reason=ClosedReason.STOPPED, person=None)


def _set_aside(table: Table, number: int, code: str) -> None:
    """Close a table whose row or records can't be read; the others live on."""
    log.error("table %s is damaged at record %s: %s", table.table_id, number, code)
    table.sleep()
    table.state.suspended = False
    table.round = None
    with table.change():
        table.state.phase = TablePhase.CLOSED
        table.note(TableClosed(table.table_id, table.ports.clock.wall_ms()))
        table.tell(EventKind.DAMAGED, number=number, code=code)
        table.tell(EventKind.CLOSED, reason=ClosedReason.DAMAGED, person=None)
