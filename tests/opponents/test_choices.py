"""What practice players know of the game: small positions with one right move."""

from __future__ import annotations

from dataclasses import replace

from bot.opponents import PracticePlayer
from bot.opponents.levels import BEGINNER, HARD
from bot.rules.house_rules import CLASSIC, HouseRules
from tests.opponents.tables import choice, deal, set_up

SURE = replace(HARD, slips=0.0)
QUIET = {"nertz": "2C 2S", "work": ["9C", "9S", "5C", "5S"], "stock": "KS KH KD", "waste": ""}


def sure_player(rules: HouseRules = CLASSIC) -> PracticePlayer:
    return PracticePlayer(SURE, rules, 1)


def test_an_ace_goes_out_before_anything_else():
    assert choice(sure_player(), set_up({**QUIET, "nertz": "2C AS"})) == "N:AS>F"


def test_the_nertz_card_goes_on_a_card_before_it_takes_the_space():
    round_ = set_up({"nertz": "2C 8H", "work": ["9C", "", "5C", "5S"], "stock": "KS KH KD"})
    assert choice(sure_player(), round_) == "N:8H>W1"


def test_a_nertz_card_slides_under_a_pile_and_the_space_stays():
    round_ = set_up({"nertz": "2C TH", "work": ["9C", "", "5C", "5S"], "stock": "KS KH KD"})
    assert choice(sure_player(), round_) == "N:TH<W1"


def test_a_pile_moves_onto_another_to_make_a_space_for_the_nertz_card():
    round_ = set_up({"nertz": "2C KS", "work": ["9C", "8H 7S", "5C", "5S"], "stock": "KH KC KD"})
    assert choice(sure_player(), round_) == "W2:8H>W1"


def test_part_of_a_run_moves_to_uncover_a_card_that_goes_out():
    round_ = set_up(
        {"nertz": "KC KS", "work": ["9C 8H", "9S", "5C", "5S"], "stock": "KH"},
        foundations=("AH@1 2H@1 3H@1 4H@1 5H@1 6H@1 7H@1 8H@1", "AC@1 2C@1 3C@1 4C@1 5C@1 6C@1 7C@1 8C@1"),
    )
    assert choice(sure_player(), round_) == "W1:8H>W2"


def test_a_card_of_the_waste_that_the_nertz_card_can_follow_is_taken():
    round_ = set_up({"nertz": "2C 7S", "work": ["9C", "QC", "5C", "5S"], "stock": "KS", "waste": "8H"})
    assert choice(sure_player(), round_) == "V:8H>W1"


def test_a_work_top_stays_for_the_nertz_card_that_has_no_other_place():
    round_ = set_up(
        {"nertz": "2C 8C", "work": ["9H", "5C", "5S", "6S"], "stock": "KS"},
        foundations=("AH@1 2H@1 3H@1 4H@1 5H@1 6H@1 7H@1 8H@1",),
    )
    assert choice(sure_player(), round_) == "N:8C>W1"


def test_a_play_of_somebody_else_is_noticed_only_when_it_was_seen():
    round_ = set_up({**QUIET, "nertz": "3C 2S"}, {**QUIET, "nertz": "2C AS"}, foundations=())
    unseen = round_.public_view().foundations
    round_.play(1, "N:AS>F", 1000)
    assert str(sure_player().choose(round_.view(0), unseen)) == "draw"
    assert choice(sure_player(), round_) == "N:2S>F"


def test_its_own_play_is_known_at_once():
    round_ = set_up({**QUIET, "nertz": "2S AS"})
    unseen = round_.public_view().foundations
    round_.play(0, "N:AS>F", 1000)
    assert str(sure_player().choose(round_.view(0), unseen)) == "N:2S>F"


EMPTY = {"nertz": "", "work": ["2S", "9S", "5C", "5S"], "stock": "KS KH KD"}


def test_it_calls_at_once_when_its_score_is_the_best():
    round_ = set_up(EMPTY, QUIET, foundations=("AS@1",))
    assert choice(sure_player(), round_) == "call"


