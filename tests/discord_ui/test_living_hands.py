"""Whose hand lives, as the countdown sees it: only who really has one is not waited for."""

from __future__ import annotations

from tests.discord_ui.club import playing
from tests.discord_ui.registers import said
from tests.discord_ui.test_hand import ANA, BEN


async def in_the_next_countdown(club):
    """Let Ben's hand be left behind in the first round."""
    ana, ben = await playing(club, "ana ben", {**ANA, "nertz": ""}, BEN)
    club.sandbox.incidents.expire_tokens("ben")
    await ana.taps("z")
    await club.clock.run(1.0)
    return ana, ben


async def test_a_hand_of_the_last_round_is_no_hand_in_the_countdown_of_the_next(club):
    ana, ben = await in_the_next_countdown(club)
    await ana.types("deal")
    await club.restarts()
    assert "round is over" in said(await ben.taps("d", forged=True))
    await club.clock.settles()
    assert ben.id in club.table.missing_hands()


async def test_a_hand_whose_token_was_lost_lives_again_with_the_next_click(club):
    ana, ben = await in_the_next_countdown(club)
    await ana.types("deal")
    await ben.types("hand")
    await club.clock.settles()
    club.hands.sessions.of(club.table.table_id, ben.id).lose()
    club.table.hand_lost(ben.id)
    assert club.table.missing_hands() == [ben.id]
    assert (await ben.taps("d")).kind == 7
    await club.clock.settles()
    assert club.table.missing_hands() == []
