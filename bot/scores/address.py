"""The address of a database: read, refused where it means another place than it seems to, and shown.

A password may hold any sign. One that is not percent-encoded moves the borders between password, host and
name, and half of it would be printed as the name of a host: such an address is refused before anybody is
asked for it, and every address is shown from its last `@` on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from bot.scores.problems import Problem, StoreUnusable

if TYPE_CHECKING:
    from sqlalchemy import URL

_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
}
_PORTS: Final = range(1, 65536)
_UNKNOWN: Final = "DATABASE_URL"


def read_address(address: str) -> URL:
    """Return an address that names our async driver, also when it was written without one.

    Raises `StoreUnusable`: `bad_url`, `in_memory` or `password_signs`.
    """
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        code = Problem.password_signs if _has_odd_password(address) else Problem.bad_url
        raise StoreUnusable(code, shown(address)) from None
    url = url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))
    problem = (
        _problem_of_file(url) if url.get_backend_name() == "sqlite" else _problem_of_server(url, address)
    )
    if problem is not None:
        raise StoreUnusable(problem, shown(address))
    return url


def shown(address: str) -> str:
    """Return an address as it may be shown: cut from the scheme to the last `@`, and without its query."""
    scheme, separator, rest = address.partition("://")
    if not separator or not scheme.replace("+", "").isalnum():
        return _UNKNOWN
    if scheme.startswith("sqlite") and rest.startswith("/"):
        return address  # a file may have any name, and there is no password
    if "password" in rest.lower():
        return f"{scheme}://…"
    _, at, place = rest.rpartition("@")
    return f"{scheme}://{'…@' if at else ''}{place.partition('?')[0]}"


def _problem_of_file(url: URL) -> Problem | None:
    """Whatever is kept in memory is lost, and every connection would see a memory of its own."""
    name = url.database or ""
    if name in ("", ":memory:") or "mode=memory" in name or name.startswith("file::memory:"):
        return Problem.in_memory
    elsewhere = url.host or url.query or name.startswith("file:")
    return Problem.bad_url if elsewhere or "\0" in name else None


def _problem_of_server(url: URL, address: str) -> Problem | None:
    if _has_odd_password(address) or "@" in f"{url.host}{url.database}":
        return Problem.password_signs
    wrong_port = url.port is not None and url.port not in _PORTS
    return Problem.bad_url if wrong_port else None


def _has_odd_password(address: str) -> bool:
    """Return whether a server's address has more than one `@`: nobody knows which one ends what.

    Signs that end a line would hide a part from whoever cuts passwords out of lines.
    """
    return not address.startswith("sqlite") and (address.count("@") > 1 or not address.isprintable())
