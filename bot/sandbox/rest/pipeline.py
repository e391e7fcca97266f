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
from bot.sandbox.ratelimits import TooMany, refused_headers
from bot.sandbox.rest.routes import ROUTES, Route
from bot.sandbox.services import Call

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.sandbox.faults import Fault
    from bot.sandbox.services import Services

_log = logging.getLogger(__name__)
_BEFORE = ("status", "drop_before", "delay")
_AFTER = ("status_after", "drop_after", "delay_after")


class Dropped(Exception):
    """The connection was cut on order."""


def add_routes(app: web.Application, services: Services, prefix: str) -> None:
    """Serve all routes below a prefix such as `/api/v10`."""
    for route in ROUTES:
        app.router.add_route(route.method, prefix + route.path, _handler(services, route))
    app.router.add_route("*", prefix + "/{tail:.*}", _unknown)


async def _unknown(request: web.Request) -> web.Response:
    _log.warning("the sandbox has no route %s %s", request.method, request.path)
    return json_response(404, {"message": "404: Not Found", "code": 0})


def _handler(services: Services, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def handle(request: web.Request) -> web.StreamResponse:
        entry = Request(route.method, route.path, request.path, services.clock.now())
        entry.params = dict(request.match_info)
        services.log.add(entry)
        try:
            return await _run(services, route, request, entry)
        except Dropped:
            _cut(request)
            return web.Response(status=500)
        finally:
            entry.took = services.clock.now() - entry.at
            services.log.ended(entry)

    return handle


async def _run(services: Services, route: Route, request: web.Request, entry: Request) -> web.Response:
    if services.limits.banned:
        return _ban(services, entry)
    raw = await request.read()
    fault = await _suffer(services, entry, request, _BEFORE)
    if fault is not None:
        return _faulty(services, entry, fault)
    call = Call(entry, entry.params, dict(request.query))
    headers: dict[str, str] = {}
    try:
        _check_login(services, route, request)
        taken = services.limits.take(route.uses(services, call))
        if isinstance(taken, TooMany):
            return _finish(services, entry, 429, taken.body(), taken.headers)
        headers = taken
        _read(services, route, call, request, raw)
        status, body = route.handler(services, call)
    except DiscordError as error:
        status, body = error.status, error.body()
    after = await _suffer(services, entry, request, _AFTER)
    if after is not None:
        return _faulty(services, entry, after)
    return _finish(services, entry, status, body, headers)


def _check_login(services: Services, route: Route, request: web.Request) -> None:
    if route.by_token:
        return
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind != "Bot" or not services.gateway.knows(token):
        raise DiscordError(0)


def _read(services: Services, route: Route, call: Call, request: web.Request, raw: bytes) -> None:
    call.body, call.files = read_body(request.headers.get("Content-Type", ""), raw)
    call.entry.body = call.body
    call.entry.files = call.files
    if services.judge.enabled and services.contract is not None and route.method in ("POST", "PUT", "PATCH"):
        problems = services.contract.request_problems(route.method, route.path, call.body)
        services.judge.weigh(call.entry.name, problems)


async def _suffer(
    services: Services, entry: Request, request: web.Request, kinds: tuple[str, ...]
) -> Fault | None:
    """Strike a request with the fault that is ordered for it, if any; returns one that decides the answer."""
    names = (entry.path.removeprefix("/api/v10"), entry.route)
    suffered: list[int] = []
    while True:
        fault = services.faults.strike(kinds, entry.method, *names, suffered=suffered)
        if fault is None:
            return None
        suffered.append(fault.id)
        entry.fault = fault.kind
        if fault.kind in ("drop_before", "drop_after"):
            raise Dropped
        if fault.kind in ("status", "status_after"):
            return fault
        await asyncio.sleep(fault.seconds)


def _faulty(services: Services, entry: Request, fault: Fault) -> web.Response:
    if fault.status == 429:
        body: dict[str, Any] = {
            "message": "You are being rate limited.",
            "retry_after": fault.retry_after,
            "global": fault.scope == "global",
            "code": fault.code,
        }
        headers = refused_headers(fault.retry_after, fault.scope, via=fault.via)
        return _finish(services, entry, 429, body, headers, fault.scope)
    if fault.status >= 500 and not fault.code:
        return _finish(services, entry, fault.status, {"message": f"{fault.status}: on order", "code": 0}, {})
    error = DiscordError(fault.code, status=fault.status, message=fault.message or None, errors=fault.errors)
    return _finish(services, entry, fault.status, error.body(), {})


def _ban(services: Services, entry: Request) -> web.Response:
    entry.status = 429
    return web.Response(status=429, text="<html>error code: 1015</html>", content_type="text/html")


def _finish(
    services: Services,
    entry: Request,
    status: int,
    body: Any,
    headers: dict[str, str],
    scope: str | None = None,
) -> web.Response:
    entry.status = status
    entry.answer = body
    services.limits.note_status(status, scope)
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
