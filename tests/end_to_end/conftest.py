"""A sandbox that takes nothing that Discord would not take, and bots that surely end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.sandbox.server import Sandbox
from tests.end_to_end.bot_process import BotProcess

OPENAPI = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"


@pytest.fixture
async def sandbox():
    """A strict local Discord; a body that breaks the contract fails the test."""
    openapi = OPENAPI if OPENAPI.exists() else None
    if openapi is None and os.environ.get("CI") == "true":
        pytest.fail("Discord's API description is not there")
    async with await Sandbox.start(strict=True, openapi=openapi) as running:
        yield running
        assert running.violations == []


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
