"""Moves and house rules in words, and words read as moves and rules."""

from __future__ import annotations

import pytest

from bot.discord_ui.wording.house_rules import aim_in_words, completions, differences_in_words, rule_words
from bot.discord_ui.wording.moves import matching_moves, move_text, read_move
from bot.locales.words import words_for
from bot.rules.house_rules import PRESETS, RULE_NAMES, HouseRules, RuleRefused, legal_values
from bot.rules.moves import Move
from bot.rules.refusal import Refusal
from tests.tables.evening import Evening

ENGLISH = words_for("en")
HOLDS = {"nertz": "2C KH", "work": ["QS JH", "", "4D", "9C"], "stock": "5H 6H 7H", "waste": "AC"}
OTHER = {"nertz": "9H 9D", "work": ["8C", "8D", "3H", "TC"], "stock": "6S"}


async def test_moves_are_told_in_words_and_the_best_come_first():
    evening = Evening()
    (ana, _) = evening.running_on("Ana Ben", HOLDS, OTHER)
    told = [move_text(move, ana.view, ENGLISH) for move in matching_moves(ana.view, "", ENGLISH)]
    assert told[0] == "A♣ from the waste to the foundations"
    assert "Q♠ +1 from pile 1 into the space at pile 2" in told
    assert "slide K♥ from the Nertz pile under Q♠ (pile 1)" in told
    assert told[-1] == "I am stuck"
    assert len(told) == len(ana.view.legal)


async def test_a_joker_is_told_with_what_it_shall_be():
    evening = Evening(rules=HouseRules(jokers=1))
    (ana, _) = evening.running_on("Ana Ben", {**HOLDS, "waste": "*1"}, OTHER)
    told = [move_text(move, ana.view, ENGLISH) for move in matching_moves(ana.view, "as", ENGLISH)]
    assert "joker 1 as A♠ from the waste to the foundations" in told


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("V:AC>F", "V:AC>F"),
        (" v:ac > f ", "V:AC>F"),
        ("V:A♣→F", "V:AC>F"),
        ("N:KH<W1", "N:KH<W1"),
        ("W4:10H>W1", "W4:TH>W1"),
        ("DRAW", "draw"),
        ("a♣ from the waste to the foundations", "V:AC>F"),
        ("Call", "call"),
    ],
)
async def test_what_is_typed_is_read_kindly(typed: str, meant: str):
    evening = Evening()
    (ana, _) = evening.running_on("Ana Ben", HOLDS, OTHER)
    assert read_move(typed, ana.view, ENGLISH) == Move.parse(meant)


@pytest.mark.parametrize("typed", ["", ":", "N:", "the ace please", "V:11C>F", "\x00", "🂡"])
async def test_what_is_no_move_is_refused(typed: str):
    evening = Evening()
    (ana, _) = evening.running_on("Ana Ben", HOLDS, OTHER)
    with pytest.raises(Refusal, match="malformed"):
        read_move(typed, ana.view, ENGLISH)


def test_every_value_of_every_house_rule_has_words_of_its_own():
    for name in RULE_NAMES:
        spoken = [rule_words(ENGLISH, name, value) for value in legal_values(name)]
        assert len(set(spoken)) == len(spoken)


def test_classic_has_nothing_to_tell_and_every_other_preset_has():
    for name, preset in PRESETS.items():
        assert bool(differences_in_words(ENGLISH, preset)) is (name not in ("classic", "quick"))


def test_the_aim_names_points_and_rounds():
    assert aim_in_words(ENGLISH, HouseRules(target=50)) == "first to 50 points"
    assert aim_in_words(ENGLISH, HouseRules(rounds=1)) == "first to 100 points, 1 round at most"


@pytest.mark.parametrize(
    "typed", ["", "pen", "penalty=1, ", "penalty=1,jokers=2, stu", "king_bonus=1", "stuck=ro", "="]
)
def test_every_completion_is_legal_once_it_has_a_value(typed: str):
    for shown, text in completions(ENGLISH, typed):
        assert len(shown) <= 100
        assert len(text) <= 100
        if not text.endswith("="):
            HouseRules.parse(text)


def test_a_number_that_is_typed_is_offered_if_it_is_legal():
    assert [text for _, text in completions(ENGLISH, "target=250")] == ["target=250"]
    assert list(completions(ENGLISH, "target=5")) == []


def test_nothing_is_completed_beyond_the_hundred_characters_that_discord_takes():
    typed = ", ".join(["king_bonus=10"] * 7) + ", "
    assert list(completions(ENGLISH, typed)) == []
    with pytest.raises(RuleRefused):
        HouseRules.parse("king_bonus=51")
