"""Answers that get lost, come too late or come twice: what was clicked was played once, and is shown.

DISCORD.md, 1 and 2: an action whose answer failed was still played, the next picture shows it.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.discord_ui.club import CHANNEL, member, playing
from tests.discord_ui.patient_clock import SandboxTime
from tests.discord_ui.registers import said
from tests.faults.stormy import (
    BOARD_EDIT,
    BOARD_POST,
    CALLBACK,
    HAND_EDIT,
    newest,
    nothing_is_lost,
    out,
    plays_out,
    taps,
    the_table_goes_on,
)

FAILURES: dict[str, dict[str, Any]] = {
    "10062": {"kind": "status", "status": 404, "code": 10062},
    "40060": {"kind": "status_after", "status": 400, "code": 40060},
    "403": {"kind": "status", "status": 403, "code": 50001},
    "500 for ever": {"kind": "status", "status": 500, "count": 5},
    "taken, then 500": {"kind": "status_after", "status": 500},
    "429 for long": {"kind": "status", "status": 429, "retry_after": 30.0},
    "429 of Cloudflare": {"kind": "status", "status": 429, "via": False},
    "connection lost twice": {"kind": "drop_before", "count": 2},
    "taken, connection lost": {"kind": "drop_after"},
    "too slow": {"kind": "delay", "seconds": 3.5},
}


@pytest.mark.parametrize("failure", FAILURES)
async def test_a_move_whose_answer_failed_was_played_once_and_the_hand_shows_it(failure, club, ana, ben):
    club.sandbox.faults.add(route=CALLBACK, **FAILURES[failure])
    before = newest(club)
    click = asyncio.ensure_future(taps(club, ana, "d"))
    await club.clock.run(4.0)
    assert newest(club) == before + 1
    await club.clock.run(2.0)
    assert ana.version == before + 1
    nothing_is_lost(club, club.table)
    await club.clock.awaits(click)
    await the_table_goes_on(club, ana, ben)


@pytest.mark.parametrize("failure", FAILURES)
async def test_a_command_whose_answer_failed_was_played_once(failure, club, ana, ben):
    club.sandbox.faults.add(route=CALLBACK, **FAILURES[failure])
    before = newest(club)
    await club.clock.awaits(ana.types("draw"), at_most=40.0)
    assert newest(club) == before + 1
    await the_table_goes_on(club, ana, ben)


@pytest.mark.parametrize("failure", ["10062", "taken, then 500", "429 for long", "taken, connection lost"])
async def test_who_joins_without_getting_an_answer_has_a_seat_and_finds_the_hand(failure, club):
    ana, ben = member(club, "ana"), member(club, "ben")
    await club.clock.awaits(ana.types("start"))
    await club.clock.run(2.0)
    club.sandbox.faults.add(route=CALLBACK, **FAILURES[failure])
    await club.clock.awaits(ben.presses(ben.board, "join"), at_most=40.0)
    assert club.table.seat_of(ben.id) == 1
    club.sandbox.faults.clear()
    assert "have a seat" in said(await club.clock.awaits(ben.presses(ben.board, "join")))
    await club.clock.awaits(ana.presses(ana.board, "deal"))
    await club.clock.run(25.0)
    await club.clock.awaits(ben.presses(ben.board, "hand"))
    await the_table_goes_on(club, ana, ben)


async def test_a_table_whose_start_was_not_answered_is_open_and_its_lobby_is_there(club):
    ana, ben = member(club, "ana"), member(club, "ben")
    club.sandbox.faults.add("status", CALLBACK, status=404, code=10062)
    answer = await club.clock.awaits(ana.types("start"))
    assert answer.failed
    await club.clock.run(5.0)
    await club.clock.awaits(ben.presses(ben.board, "join"))
    await club.clock.awaits(ana.presses(ana.board, "deal"))
    await club.clock.run(25.0)
    await the_table_goes_on(club, ana, ben)


@pytest.mark.parametrize(
    ("failure", "why"),
    [
        ({"kind": "status", "status": 403, "code": 50013}, "may not post"),
        ({"kind": "status", "status": 404, "code": 10003}, "may not post"),
        ({"kind": "status", "status": 500, "count": 5}, "did not take"),
        ({"kind": "drop_before", "count": 2}, "did not take"),
    ],
)
async def test_a_table_whose_lobby_could_not_be_posted_is_not_left_behind(failure, why, club):
    ana = member(club, "ana")
    club.sandbox.faults.add(route=BOARD_POST, method="POST", **failure)
    answer = await club.clock.awaits(ana.types("start"))
    assert not answer.failed
    await club.clock.run(30.0)
    assert any(why in one.text for one in ana.driver.sees(CHANNEL))
    assert club.tables.at(club.sandbox.channel(CHANNEL).id) is None
    club.sandbox.faults.clear()
    assert not (await club.clock.awaits(ana.types("start"))).failed
    await club.clock.run(1.0)
    assert ana.board.button(label="Join").custom_id


@pytest.mark.parametrize("when", ["drop_before", "drop_after"])
@pytest.mark.parametrize(
    ("route", "method"),
    [(CALLBACK, "POST"), (HAND_EDIT, "PATCH"), (HAND_EDIT, "DELETE"), (BOARD_EDIT, "PATCH")],
)
async def test_a_connection_that_breaks_once_is_not_noticed(route, method, when, club, ana, ben):
    club.sandbox.faults.add(when, route, method)
    assert (await plays_out(club, ana)).kind == 7
    await club.clock.run(1.5)
    await club.clock.awaits(ben.types("hand"))
    await club.clock.run(1.5)
    assert ana.version == newest(club)
    await the_table_goes_on(club, ana, ben)


async def test_a_click_that_is_handled_by_two_processes_is_played_once(club, ana, ben):
    """The other process of the same token was quicker: it answered, and this one hears 40060."""
    club.sandbox.faults.add("status", CALLBACK, status=400, code=40060, count=3)
    slot, before = out(ana), newest(club)
    await asyncio.gather(*(club.clock.awaits(ana.taps(slot, forged=True)) for _ in range(3)))
    assert newest(club) == before + 1
    await the_table_goes_on(club, ana, ben)


async def test_an_expired_token_costs_refreshes_until_the_next_click_only(club, ana, ben):
    club.sandbox.incidents.expire_tokens()
    old = ben.version
    await plays_out(club, ana)
    await club.clock.run(3.0)
    assert ben.version == old
    assert (await taps(club, ben, "d")).kind == 7
    await plays_out(club, ana)
    await club.clock.run(2.0)
    assert ben.version == newest(club)
    await the_table_goes_on(club, ana, ben)


async def test_tokens_that_grow_too_old_are_not_used_any_more(club, ana, ben):
    for _ in range(16):
        await club.clock.run(55.0)
        await taps(club, ana, "d")
    await plays_out(club, ana)
    await club.clock.run(3.0)
    assert club.sandbox.log.where("PATCH", "webhooks", 401) == []
    await club.clock.awaits(ben.presses(ben.board, "hand"))
    assert ben.version == newest(club)


@pytest.mark.parametrize("hours", [-30, 2])
async def test_wall_clocks_that_differ_hurt_nobody(hours, club):
    discords = club.sandbox.services.clock
    assert isinstance(discords, SandboxTime)
    discords.ahead = hours * 3600.0
    ana, ben = await playing(club, "ana ben")
    assert (await plays_out(club, ana)).kind == 7
    board = ana.board
    await club.clock.run(2.0)
    assert ben.version == newest(club)
    assert ana.board.id == board.id
    await the_table_goes_on(club, ana, ben)
    assert ana.board.id == board.id
