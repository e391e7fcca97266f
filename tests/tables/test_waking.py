"""After a restart tables sleep until somebody wants them: a click, or the process when it has time."""

from __future__ import annotations

import asyncio

import pytest

from bot.rules.house_rules import HouseRules
from bot.tables.events import EventKind
from bot.tables.ports import ReadFailed
from bot.tables.refusal import TableCode
from tests.tables.evening import CHANNEL, GUILD, Evening, refused


async def test_a_channel_whose_table_sleeps_is_busy_and_its_table_found(evening: Evening):
    evening.running_with("Ana Ben")
    after = await evening.restarted()
    assert after.tables.at(CHANNEL) is None
    with refused(TableCode.CHANNEL_BUSY):
        after.tables.open(GUILD, CHANNEL, 5, "Eva", HouseRules())
    table = await after.tables.find(CHANNEL)
    assert table is not None
    assert after.tables.at(CHANNEL) is table
    assert await after.tables.get(table.table_id) is table
    assert await after.tables.find(CHANNEL + 1) is None
    assert await after.tables.get(12345) is None


async def test_a_finished_match_makes_room_for_a_new_table_once_it_is_found():
    evening = Evening(HouseRules(rounds=1))
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    after = await evening.restarted()
    await after.tables.find(CHANNEL)
    new = after.tables.open(GUILD, CHANNEL, ben.id, ben.name, HouseRules())
    assert after.tables.at(CHANNEL) is new
    await new.kept()
    assert after.journal.closed == [evening.table.table_id]


async def test_two_first_clicks_wake_a_table_once(evening: Evening):
    evening.running_with("Ana Ben")
    after = await evening.restarted()
    one, two = await asyncio.gather(*(after.tables.wake(evening.table.table_id) for _ in range(2)))
    assert one is two
    assert after.kinds().count(EventKind.WOKEN) == 1


async def test_tables_wake_in_the_background_most_recent_first(evening: Evening):
    for channel in range(5):
        evening.opened_by(evening.person("Ana"), channel=channel)
        evening.clock.advance(1)
    after = await evening.restarted()
    await after.tables.wake_all()
    woken = [event.table.channel_id for event in after.events if event.kind is EventKind.WOKEN]
    assert woken == [4, 3, 2, 1, 0]
    assert len(after.tables) == 5


async def test_only_the_guilds_of_this_process_are_recovered(evening: Evening):
    evening.in_lobby("Ana Ben")
    await evening.table.kept()
    after = Evening(journal=evening.journal)
    assert await after.tables.recover(lambda guild: guild != GUILD) == 0
    assert await after.tables.recover(lambda guild: guild == GUILD) == 1
    assert [table.channel_id for table in await after.tables.wake_guild(GUILD)] == [CHANNEL]


async def test_a_table_that_can_not_be_read_just_now_sleeps_on(caplog, evening: Evening):
    evening.in_lobby("Ana Ben")
    after = await evening.restarted()
    after.journal.unreadable = True
    with pytest.raises(ReadFailed):
        await after.tables.wake(evening.table.table_id)
    await after.tables.wake_all()
    assert "can't be read yet" in caplog.text
    assert "Traceback" not in caplog.text
    after.journal.unreadable = False
    assert await after.tables.wake(evening.table.table_id) is not None


async def test_a_table_that_was_closed_meanwhile_is_not_woken(evening: Evening):
    evening.in_lobby("Ana Ben")
    after = await evening.restarted()
    after.journal.tables.clear()
    assert await after.tables.wake(evening.table.table_id) is None
    assert len(after.tables) == 0
    after.tables.open(GUILD, CHANNEL, 5, "Eva", HouseRules())
