from __future__ import annotations

import json

from bot.rules.phase import Phase
from bot.rules.records import Op, Operated
from bot.tables.events import EventKind
from bot.tables.refusal import TableCode
from bot.tables.seats import TablePhase
from tests.tables.evening import OUT, TWO_LEFT, Evening, refused


async def test_the_host_role_passes_on_when_the_host_leaves(evening: Evening):
    ana, ben, _ = evening.in_lobby("Ana Ben Cleo")
    ana.leaves()
    assert evening.table.state.host == ben.id
    assert evening.told(EventKind.HOST_PASSED) == [{"to": ben.id}]
    assert evening.told(EventKind.LEFT) == [{"person": ana.id, "seat": 0}]
    assert ben.at == 0


async def test_a_table_without_people_ends_itself(evening: Evening):
    (ana,) = evening.in_lobby("Ana", practice=3)
    ana.leaves()
    assert evening.phase() is TablePhase.CLOSED
    assert evening.told(EventKind.CLOSED) == [{"reason": "no_people", "person": None}]


async def test_a_round_without_people_is_void(evening: Evening):
    ana, ben = evening.running_with("Ana Ben")
    ana.leaves()
    ben.leaves()
    assert evening.phase() is TablePhase.CLOSED
    await evening.table.kept()
    (ended,) = evening.journal.ended
    assert ended.end == "void"
    assert evening.journal.closed == [evening.table.table_id]


async def test_cards_of_one_who_leaves_stay_on_the_foundations(evening: Evening):
    ana, ben = evening.running_on(
        "Ana Ben",
        {"nertz": "9H AS", "work": ["QS", "", "4D", "9C"], "stock": "5D 6D"},
        {"nertz": "9H AD", "work": ["QS", "", "4D", "9C"], "stock": "5D 6D"},
    )
    ana.plays("N:AS>F")
    ana.leaves()
    record = evening.round.records[-1]
    assert isinstance(record, Operated)
    assert (record.op, record.seat) == (Op.LEAVE, 0)
    assert evening.table.public_view().foundations[0].starter == 0
    assert evening.table.state.seats[0].left
    assert evening.table.seat_of(ana.id) is None
    assert ben.at == 1
    ben.plays("N:AD>F")


async def test_one_who_leaves_holds_up_nobody(evening: Evening):
    ana, ben = evening.running_with("Ana Ben")
    ana.plays("stuck")
    ben.leaves()
    assert any(isinstance(record, Operated) and record.op is Op.ROTATE for record in evening.round.records)


async def test_one_who_leaves_in_the_countdown_is_out_of_the_round(evening: Evening):
    _, ben = evening.dealt_to("Ana Ben")
    ben.leaves()
    evening.clock.advance(3)
    assert evening.round_phase() is Phase.RUNNING
    assert evening.table.public_view().seats[1].left


async def test_one_who_waits_may_leave_again(evening: Evening):
    evening.running_with("Ana Ben")
    cleo = evening.person("Cleo")
    cleo.joins()
    cleo.leaves()
    assert evening.table.state.waiting == []
    assert evening.told(EventKind.LEFT) == [{"person": cleo.id, "seat": None}]


async def test_one_who_waits_becomes_host_when_all_others_have_left(evening: Evening):
    ana, ben = evening.running_on("Ana Ben", OUT | {"stock": "2D 3D"}, TWO_LEFT)
    cleo = evening.person("Cleo")
    cleo.joins()
    ana.leaves()
    ben.leaves()
    assert evening.table.state.host == cleo.id
    assert evening.phase() is TablePhase.SCORES
    evening.clock.advance(20)
    assert cleo.at == 0


async def test_leaving_twice_is_refused(evening: Evening):
    _, ben = evening.in_lobby("Ana Ben")
    ben.leaves()
    with refused(TableCode.NOT_SEATED_HERE):
        ben.leaves()
    assert evening.told(EventKind.LEFT) == [{"person": ben.id, "seat": 1}]


async def test_one_who_is_kicked_is_out_and_stays_out(evening: Evening):
    ana, ben, _ = evening.running_with("Ana Ben Cleo")
    evening.table.kick(ana.id, ben.id)
    assert evening.told(EventKind.KICKED) == [{"person": ben.id, "seat": 1}]
    assert evening.told(EventKind.LEFT) == []
    with refused(TableCode.NOT_SEATED_HERE):
        ben.plays("draw")
    with refused(TableCode.KICKED):
        ben.joins()


async def test_a_host_kicks_neither_themselves_nor_strangers(evening: Evening):
    ana, _ = evening.in_lobby("Ana Ben")
    with refused(TableCode.NOT_YOURSELF):
        evening.table.kick(ana.id, ana.id)
    with refused(TableCode.NOT_SEATED_HERE):
        evening.table.kick(ana.id, evening.person("Cleo").id)
    assert evening.told(EventKind.KICKED) == []


async def test_one_who_is_kicked_from_the_lobby_frees_the_seat_and_the_rest_may_start(evening: Evening):
    ana, ben, cleo = evening.in_lobby("Ana Ben Cleo")
    ana.is_ready()
    ben.is_ready()
    evening.table.kick(ana.id, cleo.id)
    assert evening.phase() is TablePhase.COUNTDOWN
    assert evening.round.seats == 2


async def test_one_who_left_and_is_forgotten_is_named_nowhere_and_their_seat_stays(evening: Evening):
    ana, _, cleo = evening.running_with("Ana Ben Cleo")
    cleo.leaves()
    evening.table.forget(cleo.id)
    ana.plays("draw")
    await evening.table.kept()
    kept = evening.journal.tables[evening.table.table_id].state
    assert str(cleo.id) not in json.dumps(kept)
    assert len(kept["seats"]) == 3
    again = await evening.woken()
    assert again.table.state.seats[2].people == [0]
