"""The command line of the sandbox."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from bot.sandbox.server import Sandbox

DEFAULT_PORT = 8780
DEFAULT_URL = f"http://127.0.0.1:{DEFAULT_PORT}/"
"""The page's address; with a key the control API lies below it, too."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    options = _parser().parse_args(arguments)
    result: int = options.run(options)
    return result


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot.sandbox", description="A small local Discord.")
    commands = parser.add_subparsers(required=True)
    _add_serve(commands.add_parser("serve", help="serve until interrupted"))
    _add_fault(commands.add_parser("fault", help="order or withdraw faults of a running sandbox"))
    _add_do(commands.add_parser("do", help="let something happen: reconnect, kick_bot, delete_channel …"))
    state = commands.add_parser("state", help="print what a running sandbox knows")
    state.add_argument("--url", default=DEFAULT_URL)
    state.set_defaults(run=lambda options: _ask(options.url, "GET", "/control/state"))
    return parser


def _add_serve(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=DEFAULT_PORT)
    serve.add_argument("--strict", action="store_true", help="refuse bodies that break the contract")
    serve.add_argument("--openapi", type=Path, help="Discord's published description (openapi.json)")
    serve.add_argument("--no-checks", dest="checks", action="store_false")
    serve.add_argument("--no-limits", dest="limits", action="store_false")
    serve.add_argument("--token", help="the only token let in; otherwise any")
    serve.add_argument("--key", default="", help="a secret part of the page's address")
    serve.add_argument("--guilds", type=int, default=0, help="further servers, for load tests")
    serve.add_argument("--channels", type=int, default=1, help="channels of each further server")
    serve.add_argument("--shards", type=int, default=1, help="what GET /gateway/bot recommends")
    serve.add_argument("--keep-requests", type=int, default=20_000)
    serve.add_argument("--keep-file-bytes", type=int, default=128 * 1024 * 1024)
    serve.set_defaults(run=_serve)


def _add_fault(fault: argparse.ArgumentParser) -> None:
    fault.add_argument("action", choices=("add", "clear", "list"))
    fault.add_argument("kind", nargs="?", help="status, drop_after, delay, lose … (add), or a number (clear)")
    fault.add_argument(
        "details", nargs="*", help="route=*/messages* method=PATCH count=3 status=500 code=0 …"
    )
    fault.add_argument("--url", default=DEFAULT_URL)
    fault.set_defaults(run=_fault)


def _add_do(do: argparse.ArgumentParser) -> None:
    do.add_argument("name")
    do.add_argument("details", nargs="*", help="channel=… guild=… permissions=send_messages,attach_files")
    do.add_argument("--url", default=DEFAULT_URL)
    do.set_defaults(run=_do)


def _serve(options: argparse.Namespace) -> int:
    settings = {key: value for key, value in vars(options).items() if key != "run"}
    try:
        asyncio.run(_serve_forever(settings))
    except KeyboardInterrupt:
        return 0
    return 0


async def _serve_forever(settings: dict[str, Any]) -> None:
    async with await Sandbox.start(**settings) as sandbox:
        _print(f"page    {sandbox.page_url}")
        _print(f"DISCORD_API={sandbox.api_url}")
        _print(f"DISCORD_GATEWAY={sandbox.gateway_url}")
        await asyncio.Event().wait()


def _fault(options: argparse.Namespace) -> int:
    if options.action == "add":
        return _ask(
            options.url, "POST", "/control/faults", {"kind": options.kind, **_details(options.details)}
        )
    if options.action == "clear":
        query = f"?id={options.kind}" if options.kind else ""
        return _ask(options.url, "DELETE", f"/control/faults{query}")
    return _ask(options.url, "GET", "/control/faults")


def _do(options: argparse.Namespace) -> int:
    details = _details(options.details)
    if "permissions" in details:
        details["permissions"] = str(details["permissions"]).split(",")
    return _ask(options.url, "POST", f"/control/do/{options.name}", details)


def _details(pairs: list[str]) -> dict[str, Any]:
    details: dict[str, Any] = {}
    for pair in pairs:
        key, _, value = pair.partition("=")
        try:
            details[key] = json.loads(value)
        except ValueError:
            details[key] = value
    return details


def _ask(url: str, method: str, path: str, body: Any = None) -> int:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{url.rstrip('/')}{path}", data=data, method=method)  # noqa: S310
    try:
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            _print(json.dumps(json.load(answer), indent=1))
    except urllib.error.HTTPError as error:
        _print(error.read().decode())
        return 1
    except urllib.error.URLError:
        _print(f"no sandbox answers at {url}; start one with: python -m bot.sandbox serve")
        return 2
    return 0


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
