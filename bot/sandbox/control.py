"""The control API: faults, incidents and the log over HTTP, below `control` at the page's address."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.sandbox.page_api import page_path

if TYPE_CHECKING:
    from bot.sandbox.log import Request
    from bot.sandbox.server import Sandbox


def add_control(app: web.Application, sandbox: Sandbox) -> None:
    """Serve the control API."""
    control = _Control(sandbox)
    under = page_path(sandbox.services.settings.key)
    app.router.add_get(f"{under}control/state", control.state)
    app.router.add_get(f"{under}control/faults", control.faults)
    app.router.add_post(f"{under}control/faults", control.add_fault)
    app.router.add_delete(f"{under}control/faults", control.clear_faults)
    app.router.add_post(under + "control/do/{name}", control.do)
    app.router.add_get(f"{under}control/requests", control.requests)
    app.router.add_delete(f"{under}control/requests", control.clear_requests)


class _Control:
    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    async def state(self, request: web.Request) -> web.Response:
        sandbox = self._sandbox
        return web.json_response(
            {
                "online": sandbox.gateway.online,
                "sessions": len(sandbox.gateway.connected()),
                "identifies": sandbox.gateway.identifies,
                "requests": len(sandbox.log),
                "rate_limited": sandbox.limits.hits,
                "invalid_requests": sandbox.limits.invalid_requests,
                "violations": [str(one) for one in sandbox.violations],
                "faults": sandbox.faults.listing(),
                "guilds": [
                    {
                        "id": str(guild.id),
                        "name": guild.name,
                        "channels": {one.name: str(one.id) for one in guild.channels.values()},
                    }
                    for guild in sandbox.world.guilds.values()
                ],
            }
        )

    async def faults(self, request: web.Request) -> web.Response:
        return web.json_response(self._sandbox.faults.listing())

    async def add_fault(self, request: web.Request) -> web.Response:
        order = await request.json()
        try:
            fault = self._sandbox.faults.add(**order)
        except (TypeError, ValueError) as error:
            return web.json_response({"error": str(error)}, status=400)
        return web.json_response(asdict(fault), status=201)

    async def clear_faults(self, request: web.Request) -> web.Response:
        wanted = request.query.get("id")
        self._sandbox.faults.clear(int(wanted) if wanted else None)
        return web.json_response(self._sandbox.faults.listing())

    async def do(self, request: web.Request) -> web.Response:
        text = await request.text()
        try:
            result = self._sandbox.incidents.run(request.match_info["name"], json.loads(text or "{}"))
        except (TypeError, ValueError, KeyError) as error:
            return web.json_response({"error": str(error)}, status=400)
        return web.json_response({"result": result})

    async def requests(self, request: web.Request) -> web.Response:
        return web.json_response([_request_json(one) for one in self._sandbox.log])

    async def clear_requests(self, request: web.Request) -> web.Response:
        self._sandbox.log.clear()
        return web.json_response([])


def _request_json(one: Request) -> dict[str, Any]:
    return {
        "method": one.method,
        "route": one.route,
        "path": one.path,
        "at": one.at,
        "took": one.took,
        "status": one.status,
        "code": one.code,
        "body": one.body,
        "files": [{"name": file.filename, "bytes": len(file.data)} for file in one.files],
        "channel_id": one.channel_id and str(one.channel_id),
        "message_id": one.message_id and str(one.message_id),
        "ephemeral": one.ephemeral,
        "fault": one.fault,
    }
