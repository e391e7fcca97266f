"""A journal that fails suspends its table, which resumes by itself when it can be written again."""

from __future__ import annotations

import asyncio

import pytest

from bot.rules.house_rules import HouseRules
from bot.tables.events import EventKind
from bot.tables.ports import JournalFailed
from bot.tables.refusal import TableCode
from bot.tables.seats import TablePhase
from tests.tables.evening import GUILD, Evening, refused


async def test_a_table_whose_journal_fails_goes_back_to_the_last_committed_move(
    evening: Evening,
):
    ana, ben = evening.running_with("Ana Ben")
    ana.plays("draw")
    await evening.table.kept()
    kept_view = ana.view
    evening.journal.broken = True
    ana.plays("draw")
    ben.plays("draw")
    with pytest.raises(JournalFailed):
        await evening.table.kept()
    assert evening.table.state.suspended
    assert evening.kinds().count(EventKind.SUSPENDED) == 1
    assert ana.view == kept_view
    for act in (lambda: ana.plays("draw"), ana.leaves, ana.is_ready, evening.person("Cleo").joins):
        with refused(TableCode.SUSPENDED):
            act()
    await evening.table.kept()


async def test_the_table_resumes_by_itself(evening: Evening):
    ana, _ = await evening.kept_with("Ana Ben")
    evening.journal.broken = True
    ana.plays("draw")
    await evening.clock.run(20)
    assert evening.journal.probes == 4, "after 1, 2, 4 and 8 seconds"
    evening.journal.broken = False
    await evening.clock.run(16)
    assert not evening.table.state.suspended
    assert evening.kinds().count(EventKind.SUSPENDED) == 1
    assert evening.kinds()[-1] == EventKind.UNSUSPENDED
    ana.plays("draw")
    await evening.table.kept()
    assert evening.table.committed_version == 2


async def test_nothing_is_written_after_a_failure_that_the_table_has_not_heard_of_yet(evening: Evening):
    ana, _ = await evening.kept_with("Ana Ben")
    evening.journal.broken = True
    ana.plays("draw")
    evening.journal.release()
    evening.journal.broken = False
    with refused(TableCode.SUSPENDED):
        ana.plays("draw")
    await evening.clock.run(1)
    assert ana.plays("draw").number == 2
    await evening.table.kept()


async def test_a_journal_that_does_not_even_take_a_write_suspends_the_table(monkeypatch, evening: Evening):
    ana, _ = await evening.kept_with("Ana Ben")

    def refuse(entries):
        raise JournalFailed

    with monkeypatch.context() as patch:
        patch.setattr(evening.journal, "write", refuse)
        with refused(TableCode.SUSPENDED):
            ana.plays("draw")
    assert evening.round.version == 1
    await evening.clock.run(1)
    assert not evening.table.state.suspended


async def test_no_timer_moves_a_suspended_table(evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    await evening.table.kept()
    evening.journal.broken = True
    await evening.clock.run(63)
    assert evening.phase() is TablePhase.COUNTDOWN
    evening.journal.broken = False
    await evening.clock.run(30)
    ana.opens_hand()
    ben.opens_hand()
    await evening.clock.run(3)
    assert evening.phase() is TablePhase.ROUND


async def test_a_table_that_can_not_be_read_yet_tries_again(caplog, evening: Evening):
    ana, _ = await evening.kept_with("Ana Ben")
    evening.journal.broken = evening.journal.unreadable = True
    ana.plays("draw")
    await evening.clock.run(0)
    evening.journal.broken = False
    await evening.clock.run(3)
    assert EventKind.UNSUSPENDED not in evening.kinds()
    evening.journal.unreadable = False
    await evening.clock.run(30)
    assert EventKind.UNSUSPENDED in evening.kinds()
    assert "can't be read yet" in caplog.text


async def test_a_failure_of_one_table_leaves_the_others_alone(evening: Evening):
    other = evening.tables.open(GUILD, 99, 5, "Eva", HouseRules())
    ana, _ = evening.running_with("Ana Ben")
    await asyncio.gather(evening.table.kept(), other.kept())
    evening.journal.broken = True
    ana.plays("draw")
    await evening.clock.run(0)
    evening.journal.broken = False
    assert not other.state.suspended
    other.join(6, "Finn")
    await other.kept()


async def test_touch_and_hands_are_harmless_while_suspended(evening: Evening):
    ana, _ = await evening.kept_with("Ana Ben")
    evening.journal.broken = True
    ana.plays("draw")
    await evening.clock.run(0)
    evening.table.touch(ana.id)
    ana.opens_hand()
    evening.table.hand_lost(ana.id)
    evening.table.note_message(1, 5)
    assert evening.table.state.message.id is None


async def test_many_suspended_tables_probe_the_journal_together(evening: Evening):
    tables = [evening.opened_by(evening.person("Ana"), channel=number) for number in range(5)]
    await asyncio.gather(*(table.kept() for table in tables))
    evening.journal.broken = True
    for table in tables:
        table.note_message(1, 1)
    await evening.clock.run(0)
    evening.journal.broken = False
    evening.clock.advance(1)
    await evening.clock.run(0, turns=20)
    assert evening.journal.probes == 1
    assert evening.kinds().count(EventKind.UNSUSPENDED) == 5
