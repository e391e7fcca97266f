"""Hands that Discord takes no pictures for: their text, too, tells of nothing that is not kept."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.moves import CALL
from tests.discord_ui.club import eventually, playing
from tests.discord_ui.test_hand import ANA, BEN

if TYPE_CHECKING:
    from tests.discord_ui.club import Club, Member


@pytest.fixture
async def waiting(club: Club) -> tuple[Member, Member, asyncio.Future[Any]]:
    """Ana has played her last Nertz card, which is not kept yet; Ben's hand is one of text."""
    ana, ben = await playing(club, "ana ben", {**ANA, "nertz": "AH"}, BEN)
    await club.clock.run(2.0)
    session = club.hands.sessions.of(club.table.table_id, ben.id)
    assert session is not None
    session.text_only = True
    club.journal.held = True
    click = asyncio.ensure_future(ana.taps("n"))
    await club.clock.run(1.4)
    club.sandbox.log.clear()
    return ana, ben, click


async def test_a_text_tells_of_no_move_that_came_while_another_was_being_kept(club, waiting):
    ana, ben, click = waiting
    club.journal.release()
    club.journal.held = True
    club.table.play(ana.id, CALL, 0)
    await click
    await eventually(lambda: club.sandbox.log.where("PATCH", "webhooks"))
    await club.clock.settles()
    assert "called" not in ben.hand.text
    club.journal.release()
    await club.clock.run(0.2)
    await eventually(lambda: "called" in ben.hand.text)


async def test_a_text_of_a_move_that_is_not_kept_is_no_error_of_its_own(club, waiting, caplog):
    _, _, click = waiting
    club.journal.broken = True
    club.journal.release()
    await click
    await club.clock.run(0.2)
    assert club.table.state.suspended
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []
