from __future__ import annotations

import gc
import tracemalloc

from bot.rules.house_rules import HouseRules
from tests.tables.evening import Evening
from tests.tables.players import best_move

TABLES = 5


async def test_a_table_in_the_middle_of_a_round_takes_less_than_100_kilobytes():
    warm_up = Evening()
    ana, _ = warm_up.running_with("Ana Ben")
    ana.plays(best_move(ana.view))
    evening = Evening(HouseRules())
    records = 0
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(TABLES):
        people = evening.people("Ana Ben Cleo Dan")
        table = evening.opened_by(people[0], channel=number)
        for person in people[1:]:
            person.joins()
        people[0].deals()
        for person in people:
            person.opens_hand()
        evening.clock.advance(3)
        for turn in range(300):
            person = people[turn % 4]
            if person.view.legal:
                person.plays(best_move(person.view))
        assert table.round is not None
        records += table.round.version
        evening.events.clear()
    await evening.table.kept()
    for kept in (evening.journal.records, evening.journal.rounds, evening.journal.tables):
        kept.clear()
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert records / TABLES > 150
    assert (after - before) / TABLES < 100_000
