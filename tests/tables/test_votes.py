from __future__ import annotations

from bot.rules.phase import Phase
from bot.rules.records import Op, Operated
from bot.rules.refusal import Code
from bot.tables.events import EventKind
from bot.tables.refusal import TableCode
from bot.tables.seats import TablePhase
from tests.tables.evening import CHANNEL, Evening, refused


async def test_the_host_stops_the_table_at_once_and_the_round_is_void(evening: Evening):
    ana, _ = evening.running_with("Ana Ben")
    assert evening.table.stop(ana.id)
    assert evening.phase() is TablePhase.CLOSED
    assert evening.round_phase() is Phase.VOID
    assert evening.told(EventKind.CLOSED) == [{"reason": "stopped", "person": ana.id}]
    assert evening.tables.at(CHANNEL) is None
    await evening.table.kept()
    assert evening.journal.tables == {}
    assert evening.journal.results == []


async def test_others_stop_it_by_more_than_half(evening: Evening):
    _, ben, cleo = evening.running_with("Ana Ben Cleo")
    assert not evening.table.stop(ben.id)
    assert evening.told(EventKind.VOTE_CAST) == [{"person": ben.id, "topic": "stop", "votes": 1, "needed": 2}]
    assert not evening.table.stop(ben.id)
    assert evening.table.stop(cleo.id)
    assert evening.phase() is TablePhase.CLOSED


async def test_a_vote_counts_for_a_minute(evening: Evening):
    _, ben, cleo = evening.running_with("Ana Ben Cleo")
    evening.table.stop(ben.id)
    evening.clock.advance(60)
    assert not evening.table.stop(cleo.id)


async def test_the_vote_of_one_who_left_is_gone(evening: Evening):
    _, ben, cleo, _ = evening.running_with("Ana Ben Cleo Dan")
    evening.table.stop(ben.id)
    ben.leaves()
    assert not evening.table.stop(cleo.id)


async def test_strangers_neither_stop_nor_pause(evening: Evening):
    evening.running_with("Ana Ben")
    cleo = evening.person("Cleo")
    for act in (evening.table.stop, evening.table.pause, evening.table.vote_rotate):
        with refused(TableCode.NOT_SEATED_HERE):
            act(cleo.id)
    assert evening.told(EventKind.VOTE_CAST) == []
    assert evening.phase() is TablePhase.ROUND


async def test_a_pause_stops_everyones_moves_until_somebody_resumes(evening: Evening):
    ana, ben = evening.running_with("Ana Ben")
    assert evening.table.pause(ana.id)
    assert evening.table.state.paused
    with refused(Code.PAUSED):
        ben.plays("draw")
    with refused(TableCode.PAUSED):
        evening.table.pause(ana.id)
    with refused(TableCode.PAUSED):
        evening.table.vote_rotate(ana.id)
    evening.table.resume(ben.id)
    ben.plays("draw")
    assert evening.told(EventKind.RESUMED) == [{"person": ben.id}]
    with refused(TableCode.NOT_PAUSED):
        evening.table.resume(ben.id)


async def test_others_pause_by_vote(evening: Evening):
    _, ben, cleo = evening.running_with("Ana Ben Cleo")
    assert not evening.table.pause(ben.id)
    assert evening.table.pause(cleo.id)
    assert evening.told(EventKind.PAUSED)[0]["person"] == cleo.id


async def test_a_pause_stops_the_countdown_which_begins_anew(evening: Evening):
    ana, _ = evening.dealt_to("Ana Ben")
    evening.table.pause(ana.id)
    evening.clock.advance(60)
    assert evening.phase() is TablePhase.COUNTDOWN
    evening.table.resume(ana.id)
    evening.clock.advance(3)
    assert evening.phase() is TablePhase.ROUND


async def test_a_pause_stops_the_next_deal(evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    evening.table.pause(ana.id)
    with refused(TableCode.PAUSED):
        ana.deals()
    ana.is_ready()
    ben.is_ready()
    evening.clock.advance(60)
    assert evening.phase() is TablePhase.SCORES
    evening.table.resume(ana.id)
    evening.clock.advance(20)
    assert evening.phase() is TablePhase.COUNTDOWN


async def test_there_is_no_pause_in_the_lobby_and_none_in_grace_time(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    with refused(TableCode.NOT_RUNNING):
        evening.table.pause(ana.id)
    ana.deals()
    ana.opens_hand()
    ben.opens_hand()
    evening.lays({"nertz": ""}, {"nertz": "2S", "stock": "AS"})
    evening.clock.advance(3)
    ana.plays("call")
    with refused(TableCode.NOT_RUNNING):
        evening.table.pause(ana.id)
    assert evening.told(EventKind.PAUSED) == []


async def test_a_pause_that_nobody_ends_closes_the_table(evening: Evening):
    ana, _ = evening.running_with("Ana Ben")
    evening.table.pause(ana.id)
    evening.clock.advance(15 * 60)
    assert evening.told(EventKind.CLOSED)[0]["reason"] == "everyone_away"


async def test_stocks_rotate_when_everybody_wants_it(evening: Evening):
    ana, ben = evening.running_with("Ana Ben")
    assert not evening.table.vote_rotate(ana.id)
    assert evening.table.vote_rotate(ben.id)
    record = evening.round.records[-1]
    assert isinstance(record, Operated)
    assert record.op is Op.ROTATE


async def test_nothing_rotates_between_rounds(evening: Evening):
    ana, _ = evening.in_lobby("Ana Ben")
    with refused(TableCode.NOT_RUNNING):
        evening.table.vote_rotate(ana.id)
    assert evening.told(EventKind.VOTE_CAST) == []
