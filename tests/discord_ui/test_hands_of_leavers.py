"""Hands of people who have left a table that goes on: they say goodbye and are forgotten."""

from __future__ import annotations

from tests.discord_ui.club import CHANNEL, is_hand, playing


async def test_the_hand_of_somebody_who_left_is_forgotten(club):
    _, _, cleo = await playing(club, "ana ben cleo")
    hand = cleo.hand
    await cleo.types("leave")
    await club.clock.run(1.0)
    assert not is_hand(cleo.driver.message(CHANNEL, hand.id))
    await club.clock.run(40.0)
    assert len(club.hands.sessions.at(club.table.table_id)) == 2
    assert club.hands.sessions.of(club.table.table_id, cleo.id) is None
    assert club.hands.sessions.owner(hand.id) is None


async def test_who_sits_down_again_with_the_old_hand_keeps_it(club, ana, ben):
    await ana.types("start", rules="teams=on")
    await ben.presses(ben.board, "join")
    await ben.types("leave")
    await ana.types("join", partner=ben.id)
    await ben.types("join", partner=ana.id)
    await club.clock.run(40.0)
    assert club.hands.sessions.of(club.table.table_id, ben.id) is not None
