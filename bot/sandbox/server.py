"""The sandbox as a whole: one small HTTP server that speaks as Discord does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.sandbox.checks.contract import Contract
from bot.sandbox.checks.judge import Judge, Violation
from bot.sandbox.clock import SandboxClock, SystemClock
from bot.sandbox.command_book import CommandBook
from bot.sandbox.control import add_control
from bot.sandbox.doors import add_headers, guard
from bot.sandbox.driver import Person
from bot.sandbox.faults import Faults
from bot.sandbox.gateway.sessions import Gateway
from bot.sandbox.gateway.socket import GatewaySocket
from bot.sandbox.incidents import Incidents
from bot.sandbox.interactions import Interactions
from bot.sandbox.log import RequestLog
from bot.sandbox.nonces import Nonces
from bot.sandbox.page_api import add_page, page_path
from bot.sandbox.people import add_person, populate
from bot.sandbox.ratelimits import RateLimits
from bot.sandbox.rest.pipeline import add_routes
from bot.sandbox.services import Services
from bot.sandbox.settings import SandboxSettings
from bot.sandbox.subscriptions import Subscriptions
from bot.sandbox.user_actions import UserActions
from bot.sandbox.world import World

if TYPE_CHECKING:
    from bot.sandbox.model import Channel

_GATEWAY_PATH = "/gateway"
_BACKLOG = 2048
"""Connections that may wait to be taken: a bot that comes back has a thousand answers to give."""


class Sandbox:
    """A running local Discord. `Sandbox.start` starts it, `stop` or the end of `async with` ends it."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.world = services.world
        self.log = services.log
        self.faults = services.faults
        self.gateway = services.gateway
        self.limits = services.limits
        self.interactions = services.interactions
        self.commands = services.commands
        self.user_actions = UserActions(services)
        self.subscriptions = Subscriptions(services.world)
        self.incidents = Incidents(services)
        self._people: dict[str, Person] = {}
        self._runner: web.AppRunner | None = None

    @classmethod
    async def start(cls, *, clock: SandboxClock | None = None, **settings: Any) -> Sandbox:
        """Start a server; `settings` are those of `SandboxSettings`, port 0 takes a free one."""
        openapi = settings.get("openapi")
        if isinstance(openapi, str):
            settings["openapi"] = Path(openapi)
        sandbox = cls(build_parts(SandboxSettings(**settings), clock or SystemClock()))
        await sandbox._listen()
        return sandbox

    async def _listen(self) -> None:
        settings = self.services.settings
        app = web.Application(client_max_size=200 * 1024 * 1024, middlewares=[guard(settings.host)])
        app.on_response_prepare.append(add_headers)
        add_routes(app, self.services, "/api/v10")
        app.router.add_get("/attachments/{channel_id}/{file_id}/{name}", self._attachment)
        app.router.add_get(_GATEWAY_PATH, self._gateway_socket)
        app.router.add_get(f"{_GATEWAY_PATH}/", self._gateway_socket)
        add_page(app, self)
        add_control(app, self)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, settings.host, settings.port, backlog=_BACKLOG)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.services.base_url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        self.world.cdn = self.services.base_url
        self.gateway.url = self.gateway_url

    async def stop(self) -> None:
        """Close every connection and the server."""
        if self._runner is not None:
            for socket in tuple(self.services.sockets):
                await socket.close(code=1001)
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Sandbox:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    # addresses

    @property
    def api_url(self) -> str:
        """What `discord.http.Route.BASE` is set to."""
        return f"{self.services.base_url}/api/v10"

    @property
    def gateway_url(self) -> str:
        """What `DiscordWebSocket.DEFAULT_GATEWAY` is set to."""
        return f"ws{self.services.base_url.removeprefix('http')}{_GATEWAY_PATH}"

    @property
    def page_url(self) -> str:
        """Where people open it in a browser; the page, its socket and the control API lie below it."""
        return self.services.base_url + page_path(self.services.settings.key)

    @property
    def token(self) -> str:
        """The bot token that is let in, or one of those where any is."""
        return self.services.settings.token or "sandbox"

    # what tests look at

    @property
    def violations(self) -> list[Violation]:
        """Every body that Discord would not have taken."""
        return list(self.services.judge.violations)

    def person(self, name: str) -> Person:
        """Return a person's driver, the same one for the same name; unknown names are new people."""
        if name not in self._people:
            user = self.world.user_named(name) or add_person(self.world, name)
            self._people[name] = Person(self.world, self.user_actions, self.subscriptions, user)
        return self._people[name]

    def another_device(self, name: str) -> Person:
        """Return a second client of a person: it shows none of the first one's ephemeral messages."""
        return Person(self.world, self.user_actions, self.subscriptions, self.person(name).user)

    def channel(self, name: str) -> Channel:
        """Return a channel by its name; raises LookupError."""
        for channel in self.world.channels.values():
            if channel.name == name:
                return channel
        raise LookupError(f"there is no channel {name!r}")

    # sockets and files

    async def _gateway_socket(self, request: web.Request) -> web.WebSocketResponse:
        return await GatewaySocket(self.services).serve(request)

    async def _attachment(self, request: web.Request) -> web.Response:
        text = request.match_info["file_id"]
        found = self.world.files.get(int(text)) if text.isdecimal() else None
        if found is None:
            return web.Response(status=404, text="This content is no longer available.")
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=found.data, content_type=found.content_type, headers=headers)


def build_parts(settings: SandboxSettings, clock: SandboxClock) -> Services:
    """Put a sandbox together, with its people, without a server."""
    world = World(clock, settings.bot_name)
    faults = Faults()
    services = Services(
        settings=settings,
        clock=clock,
        world=world,
        interactions=Interactions(clock, world.new_id),
        nonces=Nonces(clock),
        commands=CommandBook(clock, world.new_id),
        gateway=Gateway(world, faults, clock, settings.token),
        limits=RateLimits(clock, enabled=settings.limits),
        faults=faults,
        judge=Judge(strict=settings.strict, enabled=settings.checks),
        contract=Contract.load(settings.openapi) if settings.checks else None,
        log=RequestLog(settings.keep_requests, settings.keep_file_bytes),
    )
    populate(world, settings.guilds, settings.channels)
    return services
