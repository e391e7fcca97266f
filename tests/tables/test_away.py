from __future__ import annotations

from bot.rules.house_rules import HouseRules
from bot.rules.phase import Phase
from bot.rules.records import Op, Operated
from bot.tables.events import EventKind
from bot.tables.seats import TablePhase
from tests.tables.evening import Evening, Person

DEAD = {"nertz": "9H 9H", "work": ["9C", "9S", "9D", "9H"]}
HAS_A_MOVE = {"nertz": "9H AS", "work": ["QS", "QS", "QS", "QS"]}


def acts(evening: Evening, *people: Person, seconds: int) -> None:
    """Let time pass while these people click now and then."""
    for _ in range(seconds):
        for person in people:
            evening.table.touch(person.id)
        evening.clock.advance(1)


def votes(evening: Evening) -> list[int | None]:
    return [r.seat for r in evening.round.records if isinstance(r, Operated) and r.op is Op.VOTE]


async def test_one_who_does_nothing_is_asked_after_a_minute_and_frozen_after_three(evening: Evening):
    ana, ben = evening.running_with("Ana Ben")
    acts(evening, ana, seconds=59)
    assert evening.told(EventKind.AWAY_ASKED) == []
    acts(evening, ana, seconds=1)
    wall = evening.clock.wall_ms()
    assert evening.told(EventKind.AWAY_ASKED) == [
        {"person": ben.id, "until_ms": wall + 120_000, "to": "freeze"}
    ]
    assert evening.table.away.asked() == {ben.id: wall + 120_000}
    acts(evening, ana, seconds=119)
    assert evening.told(EventKind.FROZEN) == []
    acts(evening, ana, seconds=1)
    assert ben.seat.frozen
    assert evening.told(EventKind.FROZEN) == [{"seat": 1, "people": (ben.id,)}]
    await evening.table.kept()
    assert evening.journal.tables[evening.table.table_id].state["seats"][1]["frozen"]


async def test_any_click_brings_one_back(evening: Evening):
    ana, ben = evening.running_with("Ana Ben")
    acts(evening, ana, seconds=180)
    ben.plays("draw")
    assert not ben.seat.frozen
    assert evening.told(EventKind.CAME_BACK) == [{"person": ben.id, "seat": 1}]


async def test_who_acts_in_any_way_is_never_asked(evening: Evening):
    ana, ben = evening.running_with("Ana Ben")
    for _ in range(20):
        ana.plays("draw" if ana.view.stock_count else "turn")
        evening.table.touch(ben.id)
        evening.clock.advance(59)
    assert evening.told(EventKind.AWAY_ASKED) == []


async def test_who_answers_is_asked_again_a_minute_later(evening: Evening):
    ana, ben = evening.running_with("Ana Ben")
    acts(evening, ana, seconds=100)
    evening.table.touch(ben.id)
    acts(evening, ana, seconds=59)
    assert len(evening.told(EventKind.AWAY_ASKED)) == 1
    acts(evening, ana, seconds=2)
    assert len(evening.told(EventKind.AWAY_ASKED)) == 2


