from __future__ import annotations

from bot.rules.house_rules import HouseRules
from bot.tables.events import EventKind
from bot.tables.seats import TablePhase
from tests.tables.evening import Evening
from tests.tables.players import Greedy


async def test_a_match_is_played_to_its_end_by_legal_moves():
    evening = Evening(HouseRules(target=10, stuck="end", work_piles=6))
    ana, ben = evening.in_lobby("Ana Ben")
    ana.is_ready()
    ben.is_ready()
    players = {ana.id: Greedy("medium"), ben.id: Greedy("medium")}
    for _ in range(20_000):
        if evening.phase() is TablePhase.OVER:
            break
        for person in (ana, ben):
            person.opens_hand()
            if evening.phase() is TablePhase.SCORES:
                person.is_ready()
            elif evening.phase() is TablePhase.ROUND and person.view.legal:
                move = players[person.id].choose(person.view, ())
                assert move is not None
                person.plays(move)
        await evening.clock.run(1)
    assert evening.phase() is TablePhase.OVER
    ended = evening.told(EventKind.ROUND_ENDED)
    assert evening.table.state.totals == tuple(
        sum(scores) for scores in zip(*(e["scores"] for e in ended), strict=True)
    )
    (over,) = evening.told(EventKind.MATCH_OVER)
    assert max(evening.table.state.totals) >= 10
    await evening.table.kept()
    (result,) = evening.journal.results
    assert {r.person_id for r in result.results} == {ana.id, ben.id}
    assert [r.won for r in sorted(result.results, key=lambda r: r.seat)] == [
        s in over["winners"] for s in (0, 1)
    ]
