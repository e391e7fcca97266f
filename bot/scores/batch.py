"""Many writes folded into few statements: what one commit of the journal holds."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bot.rules.records import Played, encode_record
from bot.scores.figures import end_match
from bot.scores.quick_sqlite import Transaction
from bot.tables.entries import (
    MatchBegun,
    MatchEnded,
    RecordKept,
    RoundDealt,
    RoundEnded,
    TableClosed,
    TableSaved,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.quick_sqlite import Plain
    from bot.scores.statements import Statements
    from bot.tables.entries import Entry

Row = dict[str, Any]


def to_json(value: Any) -> str:
    """Return compact JSON."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


@dataclass(slots=True)
class Batch:
    """Rows by kind. Kinds are written in the order in which they need each other, within a kind as queued."""

    tables: dict[int, Row | None] = field(default_factory=dict)
    """The last saved state per table, None for a closed one."""
    matches: list[Row] = field(default_factory=list)
    rounds: list[Row] = field(default_factory=list)
    records: list[Row] = field(default_factory=list)
    players: set[tuple[int, int]] = field(default_factory=set)
    """(person, round) of the people who moved."""
    first_numbers: dict[int, int] = field(default_factory=dict)
    """The first record number per round."""
    ended_rounds: list[Row] = field(default_factory=list)
    ended_matches: list[MatchEnded] = field(default_factory=list)

    @property
    def only_moves(self) -> bool:
        """Whether there is nothing but records: nearly always, and people wait for them."""
        others = (self.tables, self.matches, self.rounds, self.ended_rounds, self.ended_matches)
        return bool(self.records) and not any(others)

    def transaction(
        self, statements: Statements, known_players: set[tuple[int, int]], proof: Plain | None
    ) -> Transaction:
        """Return a batch of moves as one visit to SQLite."""
        new = self.players - known_players
        players = [{"person_id": person, "round_id": round_} for person, round_ in new]
        steps = [statements.plain_rows("keep_record", self.records)]
        if players:
            steps.append(statements.plain_rows("note_player", players))
        return Transaction(tuple(steps), proof)

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Batch:
        """Fold entries, in order."""
        batch = cls()
        for entry in entries:
            _FOLD[type(entry)](batch, entry)
        return batch

    async def write(
        self,
        connection: AsyncConnection,
        statements: Statements,
        *,
        doubtful: set[int],
        known_players: set[tuple[int, int]],
    ) -> None:
        """Write all rows; records of doubtful rounds replace what an unsure commit may have left there."""
        await self._write_tables(connection, statements)
        await _many(connection, statements.begin_match, self.matches)
        await _many(connection, statements.deal_round, self.rounds)
        await self._settle_doubts(connection, statements, doubtful)
        await _many(connection, statements.keep_record, self.records)
        players = [
            {"person_id": person, "round_id": round_} for person, round_ in self.players - known_players
        ]
        await _many(connection, statements.note_player, players)
        await _many(connection, statements.end_round, self.ended_rounds)
        for match in self.ended_matches:
            await end_match(connection, statements, match)

    async def _write_tables(self, connection: AsyncConnection, statements: Statements) -> None:
        saved = [row for row in self.tables.values() if row is not None]
        closed = [{"closed_id": table} for table, row in self.tables.items() if row is None]
        await _many(connection, statements.save_table, saved)
        await _many(connection, statements.close_table, closed)

    async def _settle_doubts(
        self, connection: AsyncConnection, statements: Statements, doubtful: set[int]
    ) -> None:
        rounds = doubtful & self.first_numbers.keys()
        rows = [{"doubtful_id": key, "first_number": self.first_numbers[key]} for key in rounds]
        await _many(connection, statements.forget_records, rows)
        await _many(connection, statements.reopen_round, [{"doubtful_id": key} for key in rounds])


async def _many(connection: AsyncConnection, statement: Any, rows: list[Row]) -> None:
    if rows:
        await connection.execute(statement, rows)


def _save_table(batch: Batch, entry: TableSaved) -> None:
    batch.tables[entry.table_id] = {
        "table_id": entry.table_id,
        "guild_id": entry.guild_id,
        "channel_id": entry.channel_id,
        "phase": entry.phase,
        "state": to_json(entry.state),
        "at_ms": entry.at_ms,
    }


def _close_table(batch: Batch, entry: TableClosed) -> None:
    batch.tables[entry.table_id] = None


def _begin_match(batch: Batch, entry: MatchBegun) -> None:
    batch.matches.append(
        {
            "match_id": entry.match_id,
            "table_id": entry.table_id,
            "guild_id": entry.guild_id,
            "channel_id": entry.channel_id,
            "rules": to_json(entry.rules.as_dict()),
            "begun_ms": entry.at_ms,
        }
    )


def _deal_round(batch: Batch, entry: RoundDealt) -> None:
    batch.rounds.append(
        {
            "round_id": entry.round_id,
            "of_match": entry.match_id,
            "number": entry.number,
            "rules": to_json(entry.header.rules.as_dict()),
            "seats": entry.header.seats,
            "seed": entry.header.seed.hex(),
            "dealt_ms": entry.at_ms,
        }
    )


def _keep_record(batch: Batch, entry: RecordKept) -> None:
    record, round_id = entry.record, entry.round_id
    row = {"round_id": round_id, "number": record.number, "record": encode_record(record)}
    batch.records.append(row)
    batch.first_numbers.setdefault(round_id, record.number)
    if isinstance(record, Played) and record.person > 0:
        batch.players.add((record.person, round_id))


def _end_round(batch: Batch, entry: RoundEnded) -> None:
    batch.ended_rounds.append(
        {
            "ended_round_id": entry.round_id,
            "ended_ms": entry.at_ms,
            "end": entry.end,
            "caller": entry.caller,
            "scores": to_json(entry.scores),
        }
    )


def _end_match(batch: Batch, entry: MatchEnded) -> None:
    batch.ended_matches.append(entry)


_FOLD: Final[dict[type[Any], Callable[[Batch, Any], None]]] = {
    TableSaved: _save_table,
    TableClosed: _close_table,
    MatchBegun: _begin_match,
    RoundDealt: _deal_round,
    RecordKept: _keep_record,
    RoundEnded: _end_round,
    MatchEnded: _end_match,
}
