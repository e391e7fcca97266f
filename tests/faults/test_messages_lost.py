"""Messages and channels that go away under the bot: a board is posted anew, a hand comes back, a table ends.

DISCORD.md, 6: 10008, 10003; the state is kept. See test_boards_shut_out.py for rights that go, and
test_archived_threads.py for threads.
"""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.seats import TablePhase
from tests.faults.stormy import (
    newest,
    nothing_is_lost,
    plays_out,
    shows_newest,
    taps,
    the_table_goes_on,
    until,
)


async def test_a_board_that_was_deleted_is_posted_anew(club, ana, ben):
    old = ana.board
    club.sandbox.incidents.delete_message(old.channel_id, old.id)
    await plays_out(club, ana)
    await club.clock.run(3.0)
    assert ana.board.id > old.id
    assert shows_newest(club, ana.board)
    await the_table_goes_on(club, ana, ben)


async def test_a_hand_that_was_dismissed_comes_back_by_the_boards_button(club, ana, ben):
    await ben.driver.dismiss(ben.hand)
    await plays_out(club, ana)
    await club.clock.run(3.0)
    await club.clock.awaits(ben.driver.click(ben.board, label="My hand"))
    assert ben.version == newest(club)
    await the_table_goes_on(club, ana, ben)


async def test_a_hand_that_discord_lost_stops_its_refreshes_only(club, ana, ben):
    fault = club.sandbox.faults.add("status", "*/messages/@original", "PATCH", status=404, code=10008)
    await plays_out(club, ana)
    await club.clock.run(3.0)
    assert fault.struck == 1
    assert (await taps(club, ben, "d")).kind == 7
    await the_table_goes_on(club, ana, ben)


@pytest.mark.parametrize("told", [True, False])
async def test_a_channel_that_is_deleted_ends_its_table(told, club, ana):
    table = club.table
    if not told:
        club.sandbox.faults.add("lose", "CHANNEL_DELETE")
        await plays_out(club, ana)
    club.sandbox.incidents.delete_channel(table.channel_id)
    # A bot that was not told hears of it with the next edit: when the board asks who is still there.
    await until(club, lambda: table.state.phase is TablePhase.CLOSED, 90.0)
    nothing_is_lost(club, table)
    assert not (await club.clock.awaits(ana.driver.command("side-table", "nertz start"))).failed


async def test_everything_lost_at_once_is_survived(club, ana, ben):
    """Board gone, tokens dead, gateway closed: one click brings it all back."""
    board, before = ana.board, newest(club)
    club.sandbox.incidents.delete_message(board.channel_id, board.id)
    club.sandbox.incidents.expire_tokens()
    club.sandbox.incidents.close_gateway()
    click = asyncio.ensure_future(ana.taps("d", forged=True))
    await club.clock.run(10.0)
    await club.clock.awaits(click)
    assert newest(club) == ana.version == before + 1
    assert ana.board.id > board.id
    await the_table_goes_on(club, ana, ben)
