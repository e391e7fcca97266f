"""What cannot be read any more costs its own table only, which is closed with a word."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.rules.house_rules import HouseRules
from bot.tables.events import EventKind
from bot.tables.refusal import TableCode
from bot.tables.saved import STATE_VERSION
from tests.tables.evening import CHANNEL, GUILD, Evening, refused


async def test_a_record_that_no_longer_replays_costs_its_own_table_only(caplog, evening: Evening):
    other = evening.opened_by(evening.person("Eva"), channel=99)
    ana, ben = evening.running_with("Ana Ben")
    ana.plays("draw")
    ben.plays("stuck")
    await evening.table.kept()
    assert evening.table.round_id is not None
    lines = evening.journal.records[evening.table.round_id]
    lines[2] = lines[1].replace("[2,", "[3,")
    after = await evening.restarted()
    await after.tables.wake_all()
    assert after.tables.at(CHANNEL) is None
    assert after.tables.by_id(other.table_id) is not None
    assert [event["number"] for event in after.told(EventKind.DAMAGED)]
    assert after.told(EventKind.CLOSED) == [{"reason": "damaged", "person": None}]
    await asyncio.sleep(0)
    assert after.journal.closed == [evening.table.table_id]
    after.tables.open(GUILD, CHANNEL, 5, "Eva", HouseRules())
    assert "damaged" in caplog.text


@pytest.mark.parametrize(
    "damage",
    [{"version": 0}, {"version": "99"}, {"seats": 5}, {"rules": {"jokers": 7}}, {"host": None, "phase": "x"}],
)
async def test_a_row_that_can_not_be_read_is_set_aside(damage, evening: Evening):
    evening.in_lobby("Ana Ben")
    await evening.table.kept()
    evening.journal.tables[evening.table.table_id].state.update(damage)
    after = await evening.restarted()
    assert await after.tables.wake(evening.table.table_id) is None
    assert after.told(EventKind.CLOSED) == [{"reason": "damaged", "person": None}]


async def test_a_round_that_is_missing_sets_its_table_aside(evening: Evening):
    await evening.kept_with("Ana Ben")
    evening.journal.rounds.clear()
    after = await evening.restarted()
    assert await after.tables.wake(evening.table.table_id) is None
    assert after.told(EventKind.DAMAGED) == [{"number": 0, "code": "no_round"}]


def written_by_a_newer_version(evening: Evening) -> dict[str, object]:
    """Let the row of the table be of the next version, and return it."""
    row = evening.journal.tables[evening.table.table_id].state
    row.update({"version": STATE_VERSION + 1, "seats": "kept in another way"})
    return dict(row)


async def test_a_row_of_a_newer_version_sleeps_on_and_is_left_alone(caplog, evening: Evening):
    other = evening.opened_by(evening.person("Eva"), channel=99)
    evening.in_lobby("Ana Ben")
    await evening.table.kept()
    row = written_by_a_newer_version(evening)
    after = await evening.restarted()
    await after.tables.wake_all()
    for _ in range(2):
        with refused(TableCode.NEWER_VERSION):
            await after.tables.find(CHANNEL)
    assert [table.table_id for table in await after.tables.wake_guild(GUILD)] == [other.table_id]
    with refused(TableCode.CHANNEL_BUSY):
        after.tables.open(GUILD, CHANNEL, 5, "Eva", HouseRules())
    await after.clock.run(600)
    assert after.journal.tables[evening.table.table_id].state == row
    assert after.journal.closed == []
    assert len(after.tables) == 2
    assert EventKind.CLOSED not in after.kinds()
    assert "Traceback" not in caplog.text


async def test_a_second_row_of_a_channel_is_left_alone_if_it_is_of_a_newer_version(evening: Evening):
    evening.in_lobby("Ana Ben")
    await evening.table.kept()
    row = written_by_a_newer_version(evening)
    kept = evening.journal.tables[evening.table.table_id]
    evening.journal.tables[4] = replace(kept, table_id=4, at_ms=kept.at_ms + 1, state={})
    after = await evening.restarted()
    await asyncio.sleep(0)
    assert after.journal.tables[evening.table.table_id].state == row
    assert after.journal.closed == []


async def test_the_newer_version_goes_on_with_what_an_older_one_let_sleep(evening: Evening, monkeypatch):
    ana, _ = evening.running_with("Ana Ben")
    ana.plays("draw")
    await evening.table.kept()
    evening.journal.tables[evening.table.table_id].state["version"] = STATE_VERSION + 1
    older = await evening.restarted()
    with refused(TableCode.NEWER_VERSION):
        await older.tables.find(CHANNEL)
    monkeypatch.setattr("bot.tables.saved.STATE_VERSION", STATE_VERSION + 1)
    newer = await evening.woken()
    assert newer.table.public_view().version == evening.table.public_view().version
