from __future__ import annotations

from bot.rules.house_rules import HouseRules
from bot.tables.entries import PersonResult, PracticeResult
from bot.tables.events import EventKind
from bot.tables.refusal import TableCode
from bot.tables.seats import TablePhase
from tests.tables.evening import CHANNEL, GUILD, OUT, TWO_LEFT, Evening, refused


async def test_scores_add_up_and_name_the_caller(evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    wall = evening.clock.wall_ms()
    assert evening.told(EventKind.ROUND_ENDED) == [
        {"round": 1, "end": "called", "caller": 0, "scores": (5, -4), "next_ms": wall + 20_000}
    ]
    assert evening.table.state.totals == (5, -4)
    assert evening.table.state.rounds == ((5, -4),)
    assert evening.table.state.callers == (0,)
    await evening.table.kept()
    (ended,) = evening.journal.ended
    assert (ended.end, ended.caller, ended.scores) == ("called", 0, (5, -4))


async def test_the_next_round_is_dealt_after_twenty_seconds(evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    evening.clock.advance(19.9)
    assert evening.phase() is TablePhase.SCORES
    evening.clock.advance(0.1)
    assert evening.phase() is TablePhase.COUNTDOWN
    assert evening.table.state.round_number == 2


async def test_the_next_round_is_dealt_when_all_are_ready(evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    ana.is_ready()
    assert evening.phase() is TablePhase.SCORES
    ben.is_ready()
    assert evening.phase() is TablePhase.COUNTDOWN
    assert not ana.seat.ready


async def test_the_host_may_deal_the_next_round_at_once(evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    ana.deals()
    assert evening.phase() is TablePhase.COUNTDOWN


async def test_hands_of_the_last_round_do_not_count_for_the_next(evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    ben.opens_hand()
    ana.deals()
    assert evening.table.missing_hands() == [ana.id]


async def test_one_who_comes_late_enters_at_the_next_deal_with_an_empty_score(evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    cleo = evening.person("Cleo")
    cleo.joins()
    evening.won_by(ana, ben)
    cleo.is_ready()
    assert evening.table.seat_of(cleo.id) is None
    evening.clock.advance(20)
    assert cleo.at == 2
    assert evening.round.seats == 3
    assert evening.table.state.totals == (5, -4, 0)
    assert evening.table.state.rounds == ((5, -4, 0),)
    evening.won_by(cleo, ana, ben)
    assert evening.table.state.totals == (1, -8, 5)
    assert cleo.seat.scores == [None, 5]


async def test_the_match_is_over_at_the_target():
    evening = Evening(HouseRules(target=10))
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    ana.deals()
    evening.won_by(ana, ben)
    assert evening.phase() is TablePhase.OVER
    assert evening.told(EventKind.ROUND_ENDED)[-1]["next_ms"] is None
    (over,) = evening.told(EventKind.MATCH_OVER)
    assert (over["winners"], over["margins"]) == ((0,), (0, 18))
    await evening.table.kept()
    (ended,) = evening.journal.results
    assert ended.results == over["results"]
    assert ended.results == (
        PersonResult(ana.id, 0, 1, True, 10, 2, 2, 5, "Ana"),
        PersonResult(ben.id, 1, 2, False, -8, 2, 0, -4, "Ben"),
    )
    assert ended.kind == "people"


async def test_practice_players_have_places_but_no_results():
    evening = Evening(HouseRules(rounds=1))
    (ana,) = evening.in_lobby("Ana", practice=1)
    ana.deals()
    ana.opens_hand()
    evening.lays(OUT, TWO_LEFT)
    evening.clock.advance(3)
    ana.plays("call")
    evening.clock.advance(0.4)
    await evening.table.kept()
    (ended,) = evening.journal.results
    assert [result.person_id for result in ended.results] == [ana.id]
    assert ended.practice == (PracticeResult(1, 2, "medium"),)
    assert ended.kind == "practice"


async def test_a_solo_match_is_marked_as_such():
    evening = Evening(HouseRules(rounds=1))
    (ana,) = evening.dealt_to("Ana")
    evening.won_by(ana)
    await evening.table.kept()
    assert evening.journal.results[0].kind == "solo"


async def test_the_one_who_left_comes_last_and_the_one_who_stayed_wins(evening: Evening):
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ben, ana)
    ben.leaves()
    evening.clock.advance(20)
    assert evening.phase() is TablePhase.OVER
    (over,) = evening.told(EventKind.MATCH_OVER)
    assert [(result.person_id, result.won, result.place) for result in over["results"]] == [
        (ana.id, True, 1),
        (ben.id, False, 2),
    ]


async def test_seats_that_left_are_gone_at_the_next_deal(evening: Evening):
    ana, ben, cleo = evening.dealt_to("Ana Ben Cleo")
    evening.won_by(ana, ben, cleo)
    ben.leaves()
    assert cleo.at == 2
    ana.is_ready()
    cleo.is_ready()
    assert cleo.at == 1
    assert evening.round.seats == 2
    assert evening.table.state.totals == (5, -4)


async def test_one_who_left_and_comes_back_has_their_points_again(evening: Evening):
    ana, ben, cleo = evening.dealt_to("Ana Ben Cleo")
    evening.won_by(ben, ana, cleo)
    ben.leaves()
    evening.clock.advance(20)
    evening.won_by(ana, cleo)
    ben.joins()
    evening.clock.advance(20)
    assert ben.seat.total == 5
    assert ben.seat.scores == [5, None]
    assert not evening.table.state.departed
    evening.won_by(ana, ben, cleo)
    assert ben.seat.scores == [5, None, -4]


async def test_a_rematch_keeps_people_and_rules_and_forgets_the_scores():
    evening = Evening(HouseRules(rounds=1, penalty=1))
    ana, ben = evening.dealt_to("Ana Ben")
    cleo = evening.person("Cleo")
    evening.won_by(ana, ben)
    cleo.joins()
    deals = evening.table.state.deals
    evening.table.rematch(ben.id)
    state = evening.table.state
    assert evening.phase() is TablePhase.LOBBY
    assert state.totals == (0, 0, 0)
    assert state.rules.penalty == 1
    assert [seat.ready for seat in state.seats] == [False, True, False]
    assert evening.told(EventKind.REMATCH) == [{"person": ben.id}]
    first = evening.journal.matches
    ana.is_ready()
    cleo.is_ready()
    assert evening.phase() is TablePhase.COUNTDOWN
    assert (state.round_number, state.deals) == (1, deals + 1)
    await evening.table.kept()
    assert len({match.match_id for match in first}) == 2


async def test_only_people_of_the_table_ask_for_a_rematch_and_only_after_the_match():
    evening = Evening(HouseRules(rounds=1))
    ana, ben = evening.dealt_to("Ana Ben")
    with refused(TableCode.ROUND_RUNNING):
        evening.table.rematch(ana.id)
    evening.won_by(ana, ben)
    with refused(TableCode.NOT_SEATED_HERE):
        evening.table.rematch(evening.person("Cleo").id)
    assert evening.phase() is TablePhase.OVER
    assert evening.told(EventKind.REMATCH) == []


async def test_a_finished_match_makes_room_for_a_new_table():
    evening = Evening(HouseRules(rounds=1))
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    old = evening.table
    new = evening.tables.open(GUILD, CHANNEL, ben.id, ben.name, HouseRules())
    assert old.state.phase is TablePhase.CLOSED
    assert evening.tables.at(CHANNEL) is new


async def test_a_finished_match_closes_after_a_quarter_of_an_hour():
    evening = Evening(HouseRules(rounds=1))
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    evening.clock.advance(15 * 60)
    assert evening.told(EventKind.CLOSED)[0]["reason"] == "finished"
