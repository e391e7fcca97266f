"""Clicks on the hand of a round that is over: one friendly line, whatever the new round has seen so far."""

from __future__ import annotations

from tests.discord_ui.club import playing
from tests.discord_ui.registers import said
from tests.discord_ui.test_hand import ANA, BEN


async def test_an_old_picture_of_more_moves_than_the_new_round_has_is_of_an_old_round(club):
    ana, ben = await playing(club, "ana ben", {**ANA, "nertz": ""}, BEN)
    for _ in range(3):
        await ben.taps("d")
    old = ben.hand
    club.sandbox.incidents.expire_tokens("ben")
    await ana.taps("z")
    await club.clock.run(1.0)
    await ana.types("deal")
    assert club.table.public_view().version < ben.version
    answer = await ben.presses(old, "d")
    assert "That round is over" in said(answer)
    assert ben.hand.files == old.files
