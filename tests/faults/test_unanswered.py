"""Interactions that somebody might wait for in vain: whatever goes wrong on the way, each gets an answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.table import Table
from tests.discord_ui.club import CHANNEL
from tests.faults.stormy import newest, taps


async def never(_: int) -> None:
    await asyncio.Event().wait()


async def moves_offered(club, one) -> Any:
    """Return what is offered for `/nertz move`; the sandbox tells in its log whether anything came."""
    club.sandbox.log.clear()
    offered = await club.clock.awaits(one.driver.autocomplete(CHANNEL, "nertz move", "move"))
    assert len(club.sandbox.log.where("POST", "callback")) == 1
    return offered


@pytest.fixture
def hanging(club, monkeypatch):
    """The database hangs when somebody's choices are read, and nobody's are known."""
    choices = club.client.context.choices
    for memory in (choices._people, choices._guilds):
        memory._known.clear()
        monkeypatch.setattr(memory, "_clock", club.clock)
        monkeypatch.setattr(memory, "_read", never)


@pytest.fixture
def suspending(monkeypatch):
    """Every table finds out, when somebody does anything, that it can't be kept."""

    def refuses(*_) -> None:
        raise TableRefusal(TableCode.SUSPENDED)

    monkeypatch.setattr(Table, "touch", refuses)


async def test_a_command_at_a_table_that_suspends_itself_just_then_is_answered(club, ana, suspending):
    assert not (await club.clock.awaits(ana.types("leaderboard"))).failed
    assert not (await club.clock.awaits(ana.types("hand"))).failed


async def test_moves_of_a_table_that_suspends_itself_just_then_are_none(club, ana, suspending):
    assert await moves_offered(club, ana) == []


async def test_moves_that_cannot_be_looked_up_are_none(club, ana):
    club.tables._asleep[club.table.table_id] = (club.table.guild_id, club.table.channel_id)
    del club.tables._tables[club.table.table_id]
    club.journal.unreadable = True
    assert await moves_offered(club, ana) == []


async def test_a_click_is_answered_though_the_choices_of_its_person_cannot_be_read(club, ana, hanging):
    before = newest(club)
    answer = await taps(club, ana, "d")
    assert answer.kind == 7
    assert answer.elapsed < 1.0
    assert newest(club) == ana.version == before + 1


async def test_commands_and_buttons_are_answered_though_no_choices_can_be_read(club, ana, hanging):
    for answering in (ana.types("hand"), ana.types("status"), ana.presses(ana.board, "pause")):
        assert not (await club.clock.awaits(answering)).failed
