"""Why a database cannot be used: one code, from which the command line makes one sentence.

StoreUnusable
SQLite's own names and PostgreSQL's SQLSTATEs are mapped to `Problem` here and nowhere else.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidRequestError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as PoolTimeout

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Problem(StrEnum):
    """What is wrong with a database."""

    newer_schema = "newer_schema"
    older_schema = "older_schema"
    in_use = "in_use"
    bad_url = "bad_url"
    password_signs = "password_signs"  # noqa: S105
    in_memory = "in_memory"
    driver_missing = "driver_missing"
    cannot_open = "cannot_open"
    access_denied = "access_denied"
    no_such_database = "no_such_database"
    read_only = "read_only"
    corrupted = "corrupted"
    not_a_database = "not_a_database"
    unsafe_writes = "unsafe_writes"
    disk_full = "disk_full"
    locked = "locked"
    disconnected = "disconnected"
    failed = "failed"


class StoreUnusable(Exception):
    """The database cannot be used. `data` holds `url` (without password) and `reason` for the sentence."""

    def __init__(self, code: Problem, url: str, reason: str = "") -> None:
        super().__init__(f"{code}: {url} {reason}".strip())
        self.code = code
        self.url = url
        self.reason = " ".join(reason.split())

    @property
    def data(self) -> dict[str, str]:
        """What a sentence needs."""
        return {"url": self.url, "reason": self.reason}


_SQLITE: Final = {
    "SQLITE_NOTADB": Problem.not_a_database,
    "SQLITE_CORRUPT": Problem.corrupted,
    "SQLITE_READONLY": Problem.read_only,
    "SQLITE_FULL": Problem.disk_full,
    "SQLITE_CANTOPEN": Problem.cannot_open,
    "SQLITE_PERM": Problem.access_denied,
    "SQLITE_AUTH": Problem.access_denied,
    "SQLITE_BUSY": Problem.locked,
    "SQLITE_LOCKED": Problem.locked,
    "SQLITE_IOERR": Problem.failed,
}

_SQLSTATE: Final = {
    "28": Problem.access_denied,
    "42501": Problem.access_denied,
    "3D": Problem.no_such_database,
    "25006": Problem.read_only,
    "53100": Problem.disk_full,
    "53300": Problem.cannot_open,
    "55P03": Problem.locked,
    "57014": Problem.locked,
    "57P": Problem.disconnected,
    "08": Problem.disconnected,
    "XX001": Problem.corrupted,
    "XX002": Problem.corrupted,
}


_OF_ADDRESSES: Final = (ArgumentError, InvalidRequestError, ValueError, TypeError, OverflowError)
"""What drivers raise for hosts, ports and options that are none."""
_HARDLY_ANY_ROOM: Final = 128 * 1024


def problem_of(error: BaseException) -> Problem:
    """Return the code of a database error."""
    if isinstance(error, ModuleNotFoundError | NoSuchModuleError):
        return Problem.driver_missing
    if isinstance(error, PoolTimeout):
        return Problem.locked
    original = error.orig if isinstance(error, DBAPIError) else error
    for problems, attribute in ((_SQLITE, "sqlite_errorname"), (_SQLSTATE, "sqlstate")):
        code = getattr(original, attribute, None)
        if code:
            return _by_prefix(problems, code)
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return Problem.disconnected
    if isinstance(original, _OF_ADDRESSES):
        return Problem.bad_url
    if isinstance(error, TimeoutError):
        return Problem.disconnected
    return Problem.cannot_open if isinstance(error, OSError) else Problem.failed


def _by_prefix(problems: dict[str, Problem], code: str) -> Problem:
    """Both kinds of codes are hierarchical: the beginning names the class of the error."""
    return next((problem for start, problem in problems.items() if code.startswith(start)), Problem.failed)


def problem_of_file(error: BaseException, file: Path) -> Problem:
    """Return the code of an error of an SQLite file.

    SQLite often says only that it cannot open or write one of its files: then the disk is asked why.
    """
    problem = problem_of(error)
    if problem not in (Problem.cannot_open, Problem.failed) or not hasattr(os, "statvfs"):
        return problem
    try:
        disk = os.statvfs(file.parent)
    except OSError:
        return problem
    if disk.f_flag & os.ST_RDONLY or (file.exists() and not os.access(file, os.W_OK)):
        return Problem.read_only
    return Problem.disk_full if disk.f_bavail * disk.f_frsize < _HARDLY_ANY_ROOM else problem


@contextmanager
def in_our_words() -> Iterator[None]:
    """Raise every error of PostgreSQL's driver as SQLAlchemy's.

    A connection that breaks off between two statements, or while it is made, comes with asyncpg's own errors
    (`InterfaceError`, `InternalClientError`), which SQLAlchemy translates only within a statement.
    """
    try:
        yield
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "asyncpg":
            raise
        # What has an SQLSTATE was said by the server; anything else is a connection that is none any more.
        gone = getattr(error, "sqlstate", None) is None
        raise DBAPIError(None, None, error, connection_invalidated=gone) from error


def reason_of(error: BaseException) -> str:
    """Return the driver's own words, in one line."""
    words = str(getattr(error, "orig", None) or error).strip().splitlines()
    return words[0] if words else type(error).__name__
