"""After a failure the table is what the journal kept, whatever it said of it."""

from __future__ import annotations

import pytest

from bot.rules.phase import Phase
from bot.tables.events import EventKind
from bot.tables.ports import JournalFailed
from bot.tables.seats import TablePhase
from tests.tables.evening import CHANNEL, Evening


async def test_a_commit_that_was_kept_though_it_seemed_to_fail_is_found_again(evening: Evening):
    ana, _ = await evening.kept_with("Ana Ben")
    evening.journal.lies = True
    ana.plays("draw")
    await evening.clock.run(0)
    assert evening.round.version == 1
    evening.journal.lies = False
    await evening.clock.run(1)
    assert evening.round.version == 2
    assert ana.plays("draw").number == 3


async def test_a_deal_that_is_not_kept_goes_back_to_the_scores_of_the_last_round(evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    await evening.table.kept()
    old = evening.round
    evening.journal.broken = True
    ana.deals()
    await evening.clock.run(0)
    assert evening.phase() is TablePhase.SCORES
    assert evening.round.header == old.header
    assert evening.round_phase() is Phase.CALLED
    assert evening.table.state.totals == (5, -4)


async def test_a_table_whose_opening_can_not_be_kept_is_gone(evening: Evening):
    evening.journal.broken = True
    evening.in_lobby("Ana")
    with pytest.raises(JournalFailed):
        await evening.table.kept()
    assert evening.phase() is TablePhase.CLOSED
    assert evening.told(EventKind.CLOSED) == [{"reason": "not_kept", "person": None}]
    assert evening.tables.at(CHANNEL) is None
    assert EventKind.SUSPENDED not in evening.kinds()


async def test_a_close_that_can_not_be_kept_brings_the_table_back(evening: Evening):
    ana, _ = await evening.kept_with("Ana Ben")
    evening.journal.broken = True
    evening.table.stop(ana.id)
    assert evening.tables.at(CHANNEL) is None
    await evening.clock.run(0)
    assert evening.tables.at(CHANNEL) is evening.table
    evening.journal.broken = False
    await evening.clock.run(5)
    assert evening.phase() is TablePhase.ROUND
    ana.plays("draw")


async def test_a_close_that_was_kept_though_it_seemed_to_fail_stays_closed(evening: Evening):
    ana, _ = await evening.kept_with("Ana Ben")
    evening.journal.lies = True
    evening.table.stop(ana.id)
    await evening.clock.run(0)
    evening.journal.lies = False
    await evening.clock.run(1)
    assert evening.phase() is TablePhase.CLOSED
    assert evening.tables.at(CHANNEL) is None


async def test_one_whose_leaving_is_not_kept_is_still_there(evening: Evening):
    ana, ben = await evening.kept_with("Ana Ben")
    evening.journal.broken = True
    ben.leaves()
    await evening.clock.run(0)
    assert not evening.table.state.seats[1].left
    evening.journal.broken = False
    await evening.clock.run(1)
    assert not evening.table.view(ben.at).public.seats[ben.at].left
    ana.plays("draw")
