"""The gateway drops, lies, repeats itself or goes away: the game stays where it was.

DISCORD.md, 14: after a resume missed clicks come, seconds old: a late click is still a click if its
round is running; after a failed resume they are lost.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.sandbox.user_actions import CannotDo
from bot.tables.seats import TablePhase
from tests.discord_ui.club import CHANNEL
from tests.faults.stormy import (
    every_button_answers,
    newest,
    nothing_is_lost,
    out,
    plays_out,
    records,
    taps,
    the_table_goes_on,
    until,
)

if TYPE_CHECKING:
    from bot.sandbox.interactions import Answer
    from tests.discord_ui.club import Member

CLICK = "INTERACTION_CREATE"
FORGETTING = (4007, 4009)
"""Close codes after which a session is no more: wrong number of an event, session timed out."""


async def comes_back(club) -> None:
    """Let the trouble reach the bot, and wait until it is connected again."""
    await club.clock.run(0.5)
    await until(club, lambda: bool(club.sandbox.gateway.connected()), 60.0)
    await club.clock.run(0.5)


def clicks(*people: Member) -> list[asyncio.Future[Answer]]:
    """Let each of them draw, whether or not the bot hears of it now."""
    return [asyncio.ensure_future(one.taps("d", forged=True)) for one in people]


async def late_click(club, one: Member, seconds: float) -> asyncio.Future[Answer]:
    """Let somebody draw, of which the bot hears so many seconds later."""
    club.sandbox.faults.add("delay_event", CLICK, seconds=seconds)
    (late,) = clicks(one)
    await asyncio.sleep(0)
    return late


async def test_op_7_is_followed_by_a_resume(club, ana, ben):
    identified = club.sandbox.gateway.identifies
    club.sandbox.incidents.reconnect()
    await comes_back(club)
    assert club.sandbox.gateway.identifies == identified
    await the_table_goes_on(club, ana, ben)


@pytest.mark.parametrize("resumable", [True, False])
async def test_op_9_costs_a_session_and_no_card(resumable, club, ana, ben):
    identified = club.sandbox.gateway.identifies
    club.sandbox.incidents.invalid_session(resumable)
    await comes_back(club)
    assert club.sandbox.gateway.identifies == identified + (not resumable)
    await the_table_goes_on(club, ana, ben)


@pytest.mark.parametrize("code", [1000, 1011, 4000, 4007, 4009])
async def test_after_a_close_code_the_bot_comes_back(code, club, ana, ben):
    identified = club.sandbox.gateway.identifies
    if code in FORGETTING:
        club.sandbox.incidents.forget_sessions()
    club.sandbox.incidents.close_gateway(code)
    await comes_back(club)
    assert club.sandbox.gateway.identifies == identified + (code in FORGETTING)
    await the_table_goes_on(club, ana, ben)


async def test_a_click_made_while_the_gateway_was_down_counts_when_it_is_told_at_last(club, ana, ben):
    before = newest(club)
    club.sandbox.incidents.close_gateway()
    (click,) = clicks(ana)
    await comes_back(club)
    assert not (await club.clock.awaits(click)).failed
    assert newest(club) == before + 1
    await until(club, lambda: ana.version == before + 1)
    await the_table_goes_on(club, ana, ben)


async def test_a_click_that_is_told_after_its_round_has_ended_changes_nothing(club, ana):
    table = club.table
    late = await late_click(club, ana, 0.15)
    await club.clock.awaits(ana.types("stop"))
    assert table.state.phase is TablePhase.CLOSED
    kept = list(table.round.records)
    await club.clock.run(0.2)
    assert not (await club.clock.awaits(late)).failed
    assert table.round.records == kept


async def test_a_lost_click_is_a_click_that_was_never_made(club, ana, ben):
    before = newest(club)
    club.sandbox.faults.add("lose", CLICK)
    assert (await taps(club, ana, "d")).failed
    assert newest(club) == before
    await the_table_goes_on(club, ana, ben)


async def test_a_click_that_is_told_twice_is_played_once(club, ana, ben):
    before = newest(club)
    club.sandbox.faults.add("duplicate", CLICK, count=3)
    slot = out(ana)
    await taps(club, ana, slot)
    await club.clock.awaits(ben.types("draw"))
    await club.clock.awaits(ben.presses(ben.board, "hand"))
    assert newest(club) == before + 2
    await the_table_goes_on(club, ana, ben)


async def test_delayed_clicks_are_played_in_the_order_in_which_they_come(club, ana, ben):
    before = newest(club)
    late = await late_click(club, ana, 0.1)
    await taps(club, ben, "d")
    await club.clock.run(0.15)
    await club.clock.awaits(late)
    seats = [record.seat for record in records(club)[before:]]
    assert seats == [club.table.seat_of(ben.id), club.table.seat_of(ana.id)]
    await the_table_goes_on(club, ana, ben)


async def test_a_thousand_clicks_after_a_resume_are_all_answered(club, ana, ben):
    before = newest(club)
    club.sandbox.incidents.close_gateway()
    missed = clicks(*[ana, ben] * 500)
    await comes_back(club)
    answers = await club.clock.awaits(asyncio.gather(*missed))
    assert not [answer for answer in answers if answer.failed]
    assert newest(club) == before + 2
    await the_table_goes_on(club, ana, ben)


async def test_two_hundred_clicks_in_a_second_from_one_person_starve_nobody(club, ana, ben):
    before = newest(club)
    flood = clicks(*[ana] * 200)
    assert (await taps(club, ben, "d")).kind == 7
    answers = await club.clock.awaits(asyncio.gather(*flood))
    assert not [answer for answer in answers if answer.failed]
    assert newest(club) == before + 2
    assert club.sandbox.limits.hits == 0
    await the_table_goes_on(club, ana, ben)


async def test_an_outage_of_the_server_leaves_its_table_as_it_was(club, ana, ben):
    guild, before = club.table.guild_id, newest(club)
    club.sandbox.incidents.guild_unavailable(guild)
    assert (await taps(club, ana, "d")).failed
    assert newest(club) == before
    club.sandbox.incidents.guild_available(guild)
    await club.clock.run(0.5)
    await the_table_goes_on(club, ana, ben)


async def test_a_server_that_is_deleted_ends_its_table_and_others_play_on(club, ana, ben):
    await club.clock.awaits(ana.driver.command("games", "nertz start"))
    table = club.table
    club.sandbox.incidents.delete_guild(table.guild_id)
    await until(club, lambda: table.state.phase is TablePhase.CLOSED)
    nothing_is_lost(club, table)
    assert not (await club.clock.awaits(ana.driver.command("games", "nertz status"))).failed
    with pytest.raises((CannotDo, LookupError)):
        await ben.types("hand")


async def test_a_bot_that_is_kicked_ends_the_table_and_can_come_back(club, ana, ben):
    table = club.table
    board = ana.board
    club.sandbox.incidents.kick_bot(table.guild_id)
    await until(club, lambda: table.state.phase is TablePhase.CLOSED)
    await until(club, lambda: "closed" in ben.driver.sees(CHANNEL)[-1].text)
    nothing_is_lost(club, table)
    club.sandbox.incidents.invite_bot(table.guild_id)
    await club.clock.run(1.0)
    assert await every_button_answers(club, ana, ben)
    assert not (await club.clock.awaits(ben.presses(board, "join", forged=True))).failed
    assert not (await club.clock.awaits(ana.types("start"))).failed


async def test_a_round_goes_on_while_reconnects_come_one_after_another(club, ana, ben):
    for trouble in (
        club.sandbox.incidents.reconnect,
        club.sandbox.incidents.close_gateway,
        lambda: club.sandbox.incidents.invalid_session(resumable=False),
    ):
        before = newest(club)
        trouble()
        await comes_back(club)
        await plays_out(club, ana)
        assert newest(club) == before + 1
    await the_table_goes_on(club, ana, ben)
