"""What cannot be read any more costs its own table only, which is closed with a word."""

from __future__ import annotations

import asyncio

import pytest

from bot.rules.house_rules import HouseRules
from bot.tables.events import EventKind
from tests.tables.evening import CHANNEL, GUILD, Evening


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
    "damage", [{"version": 99}, {"seats": 5}, {"rules": {"jokers": 7}}, {"host": None, "phase": "x"}]
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
