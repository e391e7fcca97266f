from __future__ import annotations

from bot.rules.house_rules import HouseRules
from bot.rules.moves import Move
from bot.rules.records import Played
from bot.tables.events import EventKind
from bot.tables.practice import human_pace
from bot.tables.seats import TablePhase
from tests.tables.evening import OUT, Evening
from tests.tables.players import Greedy


def only_player(evening: Evening) -> Greedy:
    (player,) = evening.players.values()
    assert isinstance(player, Greedy)
    return player


async def test_practice_players_play_by_the_clock_as_people_do(evening: Evening):
    (ana,) = evening.in_lobby("Ana", practice=2)
    ana.deals()
    ana.opens_hand()
    evening.clock.advance(3)
    evening.clock.advance(5)
    played = [record for record in evening.round.records if isinstance(record, Played)]
    assert len(played) == 10
    assert {record.person for record in played} == {-2, -3}
    assert evening.told(EventKind.MOVED)[-1]["record"] == played[-1]


async def test_a_practice_player_sees_the_foundations_late(evening: Evening):
    (ana,) = evening.in_lobby("Ana", practice=1)
    ana.deals()
    ana.opens_hand()
    evening.lays(
        {"nertz": "9H AS", "work": ["QS", "QS", "QS", "QS"], "stock": "2D 3D 4D"},
        {"nertz": "9H 9H 9D", "work": ["TS", "TC", "QS", "QS"]},
    )
    evening.clock.advance(3)
    evening.clock.advance(0.5)
    ana.plays("N:AS>F")
    evening.clock.advance(0.5)
    assert [len(sight) for sight in only_player(evening).views] == [0]
    evening.clock.advance(1)
    assert [len(sight) for sight in only_player(evening).views] == [0, 1]


async def test_a_practice_player_whose_move_is_refused_tries_again(monkeypatch, evening: Evening):
    (ana,) = evening.in_lobby("Ana", practice=1)
    ana.deals()
    ana.opens_hand()
    evening.clock.advance(3)
    with monkeypatch.context() as patch:
        patch.setattr(only_player(evening), "choose", lambda view, seen: Move.parse("call"))
        evening.clock.advance(5)
    assert evening.round.version == 1
    evening.clock.advance(5)
    assert evening.round.version > 1


async def test_practice_players_rest_in_a_pause(evening: Evening):
    (ana,) = evening.in_lobby("Ana", practice=1)
    ana.deals()
    ana.opens_hand()
    evening.clock.advance(3)
    evening.table.pause(ana.id)
    before = evening.round.version
    evening.clock.advance(60)
    assert evening.round.version == before
    evening.table.resume(ana.id)
    evening.clock.advance(2)
    assert evening.round.version > before + 1


async def test_a_game_against_practice_players_comes_to_its_end():
    evening = Evening(HouseRules(stuck="end", work_piles=6, target=10))
    (ana,) = evening.in_lobby("Ana", practice=3)
    ana.is_ready()
    for _ in range(5_000):
        if evening.phase() is TablePhase.OVER:
            break
        ana.opens_hand()
        evening.table.touch(ana.id)
        if evening.phase() is TablePhase.ROUND:
            ana.plays("stuck")
        evening.clock.advance(5)
    assert evening.phase() is TablePhase.OVER
    (over,) = evening.told(EventKind.MATCH_OVER)
    assert [result.person_id for result in over["results"]] == [ana.id]


async def test_practice_players_hear_the_humans_pace_after_a_round(evening: Evening):
    (ana,) = evening.in_lobby("Ana", practice=1)
    ana.deals()
    ana.opens_hand()
    evening.lays(
        {"nertz": "", "work": ["KS", "", "", ""], "stock": "2D 3D 4D 5D"},
        {"nertz": "9H " * 8, "work": ["TS"] * 4},
    )
    evening.clock.advance(3)
    for move in ("draw", "V:3D>W2", "V:4D>W3"):
        ana.plays(move)
        evening.clock.advance(1.5)
    ana.plays("call")
    evening.clock.advance(0.4)
    assert human_pace(evening.round) == 1.5
    assert only_player(evening).paces == [1.5]


async def test_a_round_without_people_has_no_pace(evening: Evening):
    evening.dealt_to("Ana")
    assert human_pace(evening.round) is None


async def test_a_rematch_is_played_by_new_practice_players():
    evening = Evening(HouseRules(rounds=1))
    (ana,) = evening.in_lobby("Ana", practice=1)
    ana.is_ready()
    for matches in (1, 2):
        ana.opens_hand()
        evening.lays(OUT | {"stock": "2D 3D"}, {"nertz": "9H " * 8, "work": ["TS"] * 4})
        evening.clock.advance(3)
        ana.plays("call")
        evening.clock.advance(0.4)
        assert len(evening.told(EventKind.MATCH_OVER)) == matches
        assert len(evening.players) == matches
        evening.table.rematch(ana.id)
        assert evening.phase() is TablePhase.COUNTDOWN, "all who play are ready"
