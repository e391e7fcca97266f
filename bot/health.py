"""One optional port for those who run the bot: `/live`, `/healthz` and Prometheus `/metrics`.

`/live` answers while the process and its event loop do: whoever restarts a bot looks there. `/healthz` tells
whether it serves: it is red while Discord or the database are away, and a restart would not bring these back.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, Histogram, generate_latest

if TYPE_CHECKING:
    from collections.abc import Callable

    from prometheus_client import CollectorRegistry

_LAG_EVERY_SECONDS = 0.25


class HealthPort:
    """Serves `/live`, `/healthz` (200 or 503 with what is wrong) and `/metrics` on one address."""

    def __init__(self, registry: CollectorRegistry, problems: Callable[[], list[str]]) -> None:
        self._registry = registry
        self._problems = problems
        self._runner: web.AppRunner | None = None

    async def start(self, host: str, port: int) -> int:
        """Listen; return the port (0 takes a free one). Raises `OSError` when it is taken."""
        app = web.Application()
        app.router.add_get("/live", self._live)
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        return int(self._runner.addresses[0][1])

    async def stop(self) -> None:
        """Close the port."""
        if self._runner:
            await self._runner.cleanup()

    async def _live(self, request: web.Request) -> web.Response:
        return web.json_response({"alive": True})

    async def _healthz(self, request: web.Request) -> web.Response:
        problems = self._problems()
        return web.json_response({"problems": problems}, status=503 if problems else 200)

    async def _metrics(self, request: web.Request) -> web.Response:
        body = await asyncio.to_thread(generate_latest, self._registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})


async def watch_lag(histogram: Histogram) -> None:
    """Measure for ever how late the event loop wakes us (s)."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LAG_EVERY_SECONDS
        await asyncio.sleep(_LAG_EVERY_SECONDS)
        histogram.observe(max(0.0, loop.time() - due))
