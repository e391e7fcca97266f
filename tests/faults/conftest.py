"""Faults of what the bot stands on are tried with real processes, as in `tests/end_to_end`, or at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.end_to_end.conftest import sandbox, start_bot
from tests.faults.stormy import a_round, no_errors

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.discord_ui.club import Club, Member

__all__ = ["sandbox", "start_bot"]


@pytest.fixture
async def round_of_two(caplog: pytest.LogCaptureFixture) -> AsyncIterator[tuple[Club, list[Member]]]:
    """A round between Ana and Ben in which nothing happens that nobody foresaw."""
    async with a_round() as (club, people):
        yield club, people
        no_errors(caplog)


@pytest.fixture
def club(round_of_two: tuple[Club, list[Member]]) -> Club:
    """The club house in which Ana and Ben play."""
    return round_of_two[0]


@pytest.fixture
def ana(round_of_two: tuple[Club, list[Member]]) -> Member:
    """The host."""
    return round_of_two[1][0]


@pytest.fixture
def ben(round_of_two: tuple[Club, list[Member]]) -> Member:
    """Who plays against her."""
    return round_of_two[1][1]
