"""`python -m bot db`: bring the schema up or back, check a database, copy it while it is in use."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.cli.errors import Ending
from bot.scores import schema
from bot.scores.connections import alone
from bot.scores.leases import refuse_while_leased
from bot.scores.opening import check_known, connect, told
from bot.scores.problems import Problem, StoreUnusable

if TYPE_CHECKING:
    import argparse
    from collections.abc import Awaitable, Callable

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.connections import Connections

_BASE: Final = "base"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did: exit code, key of the sentence (`db.…`) and what the sentence needs."""

    code: int
    key: str
    data: dict[str, str] = field(default_factory=dict)


def add_arguments(parser: argparse.ArgumentParser, words: Callable[[str], str]) -> None:
    """Add the commands; `words` gives the help of a key."""
    commands = parser.add_subparsers(dest="db_command", required=True)
    commands.add_parser("upgrade", help=words("db.help.upgrade"))
    downgrade = commands.add_parser("downgrade", help=words("db.help.downgrade"))
    downgrade.add_argument("version", help=words("db.help.version"))
    commands.add_parser("check", help=words("db.help.check"))
    backup = commands.add_parser("backup", help=words("db.help.backup"))
    backup.add_argument("file", nargs="?", type=Path, help=words("db.help.file"))


async def run(args: argparse.Namespace, url: str) -> Outcome:
    """Run the command that was given. Problems of the database come as an `Outcome`, too."""
    commands: dict[str, Callable[[Connections], Awaitable[Outcome]]] = {
        "upgrade": upgrade,
        "downgrade": partial(downgrade, version=getattr(args, "version", _BASE)),
        "check": check,
        "backup": partial(backup, file=getattr(args, "file", None)),
    }
    try:
        connections = connect(url)
        try:
            return await commands[args.db_command](connections)
        except Exception as error:
            raise told(connections, error) from error
        finally:
            await connections.close()
    except StoreUnusable as problem:
        return refused(problem)


def refused(problem: StoreUnusable) -> Outcome:
    """Return the outcome of a database that cannot be used: 2, or 75 where its server may be back soon."""
    known = schema.known_versions()[-1]
    code = Ending.try_later if problem.code is Problem.disconnected else Ending.wrong_here
    return Outcome(code, f"db.problem.{problem.code}", problem.data | {"known": known})


async def upgrade(connections: Connections) -> Outcome:
    """Bring the schema to this program's version."""
    return await _migrate(connections, partial(_upgrade, url=connections.shown_url))


async def downgrade(connections: Connections, version: str) -> Outcome:
    """Bring the schema back to an older version; what only newer ones hold is lost."""
    versions = (_BASE, *schema.known_versions())
    if version not in versions:
        return Outcome(2, "db.unknown_version", {"version": version, "known": ", ".join(versions)})
    _need_file(connections)
    return await _migrate(connections, partial(_downgrade, url=connections.shown_url, version=version))


async def check(connections: Connections) -> Outcome:
    """Look through a database: version, wholeness (SQLite), and that it has the tables of the models."""
    _need_file(connections)

    async def work(connection: AsyncConnection) -> Outcome:
        return await connection.run_sync(_check, connections)

    return await connections.read(work)


async def backup(connections: Connections, file: Path | None = None) -> Outcome:
    """Copy an SQLite database while it is in use. PostgreSQL has its own program for that."""
    if connections.dialect == "postgresql":
        return Outcome(2, "db.backup.pg_dump", {"database": connections.url.database or ""})
    source = _need_file(connections)
    target = file or source.with_name(f"{source.stem}-{datetime.now(UTC):%Y%m%d-%H%M%S}{source.suffix}")
    if target.exists():
        return Outcome(2, "db.backup.exists", {"file": str(target)})
    await asyncio.to_thread(_copy, source, target)
    return Outcome(0, "db.backup.done", {"file": str(target)})


def _need_file(connections: Connections) -> Path:
    """SQLite would make an empty database of a misspelt name."""
    file = connections.file
    if connections.dialect == "sqlite" and not file.is_file():
        raise StoreUnusable(Problem.no_such_database, connections.shown_url)
    return file


async def _migrate(connections: Connections, change: Callable[[Connection], Outcome]) -> Outcome:
    async def work(connection: AsyncConnection) -> Outcome:
        await alone(connection, schema.LOCK)
        return await connection.run_sync(change)

    return await connections.write(work)


def _upgrade(connection: Connection, url: str) -> Outcome:
    before = schema.version_of(connection)
    check_known(before, url)
    newest = schema.known_versions()[-1]
    if before == newest:
        return Outcome(0, "db.current", {"version": newest})
    refuse_while_leased(connection, url)
    schema.upgrade(connection)
    return Outcome(0, "db.upgraded", {"before": before or _BASE, "version": newest})


def _downgrade(connection: Connection, url: str, version: str) -> Outcome:
    before = schema.version_of(connection)
    check_known(before, url)
    versions = (_BASE, *schema.known_versions())
    if versions.index(before or _BASE) <= versions.index(version):
        return Outcome(0, "db.current", {"version": before or _BASE})
    refuse_while_leased(connection, url)
    schema.downgrade(connection, version)
    return Outcome(0, "db.downgraded", {"before": before or _BASE, "version": version})


def _check(connection: Connection, connections: Connections) -> Outcome:
    if connections.dialect == "sqlite":
        verdict = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one()
        if verdict != "ok":
            raise StoreUnusable(Problem.corrupted, connections.shown_url, str(verdict))
    version = schema.version_of(connection)
    check_known(version, connections.shown_url)
    if version != schema.known_versions()[-1]:
        raise StoreUnusable(Problem.older_schema, connections.shown_url, version or _BASE)
    found = schema.differences(connection)
    if found:
        return Outcome(1, "db.check.differs", {"difference": found[0]})
    return Outcome(0, "db.check.good", {"version": version})


def _copy(source: Path, target: Path) -> None:
    """Copy under one read transaction, and give the copy its name only when it is whole."""
    unfinished = target.with_name(target.name + ".unfinished")
    try:
        with closing(_connect(source)) as original, closing(_connect(unfinished)) as copy:
            original.backup(copy)
            # A copy in WAL mode would need its own side files to be opened read-only.
            copy.execute("PRAGMA journal_mode = DELETE")
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(os.fspath(file), timeout=10)
