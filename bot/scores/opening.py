"""Making a database ready: is it ours, is it whole, is its schema the one this program knows."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import SQLAlchemyError

from bot.scores import schema
from bot.scores.address import shown
from bot.scores.connections import ASK_FOR_WAL, WAL, Connections, alone
from bot.scores.leases import refuse_while_leased
from bot.scores.problems import Problem, StoreUnusable, problem_of, reason_of
from bot.scores.write_probe import beat

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.connections import Synchronous

_LOG: Final = logging.getLogger(__name__)
_QUICKLY_CHECKED_BYTES: Final = 32 * 1024 * 1024
"""Up to this size a file is looked through at every start (about 0.1 s); `db check` does it for any size."""
_NOT_KEPT: Final = ("memory", "off")
"""Ways of writing in which a kill in the middle of a commit damages the file."""


def connect(url: str, *, synchronous: Synchronous = "NORMAL", busy_timeout_ms: int = 3000) -> Connections:
    """Return the ways to a database, or raise `StoreUnusable` for an address that is none."""
    try:
        return Connections(url, synchronous=synchronous, busy_timeout_ms=busy_timeout_ms)
    except (SQLAlchemyError, ImportError) as error:
        raise StoreUnusable(problem_of(error), shown(url), reason_of(error)) from error


def told(connections: Connections, error: BaseException) -> BaseException:
    """Return the error that a person can be told: drivers raise all kinds where a database is at fault."""
    if isinstance(error, StoreUnusable) or not isinstance(error, Exception):
        return error
    return StoreUnusable(connections.problem_of(error), connections.shown_url, reason_of(error))


async def make_ready(connections: Connections) -> None:
    """Check a database and bring it to our schema, or raise `StoreUnusable`.

    SQLite is upgraded here unless another process serves from it. PostgreSQL may serve other processes of
    an older version, so only an empty one is set up here; `db upgrade` does the rest.
    """
    if connections.dialect == "sqlite":
        await asyncio.to_thread(_look_at_file, connections)

    async def work(connection: AsyncConnection) -> None:
        await alone(connection, schema.LOCK)
        await connection.run_sync(_bring_to_our_version, connections)
        await beat(connection)

    await connections.write(work)


def _bring_to_our_version(connection: Connection, connections: Connections) -> None:
    url = connections.shown_url
    version = schema.version_of(connection)
    check_known(version, url)
    if version == schema.known_versions()[-1]:
        return
    if connections.dialect == "postgresql" and not schema.is_empty(connection):
        raise StoreUnusable(Problem.older_schema, url, version or "")
    refuse_while_leased(connection, url)
    schema.upgrade(connection)


def check_known(version: str | None, url: str) -> None:
    """Raise `StoreUnusable` for a version that only a newer program knows."""
    if version is not None and version not in schema.known_versions():
        raise StoreUnusable(Problem.newer_schema, url, version)


def _look_at_file(connections: Connections) -> None:
    """Open the file once with the plain driver: can it be read and written, and is it whole.

    The asynchronous driver's thread would outlive a failure here and complain that the event loop is gone.
    """
    file = connections.file
    with closing(sqlite3.connect(file, timeout=connections.busy_timeout_ms / 1000)) as connection:
        connection.execute("BEGIN IMMEDIATE").connection.rollback()
        if file.stat().st_size <= _QUICKLY_CHECKED_BYTES:
            [verdict] = connection.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise StoreUnusable(Problem.corrupted, connections.shown_url, verdict)
        [mode] = connection.execute(ASK_FOR_WAL).fetchone()
    _judge(mode, connections)


def _judge(mode: str, connections: Connections) -> None:
    """Some file systems (of networks, of containers) grant no WAL: SQLite says what it does instead."""
    if mode in _NOT_KEPT:
        raise StoreUnusable(Problem.unsafe_writes, connections.shown_url, mode)
    if mode != WAL:
        _LOG.warning(
            "the file system of %s grants no WAL (%s): commits are slower, as safe", connections.file, mode
        )
