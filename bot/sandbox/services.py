"""The parts of a sandbox, put together for the routes, the gateway and the people."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aiohttp.web import WebSocketResponse

    from bot.sandbox.bodies import UploadedFile
    from bot.sandbox.checks.contract import Contract
    from bot.sandbox.checks.judge import Judge
    from bot.sandbox.clock import SandboxClock
    from bot.sandbox.command_book import CommandBook
    from bot.sandbox.faults import Faults
    from bot.sandbox.gateway.sessions import Gateway
    from bot.sandbox.interactions import Interactions
    from bot.sandbox.log import Request, RequestLog
    from bot.sandbox.nonces import Nonces
    from bot.sandbox.ratelimits import RateLimits
    from bot.sandbox.settings import SandboxSettings
    from bot.sandbox.world import World


@dataclass
class Services:
    """Everything that answers a request."""

    settings: SandboxSettings
    clock: SandboxClock
    world: World
    interactions: Interactions
    nonces: Nonces
    commands: CommandBook
    gateway: Gateway
    limits: RateLimits
    faults: Faults
    judge: Judge
    contract: Contract | None
    log: RequestLog
    base_url: str = ""
    sockets: set[WebSocketResponse] = field(default_factory=set)


@dataclass
class Call:
    """A request as a route sees it."""

    entry: Request
    params: dict[str, str]
    query: dict[str, str]
    body: Any = None
    files: list[UploadedFile] = field(default_factory=list)

    def id_of(self, name: str) -> int:
        """Return an id of the path; nonsense is an id that nothing has."""
        text = self.params[name]
        return int(text) if text.isdecimal() else 0

    @property
    def data(self) -> dict[str, Any]:
        """The body as an object."""
        return self.body if isinstance(self.body, dict) else {}


Reply = tuple[int, Any]
