"""A process that is about to end deals no more, and keeps what was done."""

from __future__ import annotations

from bot.rules.house_rules import HouseRules
from bot.tables.events import EventKind
from bot.tables.refusal import TableCode
from bot.tables.seats import TablePhase
from tests.tables.evening import GUILD, Evening, refused


async def test_a_resting_process_deals_no_more_and_keeps_what_was_done(evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    await evening.tables.rest()
    assert evening.kinds()[-1] == EventKind.RESTING
    evening.clock.advance(60)
    assert evening.phase() is TablePhase.SCORES
    with refused(TableCode.STOPPING):
        ana.deals()
    with refused(TableCode.STOPPING):
        evening.tables.open(GUILD, 99, ana.id, ana.name, HouseRules())
    assert evening.table.committed_version == evening.round.version


async def test_a_table_that_wakes_while_the_process_rests_starts_nothing(evening: Evening):
    evening.dealt_to("Ana Ben")
    after = await evening.restarted()
    await after.tables.rest()
    table = await after.tables.wake(evening.table.table_id)
    assert table is not None
    after.clock.advance(60)
    assert table.state.phase is TablePhase.COUNTDOWN


async def test_a_database_that_hangs_does_not_keep_the_process_from_resting(monkeypatch, evening: Evening):
    evening.running_with("Ana Ben")
    evening.journal.held = True
    evening.table.note_message(1, 5)
    monkeypatch.setattr("bot.tables.registry.REST_SECONDS", 0.01)
    await evening.tables.rest()
    await evening.tables.rest()
    assert evening.kinds().count(EventKind.RESTING) == 1
    evening.journal.release()
