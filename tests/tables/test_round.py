from __future__ import annotations

from bot.rules.house_rules import HouseRules
from bot.rules.phase import Phase
from bot.rules.records import Op, Operated
from bot.rules.refusal import Code
from bot.tables.events import EventKind
from bot.tables.refusal import TableCode
from bot.tables.seats import TablePhase
from tests.tables.evening import Evening, refused

NEARLY_OUT = {"nertz": "", "work": ["KS", "KC", "", ""], "stock": "2D 3D", "waste": ""}
ACE_UP = {"nertz": "9H AS", "work": ["QS", "", "4D", "9C"], "stock": "5D 6D 7D", "waste": ""}
DEAD = {"nertz": "9H", "work": ["9C", "9S", "9D", "9H"], "stock": "", "waste": ""}


async def test_a_move_is_recorded_told_and_kept(evening: Evening):
    ana, _ = evening.running_on("Ana Ben", ACE_UP, NEARLY_OUT)
    played = ana.plays("N:AS>F")
    assert (played.number, played.seat, played.person) == (2, 0, ana.id)
    assert evening.told(EventKind.MOVED)[-1] == {"record": played}
    await evening.table.kept()
    assert evening.table.committed_version == 2
    assert evening.table.state.round_id is not None
    assert len(evening.journal.records[evening.table.state.round_id]) == 2


async def test_a_move_against_the_rules_changes_nothing(evening: Evening):
    ana, _ = evening.running_on("Ana Ben", ACE_UP, NEARLY_OUT)
    with refused(Code.NOT_TOP):
        ana.plays("N:9H>W2")
    assert evening.round.version == 1


async def test_nobody_moves_in_the_countdown_or_without_a_seat(evening: Evening):
    ana, _ = evening.dealt_to("Ana Ben")
    with refused(Code.NOT_RUNNING):
        ana.plays("draw")
    with refused(TableCode.NOT_SEATED_HERE):
        evening.person("Cleo").plays("draw")
    assert evening.round.version == 0


async def test_a_move_in_the_lobby_is_refused(evening: Evening):
    (ana,) = evening.in_lobby("Ana")
    with refused(TableCode.NOT_RUNNING):
        ana.plays("draw")
    with refused(TableCode.NOT_RUNNING):
        evening.table.view(0)
    assert evening.phase() is TablePhase.LOBBY


async def test_the_slower_of_two_is_beaten_by_name(evening: Evening):
    ana, ben = evening.running_on("Ana Ben", ACE_UP, ACE_UP, foundations=("AH@1 2H@1",))
    seen = evening.round.version
    evening.lays(
        {"nertz": "3H", "work": ["KS", "", "", ""]},
        {"nertz": "3H", "work": ["KS", "", "", ""]},
        foundations=("AH@1 2H@1",),
    )
    evening.round.go(0)
    ana.plays("N:3H>F")
    with refused(Code.BEATEN) as refusal:
        ben.plays("N:3H>F", seen=seen)
    assert refusal.value.data["by"] == ana.at


async def test_after_a_call_cards_in_the_air_may_land_and_then_the_round_is_over(evening: Evening):
    ana, ben = evening.running_on("Ana Ben", NEARLY_OUT, ACE_UP)
    before = evening.clock.wall_ms()
    evening.clock.advance(0.1)
    ana.plays("call")
    assert evening.round_phase() is Phase.CLOSING
    now = evening.clock.wall_ms()
    assert evening.told(EventKind.CLOSING) == [{"caller": 0, "until_ms": now + 400}]
    evening.clock.advance(0.3)
    evening.table.play(ben.id, "N:AS>F", before)
    with refused(Code.ROUND_OVER):
        ben.plays("draw")
    evening.clock.advance(0.1)
    assert evening.round_phase() is Phase.CALLED
    assert evening.phase() is TablePhase.SCORES
    assert evening.told(EventKind.ROUND_ENDED)[0]["scores"] == (0, -1)


