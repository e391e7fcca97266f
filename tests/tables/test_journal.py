"""What counts as committed, and who waits for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.tables.evening import Evening


async def test_a_move_counts_as_committed_only_when_it_is(evening: Evening):
    ana, _ = await evening.kept_with("Ana Ben")
    evening.journal.held = True
    ana.plays("draw")
    kept = evening.table.kept()
    await evening.clock.run(0)
    assert not kept.done()
    assert evening.table.committed_version == evening.round.version - 1
    evening.journal.release()
    await kept
    assert evening.table.committed_version == evening.round.version


async def test_a_deal_counts_as_committed_only_when_it_is(evening: Evening):
    ana, _ = evening.in_lobby("Ana Ben")
    await evening.table.kept()
    evening.journal.held = True
    ana.deals()
    assert evening.table.committed_version < evening.round.version == 0
    kept = evening.table.kept()
    evening.journal.release()
    await kept
    assert evening.table.committed_version == 0


async def test_moves_need_not_wait_for_commits(evening: Evening):
    ana, ben = evening.running_with("Ana Ben")
    evening.journal.held = True
    for _ in range(3):
        ana.plays("draw")
        ben.plays("draw")
    kept = evening.table.kept()
    evening.journal.release()
    await kept
    assert evening.table.committed_version == 7


async def test_a_waiter_that_gives_up_does_not_harm_the_commit(evening: Evening):
    ana, _ = evening.running_with("Ana Ben")
    evening.journal.held = True
    ana.plays("draw")
    kept = evening.table.kept()
    kept.cancel()
    evening.journal.release()
    await evening.table.kept()
    assert evening.table.committed_version == evening.round.version


async def test_writes_of_several_tables_are_one_commit(evening: Evening):
    tables = [evening.opened_by(evening.person("Ana"), channel=number) for number in range(5)]
    before = evening.journal.commits
    await asyncio.gather(*(table.kept() for table in tables))
    assert evening.journal.commits == before + 1
