"""Making a database ready: is it ours, is it whole, is its schema the one this program knows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from bot.scores import schema
from bot.scores.connections import alone
from bot.scores.problems import Problem, StoreUnusable
from bot.scores.pulse import beat

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.connections import Connections

_QUICKLY_CHECKED_BYTES: Final = 32 * 1024 * 1024
"""Up to this size a file is looked through at every start (about 0.1 s); `db check` does it for any size."""
MIGRATION_LOCK: Final = 0x4E45525A
"""Key of the PostgreSQL advisory lock that two programs starting at once queue up for."""


def shown(url: str) -> str:
    """Return a URL as it may be shown: without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "DATABASE_URL"


async def make_ready(connections: Connections) -> None:
    """Check a database and bring it to our schema, or raise `StoreUnusable`.

    SQLite is upgraded here: its only user is this program. PostgreSQL may serve other processes of an older
    version, so only an empty one is set up here; `db upgrade` does the rest.
    """

    async def work(connection: AsyncConnection) -> None:
        await alone(connection, MIGRATION_LOCK)
        await connection.run_sync(_bring_to_our_version, connections)
        await beat(connection)

    await connections.write(work)


def _bring_to_our_version(connection: Connection, connections: Connections) -> None:
    url = connections.url.render_as_string(hide_password=True)
    if connections.dialect == "sqlite":
        _check_small_file(connection, connections, url)
    version = schema.version_of(connection)
    check_known(version, url)
    if version == schema.known_versions()[-1]:
        return
    if connections.dialect == "postgresql" and not schema.is_empty(connection):
        raise StoreUnusable(Problem.older_schema, url, version or "")
    schema.upgrade(connection)


def check_known(version: str | None, url: str) -> None:
    """Raise `StoreUnusable` for a version that only a newer program knows."""
    if version is not None and version not in schema.known_versions():
        raise StoreUnusable(Problem.newer_schema, url, version)


def _check_small_file(connection: Connection, connections: Connections, url: str) -> None:
    file = Path(connections.url.database or "")
    if file.is_file() and file.stat().st_size <= _QUICKLY_CHECKED_BYTES:
        verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if verdict != "ok":
            raise StoreUnusable(Problem.corrupted, url, str(verdict))
