"""Statements of the journal, built once per dialect, so that a write only fills in its rows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, bindparam, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.scores.models import (
    FigureRow,
    GuildRow,
    MatchRow,
    MoveRow,
    NameRow,
    NoteRow,
    PersonRow,
    PlayerRow,
    PulseRow,
    ResultRow,
    RoundRow,
    SeatRow,
    TableRow,
)

if TYPE_CHECKING:
    from sqlalchemy import Executable, Select

    from bot.scores.connections import Dialect
    from bot.scores.models import Model
    from bot.scores.quick_sqlite import Plain


class Statements:
    """Every insert is repeatable: the outcome of a commit can be unknown."""

    def __init__(self, dialect: Dialect) -> None:
        self._insert: Any = sqlite.insert if dialect == "sqlite" else postgresql.insert
        self._greatest = func.max if dialect == "sqlite" else func.greatest
        self.save_table = self._upsert(TableRow, "table_id")
        self.close_table = delete(TableRow).where(TableRow.table_id == bindparam("closed_id"))
        self.begin_match = self._once(MatchRow)
        self.deal_round = self._deal_round()
        self.keep_record = self._upsert(MoveRow, "round_id", "number")
        self.note_player = self._once(PlayerRow)
        self.end_round = update(RoundRow).where(RoundRow.round_id == bindparam("ended_round_id"))
        self.forget_records = _forget_records()
        self.reopen_round = _reopen_round()
        self.end_match = _end_match()
        self.add_seat = self._once(SeatRow)
        self.add_result = self._once(ResultRow)
        self.note_name = self._upsert(NameRow, "person_id", "guild_id")
        self.count_figure = self._count_figure()
        self.first_person = self._once(PersonRow)
        self.first_guild = self._once(GuildRow)
        self.beat_pulse = self._upsert(PulseRow, "pulse_id")
        self.leave_note = self._upsert(NoteRow, "name")

    def plain_rows(self, name: str, rows: list[dict[str, Any]]) -> tuple[str, list[tuple[Any, ...]]]:
        """Return the SQL of an insert for SQLite's driver, and the values of each row in its order."""
        sql, columns = _plain_insert(getattr(self, name), tuple(rows[0]))
        return sql, [tuple(row[column] for column in columns) for row in rows]

    def _once(self, model: type[Model]) -> Executable:
        """Insert; a row that is there already stays."""
        statement: Executable = self._insert(model).on_conflict_do_nothing()
        return statement

    def _upsert(self, model: type[Model], *key: str) -> Executable:
        """Insert; a row that is there already is replaced."""
        insert = self._insert(model)
        columns = [column.name for column in model.__table__.columns if column.name not in key]
        statement: Executable = insert.on_conflict_do_update(
            index_elements=list(key), set_={name: insert.excluded[name] for name in columns}
        )
        return statement

    def _deal_round(self) -> Executable:
        match = bindparam("of_match", type_=BigInteger)
        channel = select(MatchRow.channel_id).where(MatchRow.match_id == match)
        statement: Executable = (
            self._insert(RoundRow)
            .values(match_id=match, channel_id=channel.scalar_subquery(), pruned=False)
            .on_conflict_do_nothing()
        )
        return statement

    def _count_figure(self) -> Executable:
        insert = self._insert(FigureRow)
        new, old = insert.excluded, FigureRow
        sums = ("matches", "wins", "rounds", "calls", "points")
        values = {name: getattr(old, name) + new[name] for name in sums}
        values["best_round"] = self._greatest(old.best_round, new.best_round)
        values |= {name: new[name] for name in ("mu", "sigma", "rating")}
        statement: Executable = insert.on_conflict_do_update(
            index_elements=[column.name for column in FigureRow.__table__.primary_key], set_=values
        )
        return statement


def _forget_records() -> Executable:
    return delete(MoveRow).where(
        MoveRow.round_id == bindparam("doubtful_id"), MoveRow.number >= bindparam("first_number")
    )


def _reopen_round() -> Executable:
    return (
        update(RoundRow)
        .where(RoundRow.round_id == bindparam("doubtful_id"))
        .values(ended_ms=None, end=None, caller=None, scores=None)
    )


def _end_match() -> Executable:
    return (
        update(MatchRow)
        .where(MatchRow.match_id == bindparam("ended_match_id"), MatchRow.ended_ms.is_(None))
        .values(ended_ms=bindparam("at_ms"))
    )


@cache
def _plain_insert(statement: Any, columns: tuple[str, ...]) -> tuple[str, list[str]]:
    compiled = statement.compile(dialect=sqlite.dialect(), column_keys=columns)
    return str(compiled), list(compiled.positiontup)


def plain_query(query: Select[Any]) -> Plain:
    """Return a query for SQLite's driver."""
    compiled: Any = query.compile(dialect=sqlite.dialect())
    return str(compiled), tuple(compiled.params[name] for name in compiled.positiontup)


@cache
def statements_for(dialect: Dialect) -> Statements:
    """Return the statements of a dialect."""
    return Statements(dialect)
