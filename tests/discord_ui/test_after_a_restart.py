"""Commands and buttons after the process was killed: the table is there, or its channel is told why not."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from bot.rules.records import Op, Operated, encode_record
from bot.tables.saved import STATE_VERSION
from tests.discord_ui.club import CHANNEL, Club, is_hand, member, playing, strict_sandbox
from tests.discord_ui.registers import said
from tests.tables.evening import OUT, TWO_LEFT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.sandbox.server import Sandbox
    from tests.tables.memory_journal import MemoryJournal


def nothing(journal: MemoryJournal, round_id: int) -> None:
    del journal, round_id


def damage(journal: MemoryJournal, round_id: int) -> None:
    """Let the second record be one that cannot be."""
    journal.records[round_id][1:] = [encode_record(Operated(2, Op.RESUME, None, 5))]


def newer(journal: MemoryJournal, round_id: int) -> None:
    """Let the row be one that a newer version has written."""
    del round_id
    for row in journal.tables.values():
        row.state["version"] = STATE_VERSION + 1


@asynccontextmanager
async def killed_and_started(
    before: Callable[[MemoryJournal, int], None] = nothing,
) -> AsyncIterator[Club]:
    """Let Ana and Ben play, kill the bot, do something to what it kept, and start it again."""
    async with strict_sandbox() as sandbox:
        first = Club(sandbox)
        await first.opens()
        ana, _ = await playing(first, "ana ben")
        await ana.types("draw")
        async with started_again(sandbox, first, before) as second:
            yield second


@asynccontextmanager
async def started_again(
    sandbox: Sandbox, first: Club, before: Callable[[MemoryJournal, int], None] = nothing
) -> AsyncIterator[Club]:
    """Kill the bot, do something to what it kept, and start it again. Its table is asleep."""
    table = first.table
    table.sleep()
    assert table.round_id is not None
    await first.closes()
    before(first.journal, table.round_id)
    second = Club(sandbox, journal=first.journal, seed="after")
    await second.tables.recover(lambda _: True)
    await second.opens()
    try:
        yield second
    finally:
        await second.closes()


async def test_commands_find_the_table_again():
    async with killed_and_started() as club:
        ana = member(club, "ana")
        await ana.types("hand")
        assert is_hand(ana.hand)
        assert ana.version == club.table.public_view().version
        assert len(ana.view.waste) == 3
        assert "in at the next deal" in said(await member(club, "dan").types("join"))


async def test_a_second_start_is_refused_though_the_table_still_sleeps():
    async with killed_and_started() as club:
        assert "has a table already" in said(await member(club, "dan").types("start"))


async def test_a_match_that_is_over_makes_room_though_it_still_sleeps():
    async with strict_sandbox() as sandbox:
        first = Club(sandbox)
        await first.opens()
        ana, _ = await playing(first, "ana ben", OUT, TWO_LEFT, rules="rounds=1")
        await ana.types("call")
        first.clock.advance(1.0)
        assert first.table.state.phase == "over"
        await first.table.kept()
        async with started_again(sandbox, first) as club:
            dan = member(club, "dan")
            assert not (await dan.types("start")).failed
            assert club.table.state.phase == "lobby"
            assert club.table.state.host == dan.id
            assert first.table.table_id in club.journal.closed
            assert "has a table already" in said(await member(club, "ana").types("start"))


async def test_a_table_of_a_newer_version_says_so_and_keeps_its_message():
    async with killed_and_started(newer) as club:
        ana = member(club, "ana")
        board = ana.board
        for answer in (await ana.types("start"), await ana.types("hand"), await ana.presses(board, "hand")):
            assert "A newer version of me keeps this table" in said(answer)
        assert ana.board.id == board.id
        assert club.journal.closed == []


async def test_status_lists_tables_that_still_sleep():
    async with killed_and_started() as club:
        dan = member(club, "dan")
        told = await dan.driver.command("nertz", "nertz status")
        assert f"<#{club.sandbox.channel(CHANNEL).id}>: playing, Ana & Ben" in said(told)


async def test_buttons_of_the_old_board_work():
    async with killed_and_started() as club:
        ben = member(club, "ben")
        await ben.presses(ben.board, "hand")
        assert is_hand(ben.hand)


async def test_a_damaged_table_is_set_aside_and_its_channel_told():
    async with killed_and_started(damage) as club:
        ana = member(club, "ana")
        assert "no table here" in said(await ana.types("hand"))
        await club.clock.run(0.2)
        told = await ana.driver.until_sees(CHANNEL, lambda one: "can't be restored" in one.text)
        assert not told.ephemeral
        assert said(await ana.presses(ana.driver.sees(CHANNEL)[0], "hand", forged=True))
        await ana.types("start")
        assert club.table.state.phase == "lobby"
