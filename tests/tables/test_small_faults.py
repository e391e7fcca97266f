"""What only shows later: timers that should sleep, what counts as kept, lobbies that forget."""

from __future__ import annotations

from bot.rules.house_rules import HouseRules
from bot.rules.records import Op, Operated
from bot.tables.events import EventKind
from bot.tables.playing import MOST_ROTATIONS
from bot.tables.refusal import TableCode
from bot.tables.saved import state_as_json, state_from_json
from bot.tables.seats import Seat, TablePhase
from tests.tables.evening import Evening, refused


async def test_no_timer_of_a_suspended_table_goes_off(evening: Evening):
    ana, _ = await evening.kept_with("Ana Ben")
    evening.journal.broken = True
    ana.plays("draw")
    await evening.clock.run(0)
    assert evening.table.state.suspended
    assert not evening.table.timers.any_of("")


async def test_what_was_read_again_is_what_is_kept(evening: Evening):
    ana, _ = await evening.kept_with("Ana Ben")
    ana.plays("draw")
    after = await evening.woken()
    assert after.table.committed_version == after.round.version == 2
    after.journal.broken = True
    after.table.pause(ana.id)
    await after.clock.run(0)
    assert after.table.state.suspended
    assert not after.table.state.paused
    assert after.round.version == 2


async def test_a_table_that_was_read_again_goes_back_to_that_and_does_not_end(evening: Evening):
    ana, _ = evening.in_lobby("Ana Ben")
    after = await evening.woken()
    after.journal.broken = True
    after.table.ready(ana.id)
    await after.clock.run(0)
    assert after.phase() is TablePhase.LOBBY
    assert not after.table.state.seats[0].ready
    after.journal.broken = False
    await after.clock.run(2)
    assert not after.table.state.suspended


async def test_practice_players_who_come_are_told_of_and_kept(evening: Evening):
    (ana,) = evening.in_lobby("Ana")
    evening.clock.advance(14 * 60)
    told = evening.kinds().count(EventKind.LOBBY_CHANGED)
    evening.table.add_practice(ana.id, "hard", 2)
    assert evening.kinds().count(EventKind.LOBBY_CHANGED) == told + 1
    evening.clock.advance(14 * 60)
    assert evening.phase() is TablePhase.LOBBY
    await evening.table.kept()
    assert len(evening.journal.tables[evening.table.table_id].state["seats"]) == 3
    evening.table.remove_practice(ana.id)
    assert evening.kinds().count(EventKind.LOBBY_CHANGED) == told + 2
    evening.clock.advance(14 * 60)
    assert evening.phase() is TablePhase.LOBBY


async def test_one_who_was_ready_alone_was_not_ready_for_practice_players(evening: Evening):
    (ana,) = evening.in_lobby("Ana")
    ana.is_ready()
    evening.table.add_practice(ana.id, "hard")
    assert evening.phase() is TablePhase.LOBBY
    assert not ana.seat.ready
    ana.is_ready()
    assert evening.phase() is TablePhase.COUNTDOWN


def test_a_new_seat_is_neither_ready_nor_frozen_nor_left():
    seat = Seat(0, [1])
    assert (seat.ready, seat.frozen, seat.left, seat.held, seat.practice) == (False, False, False, None, None)
    assert seat.active
    assert seat.driven is None


async def test_nobody_who_comes_is_ready_before_they_say_so(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    assert not ben.seat.ready
    ana.is_ready()
    assert evening.phase() is TablePhase.LOBBY


async def test_a_process_that_ends_tells_the_last_one_who_is_ready(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    await evening.tables.rest()
    ana.is_ready()
    with refused(TableCode.STOPPING):
        ben.is_ready()
    assert evening.phase() is TablePhase.LOBBY


async def test_ready_marks_of_a_pause_do_not_deal_when_it_ends():
    evening = Evening(HouseRules())
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    evening.table.pause(ana.id)
    ana.is_ready()
    ben.is_ready()
    evening.table.resume(ana.id)
    assert evening.phase() is TablePhase.SCORES
    assert not any(seat.ready for seat in evening.table.state.seats)


async def test_after_a_suspension_nobody_is_asked_any_more_whether_they_are_here(evening: Evening):
    ana, _ = await evening.kept_with("Ana Ben")
    evening.clock.advance(61)
    assert len(evening.table.away.asked()) == 2
    evening.journal.broken = True
    ana.plays("draw")
    await evening.clock.run(0)
    evening.journal.broken = False
    await evening.clock.run(2)
    assert not evening.table.state.suspended
    assert evening.table.away.asked() == {}


async def test_one_who_is_away_leaves_the_round_only_after_every_card_came_up(evening: Evening):
    dead = {"nertz": "9H 9H", "work": ["9C", "9S", "9D", "9H"]}
    has_a_move = {"nertz": "9H AS", "work": ["QS", "QS", "QS", "QS"], "stock": "2D 3D"}
    ana, _ = evening.running_on("Ana Ben", dead, has_a_move)
    for _ in range(181):
        if evening.phase() is TablePhase.ROUND:
            evening.table.touch(ana.id)
        evening.clock.advance(1)
    ops = [record.op for record in evening.round.records if isinstance(record, Operated)]
    assert ops.count(Op.LEAVE) == 1
    assert ops[: ops.index(Op.LEAVE)].count(Op.ROTATE) == MOST_ROTATIONS


async def test_calls_of_one_match_do_not_count_in_the_next():
    evening = Evening(HouseRules(rounds=1))
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    evening.table.rematch(ben.id)
    ana.is_ready()
    evening.won_by(ben, ana)
    _, second = evening.told(EventKind.MATCH_OVER)
    assert [(result.person_id, result.calls) for result in second["results"]] == [(ana.id, 0), (ben.id, 1)]


async def test_nobody_sets_the_table_up_anew_while_a_round_runs(evening: Evening):
    ana, _ = evening.running_with("Ana Ben", practice=1)
    before = state_as_json(evening.table.state)
    for forbidden in (
        lambda: evening.table.set_rules(ana.id, HouseRules(jokers=2)),
        lambda: evening.table.set_away(ana.id, "practice"),
        lambda: evening.table.add_practice(ana.id, "easy"),
        lambda: evening.table.remove_practice(ana.id),
    ):
        with refused(TableCode.ROUND_RUNNING):
            forbidden()
    assert state_as_json(evening.table.state) == before


async def test_a_row_of_the_first_version_can_be_read_for_ever(evening: Evening):
    ana, _ = evening.running_with("Ana Ben")
    row = state_as_json(evening.table.state) | {"version": 1}
    assert state_from_json(row).seats[ana.at].people == [ana.id]


async def test_hands_are_news_only_while_the_table_waits_for_them(evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    told = evening.kinds().count(EventKind.HANDS_CHANGED)
    evening.table.hand_lost(ben.id)
    assert evening.kinds().count(EventKind.HANDS_CHANGED) == told + 1
    evening.table.pause(ana.id)
    ben.opens_hand()
    evening.table.resume(ana.id)
    evening.clock.advance(3)
    assert evening.phase() is TablePhase.ROUND
    told = evening.kinds().count(EventKind.HANDS_CHANGED)
    evening.table.hand_lost(ben.id)
    ben.opens_hand()
    assert evening.kinds().count(EventKind.HANDS_CHANGED) == told
