"""Messages, channels, threads and rights that go away under the bot: repost, unarchive, or end with a word.

platform.md, failure 6: 10008, 10003, 50001, 50013, 50083, locked threads; the state is kept.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.tables.seats import TablePhase
from tests.discord_ui.club import CHANNEL, member
from tests.faults.stormy import (
    BOARD_EDIT,
    BOARD_POST,
    a_round,
    newest,
    no_errors,
    nothing_is_lost,
    plays_out,
    shows_newest,
    stormy_house,
    taps,
    the_table_goes_on,
    until,
)


async def test_a_board_that_was_deleted_is_posted_anew(caplog):
    async with a_round() as (club, (ana, ben)):
        old = ana.board
        club.sandbox.troubles.delete_message(old.channel_id, old.id)
        await plays_out(club, ana)
        await club.clock.run(3.0)
        assert ana.board.id > old.id
        assert shows_newest(club, ana.board)
        await the_table_goes_on(club, ana, ben)
        no_errors(caplog)


async def test_a_hand_that_was_dismissed_comes_back_by_the_boards_button(caplog):
    async with a_round() as (club, (ana, ben)):
        await ben.driver.dismiss(ben.hand)
        await plays_out(club, ana)
        await club.clock.run(3.0)
        await club.clock.awaits(ben.driver.click(ben.board, label="My hand"))
        assert ben.version == newest(club)
        await the_table_goes_on(club, ana, ben)
        no_errors(caplog)


async def test_a_hand_that_discord_lost_stops_its_refreshes_only(caplog):
    async with a_round() as (club, (ana, ben)):
        fault = club.sandbox.faults.add("status", "*/messages/@original", "PATCH", status=404, code=10008)
        await plays_out(club, ana)
        await club.clock.run(3.0)
        assert fault.struck == 1
        assert (await taps(club, ben, "d")).kind == 7
        await the_table_goes_on(club, ana, ben)
        no_errors(caplog)


@pytest.mark.parametrize("told", [True, False])
async def test_a_channel_that_is_deleted_ends_its_table(told, caplog):
    async with a_round() as (club, (ana, _)):
        table = club.table
        if not told:
            club.sandbox.faults.add("lose", "CHANNEL_DELETE")
            await plays_out(club, ana)
        club.sandbox.troubles.delete_channel(table.channel_id)
        # A bot that was not told hears of it with the next edit: when the board asks who is still there.
        await until(club, lambda: table.state.phase is TablePhase.CLOSED, 90.0)
        nothing_is_lost(club, table)
        assert not (await club.clock.awaits(ana.driver.command("side-table", "nertz start"))).failed
        no_errors(caplog)


@pytest.mark.parametrize("rights", [("send_messages",), ("view_channel",), ("attach_files",)])
async def test_a_channel_that_becomes_read_only_in_mid_round_leaves_the_hands_to_play_on(rights, caplog):
    async with a_round() as (club, (ana, ben)):
        channel = club.table.channel_id
        club.sandbox.troubles.deny(channel, *rights)
        board = ana.board
        club.sandbox.faults.add("status", BOARD_EDIT, "PATCH", status=403, code=50013, count=None)
        await plays_out(club, ana)
        await club.clock.run(3.0)
        assert "may not write" in ben.hand.text
        before = newest(club)
        assert (await taps(club, ben, "d")).kind == 7
        assert newest(club) == before + 1
        assert ana.board.id == board.id
        club.sandbox.troubles.allow(channel, *rights)
        await the_table_goes_on(club, ana, ben)
        no_errors(caplog)


SHUT_OUT: dict[str, tuple[str, dict[str, Any]]] = {
    "no right to edit": (BOARD_EDIT, {"status": 403, "code": 50013}),
    "no access": ("/channels/*", {"status": 403, "code": 50001}),
    "archived thread": ("/channels/*", {"status": 400, "code": 50083}),
    "not our token": ("/channels/*", {"status": 401}),
}


async def plays_every_second(club, one, seconds: int) -> None:
    """Let a person play through the hand, once a second."""
    for _ in range(seconds):
        before = newest(club)
        assert (await taps(club, one, "d")).kind == 7
        assert newest(club) == before + 1
        await club.clock.run(1.0)


@pytest.mark.parametrize("refusal", SHUT_OUT)
async def test_a_board_that_is_shut_out_asks_ever_more_seldom_whatever_is_played(refusal, caplog):
    async with a_round() as (club, (ana, ben)):
        route, answer = SHUT_OUT[refusal]
        fault = club.sandbox.faults.add("status", route, count=None, **answer)
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
        no_errors(caplog)


async def test_a_board_that_is_gone_and_may_not_be_posted_asks_ever_more_seldom(caplog):
    async with a_round() as (club, (ana, ben)):
        club.sandbox.troubles.delete_message(ana.board.channel_id, ana.board.id)
        fault = club.sandbox.faults.add("status", BOARD_POST, "POST", status=403, code=50013, count=None)
        await plays_every_second(club, ana, 120)
        assert 5 <= fault.struck == club.sandbox.limits.invalid_requests < 10
        assert not (await club.clock.awaits(ben.types("hand"))).failed
        club.sandbox.faults.clear()
        await club.clock.run(80.0)
        assert shows_newest(club, ana.board)
        await the_table_goes_on(club, ana, ben)
        no_errors(caplog)


async def shut_out_for_long(club, ana) -> None:
    club.sandbox.faults.add("status", "/channels/*", status=403, code=50013, count=None)
    await plays_every_second(club, ana, 50)
    club.sandbox.faults.clear()
    assert not shows_newest(club, ana.board)


async def test_a_board_is_back_at_once_when_the_gateway_tells_of_other_rights(caplog):
    async with a_round() as (club, (ana, ben)):
        await shut_out_for_long(club, ana)
        club.sandbox.troubles.allow(club.table.channel_id, "send_messages")
        await club.clock.run(1.5)
        assert shows_newest(club, ana.board)
        await the_table_goes_on(club, ana, ben)
        no_errors(caplog)


@pytest.mark.parametrize("listener", ["on_guild_role_update", "on_member_update"])
async def test_roles_that_change_bring_a_board_back_as_well(listener, caplog):
    async with a_round() as (club, (ana, _)):
        await shut_out_for_long(club, ana)
        guild = club.client.get_guild(club.table.guild_id)
        assert guild is not None
        changed = guild.default_role if "role" in listener else guild.me
        await getattr(club.client, listener)(changed, changed)
        await club.clock.run(1.5)
        assert shows_newest(club, ana.board)
        no_errors(caplog)


async def test_a_server_that_changes_its_rights_all_the_time_makes_no_board_ask_too_often(caplog):
    async with a_round() as (club, (ana, _)):
        fault = club.sandbox.faults.add("status", "/channels/*", status=403, code=50013, count=None)
        for _ in range(60):
            await plays_every_second(club, ana, 1)
            club.sandbox.troubles.allow(club.table.channel_id, "send_messages")
        assert fault.struck <= 13
        no_errors(caplog)


async def test_a_board_that_was_shut_out_once_is_as_quick_as_ever_after_it(caplog):
    async with a_round() as (club, (ana, ben)):
        for _ in range(3):
            fault = club.sandbox.faults.add("status", BOARD_EDIT, "PATCH", status=403, code=50013)
            await plays_out(club, ana)
            await club.clock.run(3.0)
            assert fault.struck == 1
            assert not shows_newest(club, ana.board)
            await club.clock.run(3.5)
            assert shows_newest(club, ana.board)
        await the_table_goes_on(club, ana, ben)
        no_errors(caplog)


async def test_the_board_of_an_outage_is_back_soon_after_it(caplog):
    async with a_round() as (club, (ana, ben)):
        club.sandbox.faults.add("drop_before", BOARD_EDIT, "PATCH", count=None)
        await plays_every_second(club, ana, 120)
        club.sandbox.faults.clear()
        await club.clock.run(20.0)
        assert shows_newest(club, ana.board)
        await the_table_goes_on(club, ana, ben)
        no_errors(caplog)


async def test_scores_that_may_not_be_posted_are_told_in_the_hands(caplog):
    async with a_round() as (club, (ana, ben)):
        club.sandbox.faults.add("status", "/channels/*", status=403, code=50013, count=None)
        for _ in range(3):
            for one in (ana, ben):
                await club.clock.awaits(one.types("stuck"))
        for _ in range(12):
            if club.table.state.phase is not TablePhase.ROUND:
                break
            for one in (ana, ben):
                await club.clock.awaits(one.types("stuck"))
            await club.clock.run(1.0)
        await club.clock.run(3.0)
        assert not (await club.clock.awaits(ana.types("hand"))).failed
        club.sandbox.faults.clear()
        await club.clock.run(60.0)
        assert not (await club.clock.awaits(ana.types("status"))).failed
        no_errors(caplog)


async def in_a_thread(club):
    ana, ben = member(club, "ana"), member(club, "ben")
    await club.clock.awaits(ana.types("start", thread=True))
    (table,) = club.tables.of_guild(club.sandbox.channel(CHANNEL).guild_id)
    await club.clock.awaits(ben.driver.command(table.channel_id, "nertz join"))
    await club.clock.awaits(ana.driver.command(table.channel_id, "nertz deal"))
    await club.clock.run(25.0)
    assert table.state.phase is TablePhase.ROUND
    return table, ana, ben


@pytest.mark.parametrize("told", [True, False])
async def test_a_thread_that_is_archived_is_opened_again(told, caplog):
    async with stormy_house() as club:
        table, ana, ben = await in_a_thread(club)
        if not told:
            club.sandbox.faults.add("lose", "THREAD_UPDATE")
        club.sandbox.troubles.archive_thread(table.channel_id)
        await club.clock.awaits(ana.driver.command(table.channel_id, "nertz draw"))
        await club.clock.run(10.0)
        assert not club.sandbox.world.channels[table.channel_id].archived
        assert not (await club.clock.awaits(ben.driver.command(table.channel_id, "nertz draw"))).failed
        await club.clock.run(3.0)
        board = next(one for one in reversed(ana.driver.sees(table.channel_id)) if not one.ephemeral)
        assert board.alt_texts[0].endswith(f" {table.public_view().version}")
        nothing_is_lost(club, table)
        no_errors(caplog)


@pytest.mark.parametrize("refusal", [{"status": 403, "code": 50001}, {"status": 500}, {"status": 404}])
async def test_a_thread_that_cannot_be_opened_again_costs_nothing_but_its_board(refusal, caplog):
    async with stormy_house() as club:
        table, ana, _ = await in_a_thread(club)
        club.sandbox.faults.add("status", f"/channels/{table.channel_id}", "PATCH", count=5, **refusal)
        club.sandbox.troubles.archive_thread(table.channel_id)
        await club.clock.run(30.0)
        before = table.public_view().version
        assert not (await club.clock.awaits(ana.driver.command(table.channel_id, "nertz draw"))).failed
        assert table.public_view().version == before + 1
        nothing_is_lost(club, table)
        no_errors(caplog)


async def test_a_thread_that_is_locked_ends_its_table_with_a_word(caplog):
    async with stormy_house() as club:
        table, ana, ben = await in_a_thread(club)
        await club.clock.awaits(ben.driver.command(table.channel_id, "nertz hand"))
        club.sandbox.troubles.archive_thread(table.channel_id, locked=True)
        await until(club, lambda: table.state.phase is TablePhase.CLOSED)
        await club.clock.run(2.0)
        assert "closed" in ben.driver.sees(table.channel_id)[-1].text
        nothing_is_lost(club, table)
        assert not (await club.clock.awaits(ana.types("start"))).failed
        no_errors(caplog)


async def test_everything_lost_at_once_is_survived(caplog):
    """Board gone, tokens dead, gateway closed: one click brings it all back."""
    async with a_round() as (club, (ana, ben)):
        board = ana.board
        club.sandbox.troubles.delete_message(board.channel_id, board.id)
        club.sandbox.troubles.expire_tokens()
        club.sandbox.troubles.close_gateway()
        click = asyncio.ensure_future(ana.taps("d", forged=True))
        await club.clock.run(10.0)
        await club.clock.awaits(click)
        await the_table_goes_on(club, ana, ben)
        no_errors(caplog)
