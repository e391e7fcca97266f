from __future__ import annotations

import pytest

from bot.sandbox.checks.contract import Contract
from bot.sandbox.clock import ManualClock
from bot.sandbox.server import Sandbox
from tests.browser import browser  # noqa: F401  (a fixture)
from tests.contract import OPENAPI
from tests.sandbox.raw_bot import RawBot


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
    return Contract.load(OPENAPI)


@pytest.fixture
def ana(sandbox):
    return sandbox.person("ana")


@pytest.fixture
def ben(sandbox):
    return sandbox.person("ben")
