"""Why a database cannot be used: one code, from which the command line makes one sentence.

StoreUnusable
SQLite's own names and PostgreSQL's SQLSTATEs are mapped to `Problem` here and nowhere else.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidRequestError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class Problem(StrEnum):
    """What is wrong with a database."""

    newer_schema = "newer_schema"
    older_schema = "older_schema"
    bad_url = "bad_url"
    driver_missing = "driver_missing"
    cannot_open = "cannot_open"
    access_denied = "access_denied"
    no_such_database = "no_such_database"
    read_only = "read_only"
    corrupted = "corrupted"
    not_a_database = "not_a_database"
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
        self.reason = reason

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


def problem_of(error: BaseException) -> Problem:
    """Return the code of a database error."""
    if isinstance(error, ModuleNotFoundError | NoSuchModuleError):
        return Problem.driver_missing
    if isinstance(error, ArgumentError | InvalidRequestError):
        return Problem.bad_url
    if isinstance(error, PoolTimeout):
        return Problem.locked
    if isinstance(error, DBAPIError):
        return _problem_of_driver(error)
    state = getattr(error, "sqlstate", None)
    if state:
        return _by_prefix(_SQLSTATE, state)
    return Problem.cannot_open if isinstance(error, OSError) else Problem.failed


def _problem_of_driver(error: DBAPIError) -> Problem:
    original = error.orig
    name = getattr(original, "sqlite_errorname", None)
    if name:
        return _by_prefix(_SQLITE, name)
    state = getattr(original, "sqlstate", None)
    if state:
        return _by_prefix(_SQLSTATE, state)
    return Problem.disconnected if error.connection_invalidated else Problem.failed


def _by_prefix(problems: dict[str, Problem], code: str) -> Problem:
    """Both kinds of codes are hierarchical: the beginning names the class of the error."""
    return next((problem for start, problem in problems.items() if code.startswith(start)), Problem.failed)


def unusable(error: BaseException, url: str) -> StoreUnusable:
    """Return the error that a person can be told."""
    reason = str(getattr(error, "orig", None) or error).strip().splitlines()
    return StoreUnusable(problem_of(error), url, reason[0] if reason else type(error).__name__)
