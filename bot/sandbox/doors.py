"""Who may come in: a browser brings every page that it has open, and only the sandbox's own is welcome.

A page of another address that is open in the same browser could read hands and delete channels, by a request
or a socket to this port (it says so in `Origin`), or by a name of its own that it lets point here (DNS
rebinding: that name stands in `Host`). Programs say neither, and no header can be left out by a browser.
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from aiohttp import web
from yarl import URL

if TYPE_CHECKING:
    from aiohttp.typedefs import Handler, Middleware

_OWN_SITES = (None, "none", "same-origin")
_SAFE = ("GET", "HEAD")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src * data:; connect-src 'self' ws: wss:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Of every answer: no other page may show this one in a frame, load its pictures or learn its address."""


def guard(host: str) -> Middleware:
    """Return a middleware that answers 403 to other pages; `host` is what the server listens at."""

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        why = refusal(request, host)
        if why is not None:
            return web.Response(status=403, text=why, headers=HEADERS)
        return await handler(request)

    return guarded


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Put the headers that keep other pages out on an answer that is about to go."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)


def refusal(request: web.Request, host: str) -> str | None:
    """Return why a request does not come from here, or None."""
    if not _is_ours(request.host, host):
        return f"the sandbox is not called {request.host!r}"
    origin = request.headers.get("Origin")
    if origin is not None and not _is_same(origin, request.host):
        return f"the page at {origin!r} is not the sandbox's"
    if request.headers.get("Sec-Fetch-Site") not in _OWN_SITES and not _is_link(request):
        return "only the sandbox's own page may ask this"
    return None


def _is_ours(named: str, host: str) -> bool:
    """Whether a `Host` header is a number, which nobody lets point elsewhere, or a name of this machine."""
    try:
        name = URL(f"http://{named}").host or ""
    except ValueError:
        return False
    return name in ("localhost", host) or _is_number(name)


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_same(origin: str, named: str) -> bool:
    """Whether an `Origin` has the address that was asked; "null", which a sandboxed frame says, has not."""
    return origin in (f"http://{named}", f"https://{named}")


def _is_link(request: web.Request) -> bool:
    """Whether somebody follows a link to here, to look: a link that sends a command (`run`) is none."""
    is_page = request.headers.get("Sec-Fetch-Dest") == "document"
    return is_page and request.method in _SAFE and "run" not in request.query
