"""People who act are never removed; people who went away hold nobody up; the host may go.

DISCORD.md, 15. Idleness is measured from the last action of any kind; see tests/tables/test_away.py
for all its rules.
"""

from __future__ import annotations

from bot.tables.seats import TablePhase
from tests.discord_ui.club import CHANNEL
from tests.faults.stormy import a_round, newest, nothing_is_lost, taps, the_table_goes_on


def is_frozen(club, one) -> bool:
    seat = club.table.seated(one.id)
    assert seat is not None
    return bool(seat.frozen)


async def test_who_only_does_what_is_refused_or_looks_around_is_not_away(club, ana, ben):
    """Wrong moves, pages, a stale hand, a forged button: all of them are signs of life."""
    signs = ("z", "o", "b", "nonsense", "r")
    for turn in range(10):
        await club.clock.run(25.0)
        await taps(club, ana, "d")
        if signs[turn % 5] == "nonsense":
            await club.clock.awaits(ben.types("move", move="nonsense"))
        else:
            await taps(club, ben, signs[turn % 5])
    assert not is_frozen(club, ben)
    assert "away" not in ana.board.text.lower()
    await the_table_goes_on(club, ana, ben)


async def test_who_went_away_is_asked_then_frozen_and_comes_back_with_one_click(club, ana, ben):
    for _ in range(8):
        await club.clock.run(25.0)
        await taps(club, ana, "d")
    assert is_frozen(club, ben)
    assert club.table.state.phase is TablePhase.ROUND
    before = newest(club)
    await club.clock.awaits(ben.presses(ben.board, "hand"))
    assert not is_frozen(club, ben)
    await taps(club, ben, "d")
    assert newest(club) == before + 1
    await the_table_goes_on(club, ana, ben)


async def test_who_went_away_holds_up_nobody_who_is_stuck(club, ana):
    await club.clock.run(25.0)
    before = newest(club)
    await taps(club, ana, "s")
    await club.clock.run(25.0)
    assert newest(club) > before + 1
    nothing_is_lost(club, club.table)


async def test_when_the_host_leaves_somebody_else_is_host_and_the_round_goes_on(club):
    ana, ben, dan = await a_round(club, "ana ben dan")
    await club.clock.awaits(ana.types("leave"))
    assert club.table.state.host in (ben.id, dan.id)
    await the_table_goes_on(club, ben, dan)


async def test_a_table_that_everybody_forgot_ends_itself_with_a_word(club, ana, ben):
    table = club.table
    for _ in range(20):
        await club.clock.run(60.0)
    assert table.state.phase is TablePhase.CLOSED
    public = [one for one in ana.driver.sees(CHANNEL) if not one.ephemeral]
    assert public
    assert public[-1].text
    for one in (ana, ben):
        for message in one.driver.sees(CHANNEL):
            for button in message.buttons:
                click = one.driver.click(message, custom_id=button.custom_id, forged=True)
                assert not (await club.clock.awaits(click)).failed
