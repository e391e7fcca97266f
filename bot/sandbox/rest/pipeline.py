"""The way of a request: faults, login, limits, body, contract, route, answer, log."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import struct
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.sandbox.bodies import read_body
from bot.sandbox.errors import DiscordError
from bot.sandbox.log import Request
from bot.sandbox.parts import Call
from bot.sandbox.ratelimits import TooMany, refused_headers
from bot.sandbox.rest.routes import ROUTES, Route

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.sandbox.faults import Fault
    from bot.sandbox.parts import Parts

_log = logging.getLogger(__name__)
_BEFORE = ("status", "drop_before", "delay")
_AFTER = ("status_after", "drop_after", "delay_after")


class Dropped(Exception):
    """The connection was cut on order."""


def add_routes(app: web.Application, parts: Parts, prefix: str) -> None:
    """Serve all routes below a prefix such as `/api/v10`."""
    for route in ROUTES:
        app.router.add_route(route.method, prefix + route.path, _handler(parts, route))
    app.router.add_route("*", prefix + "/{tail:.*}", _unknown)


async def _unknown(request: web.Request) -> web.Response:
    _log.warning("the sandbox has no route %s %s", request.method, request.path)
    return json_response(404, {"message": "404: Not Found", "code": 0})


def _handler(parts: Parts, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def handle(request: web.Request) -> web.StreamResponse:
        entry = Request(route.method, route.path, request.path, parts.clock.now())
        entry.params = dict(request.match_info)
        parts.log.add(entry)
        try:
            return await _run(parts, route, request, entry)
        except Dropped:
            _cut(request)
            return web.Response(status=500)
        finally:
            entry.took = parts.clock.now() - entry.at
            parts.log.ended(entry)

    return handle


async def _run(parts: Parts, route: Route, request: web.Request, entry: Request) -> web.Response:
    if parts.limits.banned:
        return _ban(parts, entry)
    raw = await request.read()
    fault = await _suffer(parts, entry, request, _BEFORE)
    if fault is not None:
        return _faulty(parts, entry, fault)
    call = Call(entry, entry.params, dict(request.query))
    headers: dict[str, str] = {}
    try:
        _check_login(parts, route, request)
        taken = parts.limits.take(route.uses(parts, call))
        if isinstance(taken, TooMany):
            return _finish(parts, entry, 429, taken.body(), taken.headers)
        headers = taken
        _read(parts, route, call, request, raw)
        status, body = route.handler(parts, call)
    except DiscordError as error:
        status, body = error.status, error.body()
    after = await _suffer(parts, entry, request, _AFTER)
    if after is not None:
        return _faulty(parts, entry, after)
    return _finish(parts, entry, status, body, headers)


def _check_login(parts: Parts, route: Route, request: web.Request) -> None:
    if route.by_token:
        return
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind != "Bot" or not parts.gateway.knows(token):
        raise DiscordError(0)


def _read(parts: Parts, route: Route, call: Call, request: web.Request, raw: bytes) -> None:
    call.body, call.files = read_body(request.headers.get("Content-Type", ""), raw)
    call.entry.body = call.body
    call.entry.files = call.files
    if parts.judge.enabled and parts.contract is not None and route.method in ("POST", "PUT", "PATCH"):
        problems = parts.contract.request_problems(route.method, route.path, call.body)
        parts.judge.weigh(call.entry.name, problems)


async def _suffer(parts: Parts, entry: Request, request: web.Request, kinds: tuple[str, ...]) -> Fault | None:
    """Strike a request with the fault that is ordered for it, if any; returns one that decides the answer."""
    names = (entry.path.removeprefix("/api/v10"), entry.route)
    suffered: list[int] = []
    while True:
        fault = parts.faults.strike(kinds, entry.method, *names, suffered=suffered)
        if fault is None:
            return None
        suffered.append(fault.id)
        entry.fault = fault.kind
        if fault.kind in ("drop_before", "drop_after"):
            raise Dropped
        if fault.kind in ("status", "status_after"):
            return fault
        await asyncio.sleep(fault.seconds)


def _faulty(parts: Parts, entry: Request, fault: Fault) -> web.Response:
    if fault.status == 429:
        body: dict[str, Any] = {
            "message": "You are being rate limited.",
            "retry_after": fault.retry_after,
            "global": fault.scope == "global",
            "code": fault.code,
        }
        headers = refused_headers(fault.retry_after, fault.scope, via=fault.via)
        return _finish(parts, entry, 429, body, headers, fault.scope)
    if fault.status >= 500 and not fault.code:
        return _finish(parts, entry, fault.status, {"message": f"{fault.status}: on order", "code": 0}, {})
    error = DiscordError(fault.code, status=fault.status, message=fault.message or None, errors=fault.errors)
    return _finish(parts, entry, fault.status, error.body(), {})


def _ban(parts: Parts, entry: Request) -> web.Response:
    entry.status = 429
    return web.Response(status=429, text="<html>error code: 1015</html>", content_type="text/html")


def _finish(
    parts: Parts, entry: Request, status: int, body: Any, headers: dict[str, str], scope: str | None = None
) -> web.Response:
    entry.status = status
    entry.answer = body
    parts.limits.note_status(status, scope)
    return json_response(status, body, headers)


def json_response(status: int, body: Any, headers: dict[str, str] | None = None) -> web.Response:
    """Answer with exactly `application/json`: discord.py takes `; charset=utf-8` for text."""
    if status == 204 or body is None:
        return web.Response(status=204, headers=headers)
    data = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
    return web.Response(status=status, body=data, headers=headers, content_type="application/json")


def _cut(request: web.Request) -> None:
    """Reset the connection, so that the client sees ECONNRESET and no answer."""
    transport = request.transport
    if transport is None:
        return
    sock = transport.get_extra_info("socket")
    if sock is not None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
