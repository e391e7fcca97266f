"""`python -m bot play`: a local Discord, the ordinary bot and a browser on one machine, without a token."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import webbrowser
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from bot.bootstrap import build, point_discord_at
from bot.cli.errors import CliError
from bot.cli.run import log_in, open_store
from bot.logs import set_up_logs
from bot.sandbox.server import Sandbox
from bot.scores.notes import CommandNote

if TYPE_CHECKING:
    import argparse
    from collections.abc import AsyncIterator, Iterator

    from bot.bootstrap import App
    from bot.locales import Words
    from bot.settings import Settings

HOST: Final = "ana"
"""As whom the browser sends the command of `--practice`, which opens straight into a game."""


def play(settings: Settings, args: argparse.Namespace, words: Words) -> int:
    """Serve the page until Ctrl+C; exit code 0."""
    set_up_logs("WARNING" if settings.log_level == "INFO" else settings.log_level, settings.log_format)
    with _database(args.database) as url, contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_play(settings.model_copy(update={"database_url": url}), args, words))
    return 0


@contextlib.contextmanager
def _database(file: Path | None) -> Iterator[str]:
    """Yield the address of a database: a file that was asked for, or one that is forgotten at the end."""
    if file is not None:
        yield f"sqlite+aiosqlite:///{file}"
        return
    with tempfile.TemporaryDirectory(prefix="nertz-", ignore_cleanup_errors=True) as folder:
        yield f"sqlite+aiosqlite:///{Path(folder, 'play.db')}"


async def _play(settings: Settings, args: argparse.Namespace, words: Words) -> None:
    async with _sandbox(args.port) as sandbox, _bot(settings, sandbox):
        url = sandbox.page_url
        if args.practice:
            url += f"?as={HOST}&run=" + quote(f"nertz start practice:{args.practice} level:{args.level}")
        print(words("play.open", url=url), words("play.people"), sep="\n", flush=True)
        if not args.no_browser:
            await asyncio.to_thread(webbrowser.open, url)
        await asyncio.Event().wait()


@contextlib.asynccontextmanager
async def _sandbox(port: int) -> AsyncIterator[Sandbox]:
    try:
        sandbox = await Sandbox.start(port=port, key=token_urlsafe(16), token=token_urlsafe(16))
    except OSError:
        raise CliError("cli.port_taken", port=port) from None
    async with sandbox:
        yield sandbox


@contextlib.asynccontextmanager
async def _bot(settings: Settings, sandbox: Sandbox) -> AsyncIterator[App]:
    """Run the ordinary bot against the sandbox; when it is there, its commands are known and it answers."""
    there = {
        "discord_api": sandbox.api_url,
        "discord_gateway": sandbox.gateway_url,
        "discord_token": sandbox.token,
    }
    settings = settings.model_copy(update=there)
    point_discord_at(settings)
    async with open_store(settings) as store:
        app = build(settings, store, CommandNote(store))
        try:
            await log_in(app.client, settings)
            await app.warm_up()
            await app.tables.recover(lambda _: True)
            connection = asyncio.create_task(app.client.connect())
            await app.client.wait_until_ready()
            yield app
            connection.cancel()
        finally:
            await app.close()
