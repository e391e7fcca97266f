"""Boards that may not be written to their channel: hands play on, and the board is back when it may be.

DISCORD.md, 6: 50001, 50013, 50083 and 401; a bot that asks too often is shut out by Discord itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.seats import TablePhase
from tests.discord_ui.club import CHANNEL, playing
from tests.faults.stormy import (
    BOARD_EDIT,
    BOARD_POST,
    newest,
    plays_out,
    shows_newest,
    taps,
    the_table_goes_on,
)
from tests.tables.evening import OUT, TWO_LEFT

if TYPE_CHECKING:
    from bot.sandbox.faults import Fault
    from tests.discord_ui.club import Club


ALL = "/channels/*"
NO_RIGHT = {"status": 403, "code": 50013}
SHUT_OUT: dict[str, tuple[str, dict[str, Any]]] = {
    "no right to edit": (BOARD_EDIT, NO_RIGHT),
    "no access": (ALL, {"status": 403, "code": 50001}),
    "archived thread": (ALL, {"status": 400, "code": 50083}),
    "not our token": (ALL, {"status": 401}),
}


def shuts_out(club: Club, route: str = ALL, method: str = "*", **refusal: Any) -> Fault:
    """Let Discord refuse a route until the faults are cleared; all that is sent to channels by default."""
    return club.sandbox.faults.add("status", route, method, count=None, **(refusal or NO_RIGHT))


@pytest.mark.parametrize("rights", [("send_messages",), ("view_channel",), ("attach_files",)])
async def test_a_channel_that_becomes_read_only_leaves_the_hands_to_play_on(rights, club, ana, ben):
    channel = club.table.channel_id
    club.sandbox.incidents.deny(channel, *rights)
    board = ana.board
    shuts_out(club, BOARD_EDIT, "PATCH")
    await plays_out(club, ana)
    await club.clock.run(3.0)
    assert "may not write" in ben.hand.text
    before = newest(club)
    assert (await taps(club, ben, "d")).kind == 7
    assert newest(club) == before + 1
    assert ana.board.id == board.id
    club.sandbox.incidents.allow(channel, *rights)
    await the_table_goes_on(club, ana, ben)


async def plays_every_second(club, one, seconds: int) -> None:
    """Let a person play through the hand, once a second."""
    for _ in range(seconds):
        before = newest(club)
        assert (await taps(club, one, "d")).kind == 7
        assert newest(club) == before + 1
        await club.clock.run(1.0)


@pytest.mark.parametrize("refusal", SHUT_OUT)
async def test_a_board_that_is_shut_out_asks_ever_more_seldom_whatever_is_played(refusal, club, ana, ben):
    route, answer = SHUT_OUT[refusal]
    fault = shuts_out(club, route, **answer)
    old = ana.board
    await plays_every_second(club, ana, 120)
    assert 5 <= fault.struck < 10
    assert club.sandbox.limits.invalid_requests < 10
    assert not (await club.clock.awaits(ben.presses(old, "hand", forged=True))).failed
    assert not (await club.clock.awaits(ben.types("hand"))).failed
    club.sandbox.faults.clear()
    # The tries were 5, 10, 20, 40 and 80 seconds apart.
    await club.clock.run(80.0)
    assert shows_newest(club, ana.board)
    await the_table_goes_on(club, ana, ben)


async def test_a_board_that_is_gone_and_may_not_be_posted_asks_ever_more_seldom(club, ana, ben):
    club.sandbox.incidents.delete_message(ana.board.channel_id, ana.board.id)
    fault = shuts_out(club, BOARD_POST, "POST")
    await plays_every_second(club, ana, 120)
    assert 5 <= fault.struck == club.sandbox.limits.invalid_requests < 10
    assert not (await club.clock.awaits(ben.types("hand"))).failed
    club.sandbox.faults.clear()
    await club.clock.run(80.0)
    assert shows_newest(club, ana.board)
    await the_table_goes_on(club, ana, ben)


async def shut_out_for_long(club, ana) -> None:
    shuts_out(club)
    await plays_every_second(club, ana, 50)
    club.sandbox.faults.clear()
    assert not shows_newest(club, ana.board)


async def test_a_board_is_back_at_once_when_the_gateway_tells_of_other_rights(club, ana, ben):
    await shut_out_for_long(club, ana)
    club.sandbox.incidents.allow(club.table.channel_id, "send_messages")
    await club.clock.run(1.5)
    assert shows_newest(club, ana.board)
    await the_table_goes_on(club, ana, ben)


@pytest.mark.parametrize("listener", ["on_guild_role_update", "on_member_update"])
async def test_roles_that_change_bring_a_board_back_as_well(listener, club, ana):
    await shut_out_for_long(club, ana)
    guild = club.client.get_guild(club.table.guild_id)
    assert guild is not None
    changed = guild.default_role if "role" in listener else guild.me
    await getattr(club.client, listener)(changed, changed)
    await club.clock.run(1.5)
    assert shows_newest(club, ana.board)


async def test_a_server_that_changes_its_rights_all_the_time_makes_no_board_ask_too_often(club, ana):
    fault = shuts_out(club)
    for _ in range(60):
        await plays_every_second(club, ana, 1)
        club.sandbox.incidents.allow(club.table.channel_id, "send_messages")
    assert fault.struck <= 13


async def test_a_board_that_was_shut_out_once_is_as_quick_as_ever_after_it(club, ana, ben):
    for _ in range(3):
        fault = club.sandbox.faults.add("status", BOARD_EDIT, "PATCH", **NO_RIGHT)
        await plays_out(club, ana)
        await club.clock.run(3.0)
        assert fault.struck == 1
        assert not shows_newest(club, ana.board)
        await club.clock.run(3.5)
        assert shows_newest(club, ana.board)
    await the_table_goes_on(club, ana, ben)


async def test_the_board_of_an_outage_is_back_soon_after_it(club, ana, ben):
    club.sandbox.faults.add("drop_before", BOARD_EDIT, "PATCH", count=None)
    await plays_every_second(club, ana, 120)
    club.sandbox.faults.clear()
    await club.clock.run(20.0)
    assert shows_newest(club, ana.board)
    await the_table_goes_on(club, ana, ben)


async def test_scores_that_may_not_be_posted_are_told_in_the_hands(club):
    ana, ben = await playing(club, "ana ben", OUT, TWO_LEFT)
    shuts_out(club)
    await taps(club, ana, "z")
    await club.clock.run(3.0)
    assert club.table.state.phase is TablePhase.SCORES
    assert "Ana called Nertz!" not in ben.board.text
    assert "The round is over: -4 for you." in ben.driver.sees(CHANNEL)[-1].text
    club.sandbox.faults.clear()
    await club.clock.run(5.0)
    assert "Ana called Nertz!" in ben.board.text
    assert not (await club.clock.awaits(ana.types("status"))).failed
    await club.clock.run(25.0)
    await the_table_goes_on(club, ana, ben)
