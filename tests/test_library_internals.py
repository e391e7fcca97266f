"""What the bot uses of libraries that is not theirs to promise, each with the file that uses it.

A new release may take any of these away. Then this file says what is to be mended; and nothing private can be
used without being named here.
"""

from __future__ import annotations

import ast
import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import aiosqlite
import discord
import discord.app_commands
import discord.gateway
import discord.http
import discord.shard
import discord.webhook.async_
import pytest
from PIL import Image

from bot.discord_ui.transport.heartbeats import CountedBeats

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_ROOT = Path(__file__).parents[1]
_UNDOCUMENTED = ("discord.http", "discord.gateway", "discord.webhook.async_", "discord.state")
"""Modules of discord.py that its documentation leaves out."""


@dataclass(frozen=True)
class Internal:
    """One thing, the file that uses it, and how it looks where that file can go on using it."""

    file: str
    name: str
    holds: Callable[[], Any]


def _takes(function: Any, *names: str) -> bool:
    return set(names) <= inspect.signature(function).parameters.keys()


def _calls(function: Any, *names: str) -> bool:
    source = inspect.getsource(function)
    return all(f".{name}()" in source for name in names)


def _says(thing: Any, *words: str) -> bool:
    source = inspect.getsource(thing)
    return all(one in source for one in words)


def _image() -> Image.Image:
    return Image.frombuffer("L", (4, 4), bytearray(16), "raw", "L", 0, 1)


def _is_paste_of_the_core() -> bool:
    """Pasting through the core changes the image that maps our buffer."""
    image = _image()
    image.readonly = 0
    image.im.paste(_image().im, (0, 0, 4, 4))
    return image.readonly == 0


_ASYNC = discord.webhook.async_
_SQLITE = inspect.getsource(aiosqlite.Connection)

INTERNALS = (
    Internal(
        "bot/discord_ui/transport/multipart.py",
        "discord.webhook.async_.AsyncWebhookAdapter.request",
        lambda: _takes(_ASYNC.AsyncWebhookAdapter.request, "route", "session", "multipart"),
    ),
    Internal(
        "bot/discord_ui/transport/multipart.py",
        "discord.webhook.async_.async_context",
        lambda: isinstance(_ASYNC.async_context.get(), _ASYNC.AsyncWebhookAdapter),
    ),
    Internal(
        "bot/discord_ui/transport/multipart.py",
        "aiohttp.client._RequestContextManager",
        lambda: hasattr(aiohttp.client, "_RequestContextManager"),
    ),
    Internal(
        "bot/discord_ui/transport/components.py",
        "discord.ui.LayoutView.to_components, has_components_v2",
        lambda: _calls(discord.http.handle_message_parameters, "to_components", "has_components_v2"),
    ),
    Internal(
        "bot/discord_ui/client.py",
        "discord.app_commands.Group.get_translated_payload",
        lambda: _takes(discord.app_commands.Group.get_translated_payload, "tree", "translator"),
    ),
    Internal(
        "bot/discord_ui/client.py",
        "discord.http.HTTPClient.edit_channel",
        lambda: _takes(discord.http.HTTPClient.edit_channel, "channel_id", "options"),
    ),
    Internal(
        "bot/cli/run.py",
        "discord.http.HTTPClient.get_bot_gateway",
        lambda: inspect.iscoroutinefunction(discord.http.HTTPClient.get_bot_gateway),
    ),
    Internal(
        "bot/bootstrap.py", "discord.http.Route.BASE", lambda: discord.http.Route.BASE.startswith("http")
    ),
    Internal(
        "bot/bootstrap.py",
        "discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY",
        lambda: discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY.scheme in ("ws", "wss"),
    ),
    Internal(
        "bot/discord_ui/transport/handshakes.py",
        "discord.shard.AutoShardedClient._AutoShardedClient__queue",
        lambda: _says(discord.shard.AutoShardedClient, "__queue = asyncio.PriorityQueue()", "__queue.get()"),
    ),
    Internal(
        "bot/discord_ui/transport/handshakes.py",
        "discord.shard.AutoShardedClient._AutoShardedClient__shards",
        lambda: _says(discord.shard.AutoShardedClient, "__shards[shard_id] = ret = Shard(ws, self, "),
    ),
    Internal(
        "bot/discord_ui/transport/handshakes.py",
        "discord.gateway.DiscordWebSocket.from_client",
        lambda: _takes(discord.gateway.DiscordWebSocket.from_client, "initial", "gateway", "shard_id"),
    ),
    Internal(
        "bot/discord_ui/transport/heartbeats.py",
        "discord.gateway.KeepAliveHandler",
        lambda: _says(discord.gateway.DiscordWebSocket, "KeepAliveHandler(ws=self, interval=interval"),
    ),
    Internal(
        "bot/discord_ui/transport/heartbeats.py",
        "discord.gateway.KeepAliveHandler.get_payload, ack",
        lambda: _says(CountedBeats.__mro__[1], "data = self.get_payload()", "def ack(self)"),
    ),
    Internal(
        "bot/discord_ui/transport/heartbeats.py",
        "discord.ShardInfo._parent.ws._keep_alive",
        lambda: (
            "_keep_alive" in inspect.getsource(discord.gateway.DiscordWebSocket.__init__)
            and _says(discord.ShardInfo, "self._parent.ws.latency")
        ),
    ),
    Internal(
        "bot/cli/verdicts.py",
        "discord.gateway.ReconnectWebSocket, WebSocketClosure",
        lambda: issubclass(discord.gateway.WebSocketClosure, Exception),
    ),
    Internal("bot/pictures/canvas.py", "PIL.Image.Image.readonly", lambda: hasattr(_image(), "readonly")),
    Internal("bot/pictures/canvas.py", "PIL.Image.Image.im.paste", _is_paste_of_the_core),
    Internal(
        "bot/scores/quick_sqlite.py",
        "aiosqlite.Connection(connector, iter_chunk_size)",
        lambda: _takes(aiosqlite.Connection.__init__, "connector", "iter_chunk_size"),
    ),
    Internal("bot/scores/quick_sqlite.py", "aiosqlite.Connection._thread", lambda: "self._thread" in _SQLITE),
    Internal(
        "bot/scores/quick_sqlite.py",
        "aiosqlite.Connection._execute",
        lambda: inspect.iscoroutinefunction(aiosqlite.Connection._execute),
    ),
    Internal(
        "bot/scores/quick_sqlite.py",
        "aiosqlite.Connection._conn",
        lambda: isinstance(inspect.getattr_static(aiosqlite.Connection, "_conn"), property),
    ),
)


@pytest.mark.parametrize("internal", INTERNALS, ids=lambda internal: internal.name)
def test_it_is_there_as_we_use_it(internal: Internal) -> None:
    assert internal.holds(), f"{internal.name} is not what it was: look at {internal.file}"


@pytest.mark.parametrize("internal", INTERNALS, ids=lambda internal: internal.name)
def test_the_file_still_uses_it(internal: Internal) -> None:
    text = (_ROOT / internal.file).read_text(encoding="utf-8")
    words = internal.name.replace("(", ".").replace(")", "").replace(", ", ".").split(".")
    assert words[-1] in text, f"{internal.file} uses no {internal.name} any more: take it from this list"


def test_nothing_private_is_used_that_is_not_named_here() -> None:
    named = {(internal.file, word) for internal in INTERNALS for word in internal.name.split(".")}
    files = {internal.file for internal in INTERNALS}
    ours = {name for path in _files() for name in _defined(ast.parse(path.read_text(encoding="utf-8")))}
    for path in _files():
        file = path.relative_to(_ROOT).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        strange = {name for name in _private_names(tree) if name not in ours and (file, name) not in named}
        assert not strange, f"{file} uses {sorted(strange)} of a library: name it in {Path(__file__).name}"
        assert file in files or not _undocumented(tree), f"{file} imports what discord.py does not document"


def _files() -> Iterator[Path]:
    yield from sorted((_ROOT / "bot").rglob("*.py"))


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def _private_names(tree: ast.AST) -> Iterator[str]:
    """Yield every private name that is read from an object or a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _is_private(node.attr):
            yield node.attr
        if isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names if _is_private(alias.name))


def _defined(tree: ast.AST) -> Iterator[str]:
    """Yield every private name that is made here: functions, assignments, fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.attr if isinstance(node, ast.Attribute) else node.id


def _undocumented(tree: ast.AST) -> bool:
    """Return whether a module imports, at runtime, what discord.py does not document."""
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    return any(
        isinstance(node, ast.ImportFrom) and node.module in _UNDOCUMENTED and id(node) not in typing_only
        for node in ast.walk(tree)
    )
