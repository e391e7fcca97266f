"""A sandbox that takes nothing that Discord would not take, and bots that surely end."""

from __future__ import annotations

import pytest

from tests.browser import browser  # noqa: F401  (a fixture)
from tests.discord_ui.club import strict_sandbox
from tests.end_to_end.bot_process import BotProcess


@pytest.fixture
async def sandbox():
    """A strict local Discord; a body that breaks the contract fails the test."""
    async with strict_sandbox() as running:
        yield running


@pytest.fixture
async def start_bot(sandbox, tmp_path):
    """Start bots on one database; they are killed at the end of the test if need be."""
    started: list[BotProcess] = []
    database = f"sqlite+aiosqlite:///{tmp_path}/nertz.db"

    async def start(*words: str, **settings: str) -> BotProcess:
        given = {"database": database, "click_grace_ms": "0", **settings}
        bot = await BotProcess.start(*(words or ("run",)), sandbox=sandbox, **given)
        started.append(bot)
        return bot

    yield start
    for bot in started:
        await bot.kill()
