"""aiosqlite with one visit to the driver's thread per statement instead of four, or per transaction.

Every visit wakes the thread and then the event loop, which costs several times the statement itself.
SQLAlchemy asks for a cursor, an execution, all rows and a close: here only the execution is a visit.
A `Transaction` is a whole transaction in one visit: the moves of the journal, which people wait for.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import aiosqlite
from sqlalchemy import event

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from sqlalchemy import Engine

T = TypeVar("T")
_CHUNK = 64
Plain = tuple[str, tuple[Any, ...]]
"""SQL with `?`, and what stands for each."""


@dataclass(frozen=True, slots=True)
class Transaction:
    """A transaction: statements with their rows, and a query that must find something, or nothing is done."""

    steps: tuple[tuple[str, list[tuple[Any, ...]]], ...]
    proof: Plain | None = None


async def transact(driver: object, transaction: Transaction) -> bool:
    """Do a transaction in one visit; False if nothing was done, or nobody knows: then do it the long way."""
    if not isinstance(driver, _Connection):
        return False
    try:
        return await driver.visit(partial(_transact, transaction))
    except ValueError:  # aiosqlite's word for a closed connection
        return False


def _transact(transaction: Transaction, connection: sqlite3.Connection) -> bool:
    try:
        for sql, rows in transaction.steps:
            connection.executemany(sql, rows)
        proven = transaction.proof is None or connection.execute(*transaction.proof).fetchone() is not None
        if proven:
            connection.commit()
            return True
    except sqlite3.Error:
        pass
    with suppress(sqlite3.Error):
        connection.rollback()
    return False


def speed_up(engine: Engine) -> None:
    """Let an engine for `sqlite+aiosqlite` open connections of this kind."""

    def connect(_dialect: object, _record: object, _arguments: object, settings: dict[str, Any]) -> None:
        settings["async_creator_fn"] = _open

    event.listen(engine, "do_connect", connect)


def _open(database: str, **settings: Any) -> _Connection:
    return _Connection(partial(sqlite3.connect, database, **settings), _CHUNK)


class _Connection(aiosqlite.Connection):
    def __init__(self, connector: partial[sqlite3.Connection], iter_chunk_size: int) -> None:
        super().__init__(connector, iter_chunk_size)
        self._thread.daemon = True

    def cursor(self) -> Any:
        """Return a cursor at once; the driver's own is made when there is something to execute."""
        return _Cursor(self)

    async def visit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do work in the driver's thread."""
        execute: Callable[..., Awaitable[T]] = self._execute
        return await execute(work, self._conn)


class _Outcome:
    """What a statement left behind."""

    __slots__ = ("description", "lastrowid", "rowcount", "rows")

    def __init__(self, cursor: sqlite3.Cursor | None) -> None:
        self.description = None if cursor is None else cursor.description
        self.rows = [] if cursor is None or cursor.description is None else cursor.fetchall()
        self.rowcount = -1 if cursor is None else cursor.rowcount
        self.lastrowid = None if cursor is None else cursor.lastrowid


def _execute(sql: str, parameters: Any, many: bool, connection: sqlite3.Connection) -> _Outcome:
    cursor = connection.executemany(sql, parameters) if many else connection.execute(sql, parameters)
    outcome = _Outcome(cursor)
    cursor.close()
    return outcome


class _Cursor:
    """What SQLAlchemy needs of a cursor."""

    arraysize = 1

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        self._outcome = _Outcome(None)

    async def __aenter__(self) -> _Cursor:
        return self

    @property
    def description(self) -> Any:
        return self._outcome.description

    @property
    def rowcount(self) -> int:
        return self._outcome.rowcount

    @property
    def lastrowid(self) -> int | None:
        return self._outcome.lastrowid

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        self._outcome = await self._connection.visit(partial(_execute, sql, parameters, False))

    async def executemany(self, sql: str, parameters: Iterable[Sequence[Any]]) -> None:
        self._outcome = await self._connection.visit(partial(_execute, sql, parameters, True))

    async def fetchone(self) -> Any:
        return self._outcome.rows.pop(0) if self._outcome.rows else None

    async def fetchmany(self, size: int = 1) -> list[Any]:
        some, self._outcome.rows = self._outcome.rows[:size], self._outcome.rows[size:]
        return some

    async def fetchall(self) -> list[Any]:
        rows, self._outcome.rows = self._outcome.rows, []
        return rows

    async def close(self) -> None:
        self._outcome.rows = []