def test_it_plays_on_while_its_score_is_a_little_behind_and_then_calls():
    twos = ("AS@2", "AH@2 2H@2")
    player = sure_player()
    round_ = set_up(EMPTY, {**QUIET, "nertz": "2D"}, foundations=twos)
    assert choice(player, round_) == "W1:2S>F"
    assert "call" in [choice(player, round_) for _ in range(12)]


def test_a_beginner_calls_without_looking_at_the_scores():
    twos = ("AS@2", "AH@2 2H@2")
    beginner = PracticePlayer(replace(BEGINNER, slips=0.0), CLASSIC, 1)
    assert choice(beginner, set_up(EMPTY, {**QUIET, "nertz": "2D"}, foundations=twos)) == "call"


JOKERS = HouseRules(jokers=2)


def test_a_joker_goes_out_as_the_card_that_lets_the_nertz_card_follow():
    round_ = set_up(
        {**QUIET, "nertz": "5H", "waste": "*1"},
        foundations=("AS@1 2S@1", "AH@1 2H@1 3H@1", "AD@1"),
        rules=JOKERS,
    )
    assert choice(sure_player(JOKERS), round_) == "V:*1=4H>F"


def test_a_joker_becomes_a_king_where_kings_pay():
    rules = replace(JOKERS, king_bonus=5)
    queen = " ".join(f"{rank}S@1" for rank in "A23456789TJQ")
    round_ = set_up({**QUIET, "nertz": "5C *1"}, foundations=(queen, "AH@1"), rules=rules)
    assert choice(sure_player(rules), round_) == "N:*1=KS>F"


BLOCKED = {"nertz": "2C 4S", "work": ["9C", "9S", "5C", "6S"], "stock": "KS KH KD QC QS QD"}


def draw_until_something_else(player: PracticePlayer, rules: HouseRules = CLASSIC) -> list[str]:
    round_ = set_up(BLOCKED, QUIET, rules=rules)
    done: list[str] = []
    while len(done) < 30 and (not done or done[-1] != "stuck"):
        move = player.choose(round_.view(0), ())
        assert move is not None
        round_.play(0, move, 1000 * len(done))
        done.append(str(move))
    return done


def test_it_votes_stuck_after_going_through_its_stock_in_vain():
    done = draw_until_something_else(sure_player())
    assert done[-1] == "stuck"
    assert 4 <= done.count("draw") <= 8


def test_with_solo_shift_it_tries_the_other_cards_of_its_stock_first():
    rules = HouseRules(solo_shift=True)
    done = draw_until_something_else(sure_player(rules), rules)
    assert done.count("shift") == 2
    assert done[-1] == "stuck"


def test_after_its_vote_it_keeps_turning_cards_and_takes_heart_when_something_goes_out():
    round_ = set_up(BLOCKED, {**QUIET, "nertz": "2D 3S AS"}, rules=CLASSIC)
    player = sure_player()
    for turn in range(20):
        move = player.choose(round_.view(0), ())
        assert move is not None
        round_.play(0, move, 1000 * turn)
        if round_.public_view().seats[0].voted:
            break
    round_.play(1, "N:AS>F", 30_000)
    assert choice(player, round_) in {"draw", "turn"}
    assert choice(player, round_) != "stuck"


def test_the_long_way_is_found_before_it_gives_up():
    """The six of clubs lies under two runs: both have to move before the seven takes its turn."""
    round_ = set_up(
        {"nertz": "2C KD", "work": ["7C 6H", "9H 8C 7D", "8S", "7S"], "stock": ""},
        foundations=("AC@1 2C@1 3C@1 4C@1 5C@1 6C@1",),
    )
    assert not round_.is_stuck(0)
    player = sure_player()
    done: list[str] = []
    while len(done) < 12 and "W1:7C>F" not in done:
        move = player.choose(round_.view(0), round_.public_view().foundations)
        if move is not None:
            round_.play(0, move, 1000 * len(done))
        done.append(str(move))
    assert "W1:7C>F" in done
    assert "stuck" not in done


def test_a_paused_or_finished_round_asks_nothing_of_it():
    round_ = deal(CLASSIC, 2, 1)
    assert sure_player().choose(round_.view(0), ()) is None
    round_.go(0)
    round_.pause(1)
    assert sure_player().choose(round_.view(0), ()) is None
