"""The bot as an ordinary process, `python -m bot run`, against a sandbox."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bot.settings import setting_names

if TYPE_CHECKING:
    from bot.sandbox.server import Sandbox

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60.0
"""Seconds for a process to start or stop on a busy machine."""
BYTECODE = Path(tempfile.gettempdir(), "nertz_bytecode")
"""Where bots keep their compiled modules: a start takes half as long with them, and the tree stays clean."""


class BotProcess:
    """One process. Its output is kept for assertions and for those who read a failure."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.lines: list[str] = []
        self._news = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def start(
        cls,
        *words: str,
        sandbox: Sandbox | None = None,
        database: str = "",
        folder: Path | str = ROOT,
        **settings: str,
    ) -> BotProcess:
        """Start `python -m bot WORDS` in a folder; settings are those of `.env`, in lower case."""
        env = {name: value for name, value in os.environ.items() if name not in setting_names()}
        if sandbox:
            env |= {"DISCORD_API": sandbox.api_url, "DISCORD_GATEWAY": sandbox.gateway_url}
            env |= {"DISCORD_TOKEN": "a-token"}
        if database:
            env["DATABASE_URL"] = database
        env |= {name.upper(): value for name, value in settings.items()}
        command = (sys.executable, "-m", "bot", *words)
        env |= {"LANG": "en_US.UTF-8", "LC_ALL": "en_US.UTF-8", "PYTHONIOENCODING": "utf-8"}
        env |= {"PYTHONPATH": str(ROOT)}
        env |= {"PYTHONPYCACHEPREFIX": str(BYTECODE), "PYTHONDONTWRITEBYTECODE": ""}
        pipe, same = asyncio.subprocess.PIPE, asyncio.subprocess.STDOUT
        return cls(
            await asyncio.create_subprocess_exec(*command, cwd=folder, env=env, stdout=pipe, stderr=same)
        )

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self.lines.append(line.decode().rstrip())
            async with self._news:
                self._news.notify_all()
        async with self._news:
            self._news.notify_all()

    async def says(self, text: str) -> str:
        """Wait for a line that contains a text and return it."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: self._said(text) is not None or self._reader.done())
        line = self._said(text)
        assert line is not None, f"the bot never said {text!r}:\n{self.output}"
        return line

    def _said(self, text: str) -> str | None:
        return next((line for line in self.lines if text in line), None)

    @property
    def output(self) -> str:
        """All it said."""
        return "\n".join(self.lines)

    async def exits(self) -> int:
        """Wait for its end and return the exit code."""
        async with asyncio.timeout(PATIENCE):
            code = await self._process.wait()
            await self._reader
        return code

    async def kill(self) -> None:
        """End it at once, as a power cut of the process would (SIGKILL)."""
        if self._process.returncode is None:
            self._process.kill()
        await self.exits()

    async def terminate(self) -> int:
        """Ask it to stop (SIGTERM) and return the exit code."""
        self._process.send_signal(signal.SIGTERM)
        return await self.exits()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid
