"""The ways to the database: one connection that writes, some that only read.

SQLite allows one writer at a time, and one order of commits is what a journal needs: so every write of this
process goes through the same connection, one transaction after the other.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from bot.scores.address import read_address, shown
from bot.scores.problems import Problem, in_our_words, problem_of, problem_of_file
from bot.scores.quick_sqlite import speed_up, transact

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from sqlalchemy import URL, Executable, Row
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from bot.scores.quick_sqlite import Transaction

_LOG: Final = logging.getLogger(__name__)
Synchronous = Literal["NORMAL", "FULL"]
Dialect = Literal["sqlite", "postgresql"]
T = TypeVar("T")
WAL: Final = "wal"
ASK_FOR_WAL: Final = "PRAGMA journal_mode = WAL"
"""SQLite answers with the mode that the file system grants."""


class Connections:
    """Opens connections lazily; `write` and `read` are the only doors."""

    def __init__(self, url: str, *, synchronous: Synchronous = "NORMAL", busy_timeout_ms: int = 3000) -> None:
        self.url = read_address(url)
        self.shown_url = shown(url)
        """The URL without its password."""
        self.busy_timeout_ms = busy_timeout_ms
        self.dialect: Dialect = "sqlite" if self.url.get_backend_name() == "sqlite" else "postgresql"
        self._writer: AsyncConnection | None = None
        self._driver: object | None = None
        """SQLite's own connection below the writer."""
        self._turn = asyncio.Lock()
        make = _sqlite_engine if self.dialect == "sqlite" else _postgresql_engine
        self.writers = make(self.url, True, synchronous, busy_timeout_ms)
        self.readers = make(self.url, False, synchronous, busy_timeout_ms)

    @property
    def file(self) -> Path:
        """The file of an SQLite database."""
        return Path(self.url.database or "")

    def problem_of(self, error: BaseException) -> Problem:
        """Return the code of an error of this database."""
        return problem_of_file(error, self.file) if self.dialect == "sqlite" else problem_of(error)

    async def write(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Do work in one transaction of its own.

        It is done once more when a kept connection turns out to be dead (a restarted PostgreSQL). Whether
        that first commit arrived can be unknown: work must be repeatable.
        """
        async with self._turn:
            was_open = self._writer is not None
            try:
                return await self._transact(work)
            except (DBAPIError, OSError) as error:
                if not (was_open and _is_gone(error)):
                    raise
            return await self._transact(work)

    async def write_at_once(self, transaction: Transaction) -> bool:
        """Do a whole transaction in one visit to SQLite. False if that could not be done: then `write` it."""
        if self.dialect != "sqlite":
            return False
        async with self._turn:
            if self._writer is None:
                return False
            try:
                raw = self._driver or (await self._writer.get_raw_connection()).driver_connection
                self._driver = raw
                return await transact(raw, transaction)
            except BaseException:
                await self._drop_writer()
                raise

    async def _transact(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        try:
            with in_our_words():
                if self._writer is None:
                    self._writer = await self.writers.connect()
                async with self._writer.begin():
                    return await work(self._writer)
        except BaseException:
            # Its state is unknown now (a cancelled statement may still run): the next write starts anew.
            await self._drop_writer()
            raise

    async def _drop_writer(self) -> None:
        writer, self._writer = self._writer, None
        self._driver = None
        if writer is not None:
            await asyncio.shield(_hang_up(writer))

    async def read(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Do work on a connection that sees what is committed and cannot change it.

        It is done once more, on a new connection, when the first one turns out to be dead.
        """
        try:
            return await self._look(work)
        except (DBAPIError, OSError) as error:
            if not _is_gone(error):
                raise
            _LOG.info("a read is done once more: %r", error)
        # SQLAlchemy replaces every kept connection that is older than the one that was dead.
        return await self._look(work)

    async def _look(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        with in_our_words():
            async with self.readers.connect() as connection:
                return await work(connection)

    async def rows(self, query: Executable, values: Mapping[str, Any] | None = None) -> Sequence[Row[Any]]:
        """Read the rows of one query."""

        async def work(connection: AsyncConnection) -> Sequence[Row[Any]]:
            return (await connection.execute(query, values)).all()

        return await self.read(work)

    async def close(self) -> None:
        """Hang up."""
        async with self._turn:
            await self._drop_writer()
        await self.writers.dispose()
        await self.readers.dispose()


async def alone(connection: AsyncConnection, key: int) -> None:
    """Take, until the end of the transaction, a lock that no other process has at the same time."""
    if connection.dialect.name == "sqlite":
        # The driver begins a transaction before data changes only, not before a SELECT or a CREATE TABLE.
        await connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": key})


async def _hang_up(connection: AsyncConnection) -> None:
    try:
        await connection.close()
    except (DBAPIError, OSError):
        await connection.invalidate()
        await connection.close()


def _is_gone(error: DBAPIError | OSError) -> bool:
    if isinstance(error, TimeoutError):
        return False
    return (
        isinstance(error, OSError)
        or error.connection_invalidated
        or problem_of(error) is Problem.disconnected
    )


def _sqlite_engine(url: URL, writes: bool, synchronous: Synchronous, busy_timeout_ms: int) -> AsyncEngine:
    """`IMMEDIATE`: a transaction takes the write lock at once and cannot fail in its middle."""
    arguments: dict[str, Any] = {"timeout": busy_timeout_ms / 1000}
    pool: dict[str, Any] = {"pool_size": 2, "max_overflow": 2}
    if writes:
        arguments["isolation_level"] = "IMMEDIATE"
        pool = {"poolclass": NullPool}
    engine = create_async_engine(url, connect_args=arguments, hide_parameters=True, **pool)

    def prepare(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        if writes:
            cursor.execute(ASK_FOR_WAL)
            granted = cursor.fetchone()[0] == WAL
            # Without WAL only FULL orders the writes of a commit so that no power cut damages the file.
            cursor.execute(f"PRAGMA synchronous = {synchronous if granted else 'FULL'}")
            cursor.execute("PRAGMA foreign_keys = ON")
        else:
            cursor.execute("PRAGMA query_only = ON")
        cursor.close()

    speed_up(engine.sync_engine)
    event.listen(engine.sync_engine, "connect", prepare)
    return engine


def _postgresql_engine(
    url: URL, writes: bool, _synchronous: Synchronous, busy_timeout_ms: int
) -> AsyncEngine:
    settings = {"application_name": "nertz", "lock_timeout": str(busy_timeout_ms)}
    arguments = {"timeout": 5, "command_timeout": 10, "server_settings": settings}
    pool: dict[str, Any] = {"pool_pre_ping": True, "pool_size": 4, "max_overflow": 4}
    if writes:
        pool = {"poolclass": NullPool}
    return create_async_engine(url, connect_args=arguments, hide_parameters=True, **pool)
