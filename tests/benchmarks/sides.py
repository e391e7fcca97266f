"""Two bots to be compared, each a process of its own against a bare sandbox in this process.

A sandbox here checks no contract, limits nothing and remembers next to nothing, and people act in its own
process: what is measured is the bot, and measuring costs the same on both sides.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import psutil

from bot.sandbox.people import channel_id_of
from bot.sandbox.server import Sandbox
from bot.settings import setting_names
from tests.end_to_end.bot_process import ROOT, BotProcess

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.sandbox.person import PersonDriver

_FIRST_FREE_SERVER = 2
_START_SECONDS = 60.0


@dataclass(frozen=True)
class Side:
    """A running bot with its sandbox."""

    name: str
    sandbox: Sandbox
    process: psutil.Process
    output: BotProcess

    def person(self, number: int) -> PersonDriver:
        """Return the n-th person."""
        return self.sandbox.person(f"player-{number}")

    def cpu_seconds(self) -> float:
        """Return the processor time that the bot and what draws for it have used."""
        times = [process.cpu_times() for process in self._family()]
        return float(sum(one.user + one.system for one in times))

    def memory_mb(self) -> float:
        """Return the memory that the bot and what draws for it hold."""
        return float(sum(process.memory_info().rss for process in self._family()) / 2**20)

    def _family(self) -> list[psutil.Process]:
        return [self.process, *self.process.children()]


def channel(number: int) -> int:
    """Return the id of the n-th channel of the server for load tests."""
    return channel_id_of(_FIRST_FREE_SERVER, number)


@contextlib.asynccontextmanager
async def bot_side(channels: int, module: str = "bot", **settings: str) -> AsyncIterator[Side]:
    """Run `python -m bot run` on an SQLite file of its own."""
    async with _bare_sandbox(channels) as sandbox:
        with tempfile.TemporaryDirectory() as folder:
            env = {"DATABASE_URL": f"sqlite+aiosqlite:///{folder}/nertz.db", "DISCORD_TOKEN": "a-token"}
            env |= {"LOG_LEVEL": "WARNING", **settings}
            bot = BotProcess(await _start(sandbox, env, module, "run"))
            try:
                await _online(sandbox)
                yield Side("bot", sandbox, psutil.Process(bot.pid), bot)
            finally:
                await bot.kill()
                for line in bot.lines:
                    if "ERROR" in line or "Traceback" in line:
                        print("the bot said:", line)


@contextlib.asynccontextmanager
async def floor_side(channels: int) -> AsyncIterator[Side]:
    """Run the least that a discord.py bot can do for a click."""
    async with _bare_sandbox(channels) as sandbox:
        floor = BotProcess(await _start(sandbox, {}, "tests.benchmarks.floor_bot"))
        try:
            await _online(sandbox)
            yield Side("floor", sandbox, psutil.Process(floor.pid), floor)
        finally:
            await floor.kill()


@contextlib.asynccontextmanager
async def _bare_sandbox(channels: int) -> AsyncIterator[Sandbox]:
    bare: dict[str, Any] = {"checks": False, "limits": False, "keep_requests": 10, "keep_file_bytes": 0}
    async with await Sandbox.start(clock=None, **bare, guilds=1, channels=channels) as sandbox:
        yield sandbox


async def _start(
    sandbox: Sandbox, settings: dict[str, str], module: str, *words: str
) -> asyncio.subprocess.Process:
    env = {name: value for name, value in os.environ.items() if name not in setting_names()}
    env |= {"DISCORD_API": sandbox.api_url, "DISCORD_GATEWAY": sandbox.gateway_url, **settings}
    env |= {"LANG": "en_US.UTF-8", "LC_ALL": "en_US.UTF-8", "PYTHONIOENCODING": "utf-8"}
    pipe, same = asyncio.subprocess.PIPE, asyncio.subprocess.STDOUT
    command = (sys.executable, "-m", module, *words)
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=env, stdout=pipe, stderr=same)


async def _online(sandbox: Sandbox) -> None:
    async with asyncio.timeout(_START_SECONDS):
        while not (sandbox.gateway.online and sandbox.commands.listing()):
            await asyncio.sleep(0.1)
        await asyncio.sleep(1.0)
