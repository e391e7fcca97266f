"""Stories of `/nertz start` on a slow network: one is answered in time, and the table opens after all."""

from __future__ import annotations

import asyncio

from tests.discord_ui.club import CHANNEL, is_hand

SLOW = 0.3
"""Seconds that a request really takes; the club's own clock says that it takes long."""


async def starts_slowly(club, ana, route, meanwhile=lambda: None, **options):
    """Give the command while a request to `route` hangs; return what was answered meanwhile."""
    hanging = club.sandbox.faults.add("delay", route, "POST", seconds=SLOW)
    starting = asyncio.create_task(ana.types("start", **options))
    while not hanging.struck:
        await asyncio.sleep(0.01)
    meanwhile()
    club.clock.advance(1.6)
    return await starting


async def test_a_board_that_takes_long_to_post_is_announced_and_the_hand_follows(club, ana):
    answer = await starts_slowly(club, ana, "/channels/*/messages", practice=3)
    assert answer.kind == 5
    await ana.driver.until_sees(CHANNEL, is_hand)
    assert not ana.hand.waiting
    club.clock.advance(3.0)
    assert (await ana.taps("d")).kind == 7
    assert "Round 1" in ana.board.text


async def test_a_thread_that_takes_long_to_open_is_announced_and_named_then(club, ana):
    answer = await starts_slowly(club, ana, "/channels/*/threads", thread=True)
    assert answer.kind == 5
    await ana.driver.until(lambda: "Your table is in" in ana.driver.sees(CHANNEL)[-1].text)
    (table,) = club.tables.of_guild(club.sandbox.channel(CHANNEL).guild_id)
    assert "Press **Join**" in ana.driver.sees(table.channel_id)[-1].text


async def test_a_table_that_is_refused_late_says_so_and_is_gone(club, ana):

    def deny():
        club.sandbox.incidents.deny(club.sandbox.channel(CHANNEL).id, "send_messages")

    answer = await starts_slowly(club, ana, "/channels/*/messages", deny)
    assert answer.kind == 5
    await ana.driver.until(lambda: "may not post" in ana.driver.sees(CHANNEL)[-1].text, timeout=8)
    assert club.tables.at(club.sandbox.channel(CHANNEL).id) is None
