"""Faults of what the bot stands on are tried with real processes, as in `tests/end_to_end`, or at a table."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import pytest

from tests.end_to_end.conftest import sandbox, start_bot
from tests.faults.stormy import a_round, stormy_house

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.sandbox.faults import Fault, Faults
    from tests.discord_ui.club import Club, Member

__all__ = ["sandbox", "start_bot"]


def remembered(faults: Faults) -> list[Fault]:
    """Return a list that will hold every fault that is ordered from now on, also when it is cleared."""
    ordered: list[Fault] = []
    order = faults.add

    def add(*what: Any, **details: Any) -> Fault:
        ordered.append(order(*what, **details))
        return ordered[-1]

    faults.add = add  # type: ignore[method-assign]
    return ordered


@pytest.fixture
async def club(caplog: pytest.LogCaptureFixture) -> AsyncIterator[Club]:
    """A club house where every fault strikes, and nothing happens that nobody foresaw until it is closed.

    All time is one there. Ana and Ben play in tests that ask for one of them.
    """
    async with stormy_house() as club:
        ordered = remembered(club.sandbox.faults)
        yield club
    assert [fault for fault in ordered if not fault.struck] == []
    records = [record for when in ("setup", "call", "teardown") for record in caplog.get_records(when)]
    assert [record.getMessage() for record in records if record.levelno >= logging.ERROR] == []


@pytest.fixture
async def ana_and_ben(club: Club) -> list[Member]:
    """Two who are in the middle of a round."""
    return await a_round(club)


@pytest.fixture
def ana(ana_and_ben: list[Member]) -> Member:
    """The host."""
    return ana_and_ben[0]


@pytest.fixture
def ben(ana_and_ben: list[Member]) -> Member:
    """Who plays against her."""
    return ana_and_ben[1]
