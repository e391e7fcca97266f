from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.sandbox.checks.contract import Contract
from bot.sandbox.clock import ManualClock
from bot.sandbox.server import Sandbox
from tests.sandbox.raw_bot import RawBot

ROOT = Path(__file__).parents[2]
OPENAPI = Path(os.environ.get("DISCORD_OPENAPI", ROOT.parent / "shared" / "discord" / "openapi.json"))


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
async def sandbox(clock):
    async with await Sandbox.start(clock=clock, strict=True, openapi=OPENAPI) as sandbox:
        yield sandbox


@pytest.fixture
async def live():
    """A sandbox on the real clock."""
    async with await Sandbox.start(strict=True, openapi=OPENAPI) as sandbox:
        yield sandbox
        assert sandbox.violations == []


@pytest.fixture
async def bot(sandbox):
    async with RawBot(sandbox) as bot:
        await bot.identify()
        yield bot


@pytest.fixture(scope="session")
def contract():
    loaded = Contract.load(OPENAPI)
    if loaded is None:
        pytest.skip("Discord's published description is not here")
    return loaded


@pytest.fixture
def ana(sandbox):
    return sandbox.person("ana")


@pytest.fixture
def ben(sandbox):
    return sandbox.person("ben")
