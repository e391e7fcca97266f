"""What is erased: a person who asks for it, and the moves of old rounds. Others' results stay."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import bindparam, delete, select, update

from bot.rules.records import DamagedRecord, Played, decode_record, encode_record
from bot.scores.batch import to_json
from bot.scores.models import (
    FORGOTTEN,
    FigureRow,
    MatchRow,
    MoveRow,
    NameRow,
    PersonRow,
    PlayerRow,
    ResultRow,
    RoundRow,
    TableRow,
)
from bot.scores.periods import period_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Executable, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.connections import Connections

_ROUNDS_AT_ONCE: Final = 5
"""Rounds per transaction: the journal waits for its end."""
_REWRITE: Final = (
    update(MoveRow)
    .where(MoveRow.round_id == bindparam("of_round"), MoveRow.number == bindparam("at_number"))
    .values(record=bindparam("new_record"))
)


async def forget(connections: Connections, person_id: int) -> None:
    """Erase a person's choices and results, and put a pseudonym wherever their id stood.

    It may be broken off and called again. Somebody who still sits at a table must leave it first.
    """
    moved_in = select(PlayerRow.round_id).where(PlayerRow.person_id == person_id)
    while rounds := await _some(connections, moved_in):
        await connections.write(partial(_hide_in_rounds, rounds=rounds, person_id=person_id))
    await connections.write(partial(_erase, person_id=person_id))


async def _some(connections: Connections, query: Select[int]) -> list[int]:
    return [number for (number,) in await connections.rows(query.limit(_ROUNDS_AT_ONCE))]


async def _hide_in_rounds(connection: AsyncConnection, *, rounds: Sequence[int], person_id: int) -> None:
    query = select(MoveRow.round_id, MoveRow.number, MoveRow.record).where(MoveRow.round_id.in_(rounds))
    lines = [(of_round, number, line) for of_round, number, line in await connection.execute(query)]
    # Hundreds of records take a while to read: clicks are answered meanwhile.
    rows = await asyncio.to_thread(_hide_in_lines, lines, person_id)
    if rows:
        await connection.execute(_REWRITE, rows)
    noted = PlayerRow.person_id == person_id, PlayerRow.round_id.in_(rounds)
    await connection.execute(delete(PlayerRow).where(*noted))


def _hide_in_lines(lines: Sequence[tuple[int, int, str]], person_id: int) -> list[dict[str, Any]]:
    return [
        {"of_round": round_id, "at_number": number, "new_record": _hide_in_record(line, person_id)}
        for round_id, number, line in lines
        if str(person_id) in line
    ]


def _hide_in_record(line: str, person_id: int) -> str:
    try:
        record = decode_record(line)
    except DamagedRecord:
        return line.replace(str(person_id), str(FORGOTTEN))
    if isinstance(record, Played) and record.person == person_id:
        return encode_record(record._replace(person=FORGOTTEN))
    return line


async def _erase(connection: AsyncConnection, *, person_id: int) -> None:
    for model in (ResultRow, FigureRow, NameRow, PersonRow):
        await connection.execute(delete(model).where(model.person_id == person_id))
    tables = select(TableRow.table_id, TableRow.state).where(TableRow.state.contains(str(person_id)))
    for table_id, state in (await connection.execute(tables)).all():
        hidden = to_json(hide_in_state(json.loads(state), person_id))
        await connection.execute(update(TableRow).where(TableRow.table_id == table_id).values(state=hidden))


def hide_in_state(state: Any, person_id: int) -> Any:
    """Return a table's state with a person's id replaced and their name emptied, wherever they stand."""
    if isinstance(state, list):
        return [hide_in_state(value, person_id) for value in state]
    if isinstance(state, dict):
        return dict(_hide_in_field(key, value, person_id) for key, value in state.items())
    return FORGOTTEN if type(state) is int and state == person_id else state


def _hide_in_field(key: str, value: Any, person_id: int) -> tuple[str, Any]:
    if key == str(person_id):
        return str(FORGOTTEN), "" if isinstance(value, str) else hide_in_state(value, person_id)
    return key, hide_in_state(value, person_id)


async def prune(connections: Connections, older_than_ms: int, now_ms: int) -> int:
    """Erase moves of old rounds, and figures of periods that are over; return the number of rounds.

    A table goes on from its round, also from one that has ended, however long it slept.
    """
    at_open_table = select(MatchRow.match_id).join(TableRow, TableRow.table_id == MatchRow.table_id)
    old = select(RoundRow.round_id).where(
        RoundRow.pruned.is_(False),
        RoundRow.dealt_ms < older_than_ms,
        RoundRow.match_id.not_in(at_open_table),
    )
    pruned = 0
    while rounds := await _some(connections, old):
        pruned += await connections.write(
            partial(_prune_rounds, query=old.where(RoundRow.round_id.in_(rounds)))
        )
    await _prune_figures(connections, now_ms)
    return pruned


async def _prune_rounds(connection: AsyncConnection, *, query: Select[int]) -> int:
    """Ask again what may go, in the same transaction: a table may have opened since the rounds were found."""
    rounds = (await connection.execute(query)).scalars().all()
    await connection.execute(delete(MoveRow).where(MoveRow.round_id.in_(rounds)))
    await connection.execute(delete(PlayerRow).where(PlayerRow.round_id.in_(rounds)))
    await connection.execute(update(RoundRow).where(RoundRow.round_id.in_(rounds)).values(pruned=True))
    return len(rounds)


async def _execute(connection: AsyncConnection, *, statement: Executable) -> None:
    await connection.execute(statement)


async def _prune_figures(connections: Connections, now_ms: int) -> None:
    for (guild_id,) in await connections.rows(select(FigureRow.guild_id).distinct()):
        over = FigureRow.guild_id == guild_id, FigureRow.period.not_in(period_keys(now_ms))
        await connections.write(partial(_execute, statement=delete(FigureRow).where(*over)))
