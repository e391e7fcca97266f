"""A club house and two who come there, for stories that begin before anybody has a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.discord_ui.club import club_house, member

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.discord_ui.club import Club, Member


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    """A club house in which nothing has happened yet."""
    async with club_house() as club:
        yield club


@pytest.fixture
def ana(club: Club) -> Member:
    """Somebody who speaks English."""
    return member(club, "ana")


@pytest.fixture
def ben(club: Club) -> Member:
    """Somebody else who speaks English."""
    return member(club, "ben")