async def test_a_practice_player_takes_over_where_that_was_chosen(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    evening.table.set_away(ana.id, "practice", "easy")
    ana.deals()
    ana.opens_hand()
    ben.opens_hand()
    evening.clock.advance(3)
    acts(evening, ana, seconds=180)
    assert ben.seat.held == "easy"
    assert evening.told(EventKind.PRACTICE_TOOK_OVER) == [{"seat": 1, "people": (ben.id,), "level": "easy"}]
    before = evening.round.version
    acts(evening, ana, seconds=5)
    played = evening.round.records[before:]
    assert played
    assert {record.person for record in played if not isinstance(record, Operated)} == {-2}
    evening.table.come_back(ben.id)
    before = evening.round.version
    acts(evening, ana, seconds=5)
    assert evening.round.version == before
    assert ben.seat.held is None


async def test_the_host_role_passes_on_from_a_host_who_is_away(evening: Evening):
    _, ben = evening.running_with("Ana Ben")
    acts(evening, ben, seconds=180)
    assert evening.table.state.host == ben.id


async def test_when_everybody_is_away_the_table_pauses_and_one_click_resumes_it(evening: Evening):
    ana, ben = evening.running_with("Ana Ben")
    evening.clock.advance(180)
    assert [pause["person"] for pause in evening.told(EventKind.PAUSED)] == [None]
    evening.clock.advance(600)
    evening.table.touch(ben.id)
    assert not evening.table.state.paused
    assert evening.table.state.host == ben.id
    assert (ana.seat.frozen, ben.seat.frozen) == (True, False)
    assert evening.round_phase() is Phase.RUNNING
    ben.plays("draw")


async def test_a_table_that_everybody_has_forgotten_closes_itself(evening: Evening):
    evening.running_with("Ana Ben")
    evening.clock.advance(180 + 15 * 60)
    assert evening.told(EventKind.CLOSED) == [{"reason": "everyone_away", "person": None}]


async def test_one_person_and_practice_players_do_not_play_on_without_the_person(evening: Evening):
    (ana,) = evening.in_lobby("Ana", practice=1)
    ana.deals()
    ana.opens_hand()
    evening.lays(HAS_A_MOVE | {"stock": "2D 3D 4D"}, DEAD | {"stock": "2D 3D 4D"})
    evening.clock.advance(3)
    evening.clock.advance(180)
    assert ana.seat.frozen
    assert evening.table.state.paused


async def test_the_table_votes_for_one_who_does_nothing_for_twenty_seconds_when_all_others_are_stuck():
    evening = Evening(HouseRules(stuck="end"))
    ana, _ = evening.running_on("Ana Ben", DEAD, HAS_A_MOVE)
    acts(evening, ana, seconds=19)
    assert votes(evening) == []
    acts(evening, ana, seconds=1)
    assert votes(evening) == [1]
    assert evening.phase() is TablePhase.SCORES


async def test_it_does_not_vote_while_somebody_else_can_move():
    evening = Evening(HouseRules(stuck="end"))
    ana, _, cleo = evening.running_on("Ana Ben Cleo", DEAD, HAS_A_MOVE, HAS_A_MOVE)
    acts(evening, ana, cleo, seconds=50)
    assert votes(evening) == []


async def test_it_does_not_vote_for_people_who_think_while_nobody_is_stuck():
    evening = Evening(HouseRules(stuck="end"))
    evening.running_on("Ana Ben", HAS_A_MOVE, HAS_A_MOVE)
    evening.clock.advance(50)
    assert votes(evening) == []


async def test_it_votes_at_once_for_a_frozen_seat_when_the_others_are_stuck():
    evening = Evening(HouseRules(stuck="end"))
    ana, _ = evening.running_on("Ana Ben", HAS_A_MOVE, HAS_A_MOVE)
    acts(evening, ana, seconds=180)
    assert votes(evening) == []
    ana.plays("stuck")
    assert votes(evening) == [1]
    assert evening.phase() is TablePhase.SCORES


async def test_a_rotation_gives_everybody_time_again(evening: Evening):
    two = {"nertz": "9H AS", "work": ["QS", "QS", "QS", "QS"], "stock": "2D 3D 4D 5D"}
    ana, _ = evening.running_on("Ana Ben", two, two)
    evening.clock.advance(20)
    ana.plays("stuck")
    assert votes(evening) == [1]
    ana.plays("stuck")
    evening.clock.advance(19)
    assert votes(evening) == [1]
    evening.clock.advance(1)
    assert votes(evening) == [1, 1]


async def test_a_frozen_seat_that_alone_could_move_does_not_hold_up_the_others_for_ever(evening: Evening):
    ana, _ = evening.running_on("Ana Ben", DEAD, HAS_A_MOVE | {"stock": "2D 3D"})
    for _ in range(180):
        evening.table.touch(ana.id)
        evening.clock.advance(1)
        if evening.phase() is not TablePhase.ROUND:
            break
    evening.clock.advance(1)
    assert evening.phase() is TablePhase.SCORES
    assert evening.told(EventKind.ROUND_ENDED)[0]["end"] == "stuck"


async def test_partners_are_away_only_when_both_are():
    evening = Evening(HouseRules(teams=True))
    ana, ben = evening.in_lobby("Ana Ben")
    cleo = evening.person("Cleo")
    cleo.joins(share=ben.at)
    evening.table.accept_partner(ben.id, cleo.id)
    ana.deals()
    for person in (ana, ben, cleo):
        person.opens_hand()
    evening.clock.advance(3)
    acts(evening, ana, ben, seconds=200)
    assert not ben.seat.frozen
    assert {asked["person"] for asked in evening.told(EventKind.AWAY_ASKED)} == {cleo.id}
    acts(evening, ana, seconds=200)
    assert ben.seat.frozen


async def test_nobody_waits_for_the_frozen_between_rounds(evening: Evening):
    ana, ben = evening.running_with("Ana Ben")
    acts(evening, ana, seconds=180)
    evening.round.void(0)
    evening.table.playing.look(evening.round)
    ana.is_ready()
    ana.opens_hand()
    assert evening.phase() is TablePhase.COUNTDOWN
    evening.clock.advance(3)
    assert evening.phase() is TablePhase.ROUND
    assert ben.seat.frozen


async def test_one_who_comes_to_a_table_of_people_who_are_away_need_not_wait_for_them(evening: Evening):
    evening.running_on("Ana Ben", HAS_A_MOVE, HAS_A_MOVE)
    evening.clock.advance(180)
    assert evening.table.state.paused
    cleo = evening.person("Cleo")
    cleo.joins()
    evening.clock.advance(0)
    assert evening.told(EventKind.RESUMED) == [{"person": None}]
    assert evening.phase() is TablePhase.SCORES
    evening.clock.advance(20)
    assert evening.table.state.host == cleo.id
    cleo.opens_hand()
    evening.clock.advance(3)
    assert cleo.plays("draw").seat == 2


async def test_a_round_that_begins_with_nobody_there_pauses(evening: Evening):
    ana, ben = evening.running_with("Ana Ben")
    acts(evening, ana, seconds=180)
    evening.round.void(0)
    evening.table.playing.look(evening.round)
    ana.is_ready()
    ana.leaves()
    evening.clock.advance(3)
    assert ben.seat.frozen
    assert evening.table.state.paused
    assert evening.round_phase() is Phase.RUNNING
