"""What comes back from the journal: open tables and rounds, as they were last committed."""

from __future__ import annotations

import json
import logging
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import select

from bot.rules.house_rules import HouseRules
from bot.rules.records import DamagedRecord, RoundHeader, decode_record
from bot.scores.models import MoveRow, RoundRow, TableRow
from bot.tables.entries import StoredRound, StoredTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.rules.records import Record
    from bot.scores.connections import Connections

_LOG: Final = logging.getLogger(__name__)
_TABLES: Final = select(TableRow.__table__)
_ROUNDS: Final = select(RoundRow.__table__).where(RoundRow.pruned.is_(False))


async def open_tables(connections: Connections, guilds: Callable[[int], bool]) -> list[StoredTable]:
    """Return the open tables of those guilds, most recently active first."""
    rows = await connections.rows(_TABLES.order_by(TableRow.at_ms.desc()))
    return [_stored_table(row) for row in rows if guilds(row.guild_id)]


async def load_table(connections: Connections, table_id: int) -> StoredTable | None:
    """Return one table."""
    rows = await connections.rows(_TABLES.where(TableRow.table_id == table_id))
    return _stored_table(rows[0]) if rows else None


async def load_round(connections: Connections, round_id: int) -> StoredRound | None:
    """Return one round; `DamagedRecord` names the first record that cannot be read."""
    query = _ROUNDS.where(RoundRow.round_id == round_id)
    return await connections.read(partial(_load_round, query=query))


async def last_round(connections: Connections, channel_id: int) -> StoredRound | None:
    """Return the last round of a channel that was played to its end."""
    finished = _ROUNDS.where(
        RoundRow.channel_id == channel_id, RoundRow.ended_ms.is_not(None), RoundRow.end != "void"
    )
    query = finished.order_by(RoundRow.ended_ms.desc()).limit(1)
    return await connections.read(partial(_load_round, query=query))


async def _load_round(connection: AsyncConnection, *, query: Select[*tuple[Any, ...]]) -> StoredRound | None:
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    moves = select(MoveRow.number, MoveRow.record).where(MoveRow.round_id == row.round_id)
    lines = (await connection.execute(moves.order_by(MoveRow.number))).all()
    records = tuple(_record(number, line) for number, line in lines)
    return StoredRound(
        row.round_id, row.match_id, row.number, _header(row), records, row.ended_ms is not None
    )


def _record(number: int, line: str) -> Record:
    try:
        record = decode_record(line)
    except DamagedRecord as damage:
        raise DamagedRecord(number, damage.code) from damage
    if record.number != number:
        raise DamagedRecord(number, "misnumbered")
    return record


def _header(row: Row[Any]) -> RoundHeader:
    try:
        return RoundHeader(HouseRules.of(json.loads(row.rules)), row.seats, bytes.fromhex(row.seed))
    except ValueError as damage:
        raise DamagedRecord(0, "header") from damage


def _stored_table(row: Row[Any]) -> StoredTable:
    return StoredTable(row.table_id, row.guild_id, row.channel_id, row.phase, _state(row), row.at_ms)


def _state(row: Row[Any]) -> dict[str, Any]:
    """Return a table's state; an unreadable one costs its own table only, so it comes back empty."""
    try:
        state: dict[str, Any] = json.loads(row.state)
    except ValueError:
        _LOG.exception("the state of table %d cannot be read", row.table_id)
        return {}
    return state
