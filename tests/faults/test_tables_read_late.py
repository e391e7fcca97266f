"""Tables that sleep in a database which hangs: whoever clicks or commands there is answered in time."""

from __future__ import annotations

import asyncio

import pytest

from tests.discord_ui.club import CHANNEL, member
from tests.faults.stormy import newest, taps, the_table_goes_on


async def falls_asleep(club, monkeypatch) -> asyncio.Event:
    """Restart the bot; return what lets the database tell of the table."""
    await club.restarts()
    monkeypatch.setattr(club.router, "_clock", club.clock)
    answers, load = asyncio.Event(), club.journal.load_table

    async def load_late(table_id: int):
        await answers.wait()
        return await load(table_id)

    monkeypatch.setattr(club.journal, "load_table", load_late)
    return answers


@pytest.fixture
async def asleep(club, ana, ben, monkeypatch):
    """Nobody knows when the database tells of the table."""
    return await falls_asleep(club, monkeypatch)


async def test_a_click_on_a_hand_is_acknowledged_played_and_shown_later(club, ana, ben, asleep):
    before = ana.version
    answer = await taps(club, ana, "d")
    assert answer.kind == 6
    asleep.set()
    await club.clock.run(2.0)
    assert ana.version == newest(club) == before + 1
    await the_table_goes_on(club, ana, ben)


async def test_a_click_on_a_board_and_a_command_are_answered(club, ana, ben, asleep):
    pressing = asyncio.ensure_future(ben.presses(ben.board, "hand"))
    typing = [asyncio.ensure_future(ana.types(command)) for command in ("hand", "status")]
    await club.clock.run(2.9)
    for one in (pressing, *typing):
        assert one.done()
        assert one.result().kind == 5
    asleep.set()
    await club.clock.run(2.0)
    await the_table_goes_on(club, ana, ben)


async def test_what_only_the_lobby_would_show_is_acknowledged_without_a_trace(club, monkeypatch):
    ana = member(club, "ana")
    await club.clock.awaits(ana.types("start"))
    lobby = ana.board
    answers = await falls_asleep(club, monkeypatch)
    pressing = asyncio.ensure_future(ana.presses(lobby, "practice"))
    await club.clock.run(2.0)
    assert pressing.result().kind == 5
    answers.set()
    await club.clock.run(3.0)
    assert len(club.table.state.seats) == 2
    assert not any(one.waiting for one in ana.driver.sees(CHANNEL))
