"""Eight tables under load; bot or database are killed at random moments; nothing that was answered is lost.

`lost`: moves that somebody was shown, and that the database or the bot does not have any more.
`wrong`: rounds that do not replay, decks that are not whole, moves that were played twice, other scores.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import random
import tempfile
import time
from contextlib import ExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from bot.sandbox.server import Sandbox
from tests.end_to_end.bot_process import BotProcess
from tests.end_to_end.regulars import Crowd
from tests.end_to_end.truth import Shown, Truth
from tests.postgres import PrivateServer, missing_postgres, open_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from bot.sandbox.log import Request

TABLES = 8
RULES = ["nertz_size=7, target=30", "nertz_size=7, stuck=reshuffle", ""]
_EARLY = 0.4
"""How many of the bots are killed while they start."""
PATIENCE = 60.0
"""Seconds until a table plays again on a busy machine."""


class Evening:
    """A sandbox, a bot and a crowd, and what becomes of the moves."""

    def __init__(self, sandbox: Sandbox, url: str, seed: int) -> None:
        self._sandbox = sandbox
        self._url = url
        self._chance = random.Random(seed)
        self._crowd = Crowd.of(sandbox, [f"table-{number}" for number in range(TABLES)])
        self._bot: BotProcess | None = None
        self.shown = Shown.at(sandbox)
        self.truth = Truth(url)

    async def begin(self) -> None:
        """Start the bot and open the tables."""
        await self.start_bot()
        await self.is_online()
        await self._crowd.open_tables(RULES)
        self._crowd.play()
        await _until(self._sandbox, lambda _: self.shown.moves > 3 * TABLES, self.bot)

    @property
    def bot(self) -> BotProcess:
        """The running bot."""
        assert self._bot is not None
        return self._bot

    async def start_bot(self) -> None:
        """Start it, without waiting for it."""
        settings = {"click_grace_ms": "0", "log_level": "WARNING"}
        self._bot = await BotProcess.start("run", sandbox=self._sandbox, database=self._url, **settings)

    async def end(self) -> None:
        """Stop all, and compare once more."""
        await self.is_online()
        self._crowd.rest()
        await self.bot.terminate()
        await self.truth.compare(self.shown)

    async def close(self) -> None:
        """Leave no process behind."""
        self._crowd.rest()
        if self._bot is not None:
            await self._bot.kill()

    async def plays_a_while(self) -> None:
        """Let everybody play for a random time: mostly short, at times long enough for a new round."""
        seconds = self._chance.uniform(0.02, 0.8)
        await asyncio.sleep(seconds if self._chance.random() > 1 / 8 else 10 * seconds)

    async def is_online(self) -> None:
        """Wait until the bot is connected: clicks that come earlier are nobody's."""
        gateway, came = self._sandbox.gateway, asyncio.Event()
        gateway.online_listeners.append(came.set)
        while not gateway.online:
            came.clear()
            await _in_time(came, self.bot)
        gateway.online_listeners.remove(came.set)

    async def next_pictures(self, number: int = 1) -> None:
        """Wait until people have been shown so many more hands."""
        wanted = self.shown.pictures + number
        await _until(self._sandbox, lambda _: self.shown.pictures >= wanted, self.bot)

    async def kill_bot(self) -> None:
        """Kill the bot and start it again; compare while it starts. Some are killed before they serve."""
        if self._chance.random() < _EARLY:
            await asyncio.sleep(self._chance.uniform(0.0, 1.0))
        else:
            await self.is_online()
            self.shown.draw_line()
            self._crowd.play()
            await self.next_pictures()
            await self.plays_a_while()
        await self.bot.kill()
        self._crowd.rest()
        await self.start_bot()
        await self.truth.compare(self.shown)

    async def kill_database(self, server: PrivateServer) -> None:
        """Kill the server under the running bot, start it again, and compare when it plays on."""
        await self.plays_a_while()
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        await self.next_pictures(3 * TABLES)
        await self.truth.compare(self.shown)


async def _until(sandbox: Sandbox, wanted: Callable[[Request], bool], bot: BotProcess) -> None:
    """Wait for a request of the bot."""
    came = asyncio.Event()
    sandbox.log.watch(lambda request: came.set() if wanted(request) else None)
    await _in_time(came, bot)


async def _in_time(came: asyncio.Event, bot: BotProcess) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            await came.wait()
    except TimeoutError:
        raise AssertionError(f"nobody plays any more; the bot said:\n{bot.output}") from None


@asynccontextmanager
async def evening(url: str, seed: int) -> AsyncIterator[Evening]:
    """Open a sandbox with eight tables, and leave nothing of it."""
    async with await Sandbox.start(
        guilds=1, channels=TABLES, keep_requests=100, keep_file_bytes=1 << 20
    ) as sandbox:
        one = Evening(sandbox, url, seed)
        try:
            await one.begin()
            yield one
        finally:
            await one.close()


async def measure(
    url: str, kills: int, seed: int, kill: Callable[[Evening], Awaitable[None]] = Evening.kill_bot
) -> dict[str, Any]:
    """Kill so many times, and return what was found."""
    start = time.perf_counter()
    async with evening(url, seed) as one:
        for _ in range(kills):
            await kill(one)
        await one.end()
        findings, shown = one.truth.findings, one.shown
    for line in (*findings.lost, *shown.older, *findings.wrong)[:50]:
        print(line)
    return {
        "kills": kills,
        "answered": shown.moves,
        "lost": len(findings.lost) + len(shown.older),
        "wrong": len(findings.wrong),
        "pictures": shown.pictures,
        "rounds": len(shown.newest),
        "seconds": round(time.perf_counter() - start, 1),
    }


def measure_database(kills: int, seed: int) -> dict[str, Any]:
    """Kill a PostgreSQL server of our own under the running bot."""
    reason = missing_postgres()
    server = None if reason else open_server()
    if not isinstance(server, PrivateServer):
        return {"skipped": reason or "NERTZ_POSTGRES_URL is somebody's server: it is not killed"}
    try:
        url = server.url(server.create())
        return asyncio.run(measure(url, kills, seed, lambda one: one.kill_database(server)))
    finally:
        server.remove()


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", help="where games are kept (default: SQLite in its own folder)")
    parser.add_argument("--victim", choices=("bot", "database"), default="bot")
    options = parser.parse_args(argv)
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # a killed bot breaks off its requests
    if options.victim == "database":
        found = measure_database(options.kills, options.seed)
    else:
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            url = options.database or f"sqlite+aiosqlite:///{folder}/kills.db"
            found = asyncio.run(measure(url, options.kills, options.seed))
    print(json.dumps({"victim": options.victim, **found}))
