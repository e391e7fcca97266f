"""A table whose close could not be kept: it goes on, and so do its hands."""

from __future__ import annotations

from tests.discord_ui.club import eventually, playing


async def test_hands_of_a_table_that_did_not_close_after_all_follow_it_still(club):
    ana, ben = await playing(club, "ana ben")
    await club.clock.run(2.0)
    table = club.table
    club.journal.broken = True
    await ana.types("stop")
    await club.clock.run(0.5)
    club.journal.broken = False
    await club.clock.run(35.0)
    assert not table.state.suspended
    assert club.hands.sessions.of(table.table_id, ben.id) is not None
    await ana.types("pause")
    await club.clock.run(1.0)
    await eventually(lambda: "paused" in ben.hand.text)
