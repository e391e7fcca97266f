"""How a sandbox is set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class SandboxSettings:
    """`strict` refuses bodies that break the contract, otherwise they are only noted as violations.

    `key` is the first part of the page's path: who does not know it finds neither the page nor its socket nor
    the control API. `openapi` is the published API description; without it (or without jsonschema) only the
    sandbox's own checks run. `token` None lets any token in. `checks` and `limits` off make it bare, for
    benchmarks. `keep_requests` and `keep_file_bytes` bound the log of requests; `guilds` and `channels` add
    servers for load tests.
    """

    host: str = "127.0.0.1"
    port: int = 0
    strict: bool = False
    openapi: Path | None = None
    checks: bool = True
    limits: bool = True
    token: str | None = None
    key: str = ""
    bot_name: str = "Nertz"
    keep_requests: int = 20_000
    keep_file_bytes: int = 128 * 1024 * 1024
    guilds: int = 0
    channels: int = 1
    shards: int = 1
    heartbeat_seconds: float = 41.25