async def test_an_earlier_call_in_grace_time_takes_the_call_and_no_more_time(evening: Evening):
    ana, ben = evening.running_on("Ana Ben", NEARLY_OUT, NEARLY_OUT)
    before = evening.clock.wall_ms()
    evening.clock.advance(0.1)
    ana.plays("call")
    evening.clock.advance(0.3)
    evening.table.play(ben.id, "call", before)
    evening.clock.advance(0.1)
    assert evening.told(EventKind.ROUND_ENDED)[0]["caller"] == ben.at
    assert len(evening.told(EventKind.CLOSING)) == 1


async def test_without_grace_time_a_call_ends_the_round_at_once():
    evening = Evening(HouseRules(mid_air="return"))
    ana, _ = evening.running_on("Ana Ben", NEARLY_OUT, ACE_UP)
    ana.plays("call")
    evening.clock.advance(0)
    assert evening.phase() is TablePhase.SCORES


async def test_when_all_are_stuck_the_table_rotates_by_itself(evening: Evening):
    ana, ben = evening.running_on("Ana Ben", ACE_UP, ACE_UP)
    ana.plays("stuck")
    assert evening.round_phase() is Phase.RUNNING
    ben.plays("stuck")
    record = evening.round.records[-1]
    assert isinstance(record, Operated)
    assert record.op is Op.ROTATE
    assert evening.told(EventKind.MOVED)[-1] == {"record": record}


async def test_a_dead_table_ends_the_round(evening: Evening):
    ana, _ = evening.running_on("Ana Ben", DEAD | {"nertz": "9H AS"}, DEAD)
    ana.plays("N:AS>F")
    assert evening.phase() is TablePhase.SCORES
    assert evening.told(EventKind.ROUND_ENDED)[0]["end"] == "stuck"


async def test_a_round_that_is_dead_from_the_deal_ends_at_go(evening: Evening):
    evening.running_on("Ana Ben", DEAD, DEAD)
    assert evening.phase() is TablePhase.SCORES


async def test_a_stuck_table_calls_for_the_one_who_is_out(evening: Evening):
    ana, ben = evening.running_on("Ana Ben", NEARLY_OUT, ACE_UP)
    ben.plays("stuck")
    ana.plays("stuck")
    assert evening.told(EventKind.ROUND_ENDED)[0]["caller"] == ana.at
    assert evening.round_phase() is Phase.CALLED


async def test_an_old_click_sees_what_its_picture_showed(evening: Evening):
    ana, _ = evening.running_on("Ana Ben", ACE_UP, NEARLY_OUT)
    old = ana.view
    ana.plays("draw")
    assert ana.view.version == old.version + 1
    assert evening.table.view_at(ana.at, old.version) == old
    evening.table.forget_views()
    assert evening.table.view_at(ana.at, old.version) == old
    assert evening.table.view_at(ana.at, 999) == ana.view
    assert evening.table.public_view().version == ana.view.version


async def test_many_old_versions_are_seen_without_being_remembered(evening: Evening):
    ana, _ = evening.running_with("Ana Ben")
    for _ in range(30):
        ana.plays(ana.view.legal[0])
    seen = [evening.table.view_at(ana.at, version).version for version in range(evening.round.version + 1)]
    assert seen == list(range(evening.round.version + 1))


async def test_a_watcher_that_fails_does_not_stop_the_table(caplog, evening: Evening):

    def fail(event):
        raise RuntimeError(event.kind)

    evening.tables.watch(fail)
    ana, _ = evening.running_on("Ana Ben", ACE_UP, NEARLY_OUT)
    ana.plays("N:AS>F")
    assert evening.round.version == 2
    assert "a watcher failed" in caplog.text


async def test_nothing_is_refused_by_a_code_without_a_meaning():
    assert len({code.value for code in TableCode}) == len(TableCode)
