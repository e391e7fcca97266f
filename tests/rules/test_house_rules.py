"""House rules as a text, as values, and what differs."""

from __future__ import annotations

import pytest

from bot.rules.house_rules import CLASSIC, PRESETS, RULE_NAMES, HouseRules, RuleRefused, legal_values


def test_text_names_rules_one_by_one() -> None:
    rules = HouseRules.parse("penalty=1, jokers = 2,slide_under=off, rounds=none")
    assert (rules.penalty, rules.jokers, rules.slide_under, rules.rounds) == (1, 2, False, None)


def test_text_goes_on_from_a_base_or_a_preset() -> None:
    assert HouseRules.parse("target=20", PRESETS["pagat"]).stuck == "end"
    assert HouseRules.parse("preset=family, penalty=2").call == "auto"
    assert HouseRules.parse("") == CLASSIC


@pytest.mark.parametrize(
    ("text", "name", "legal"),
    [
        ("penalty=4", "penalty", ("0", "1", "2", "3")),
        ("penalty", "penalty", ("0", "1", "2", "3")),
        ("penalty=-1", "penalty", ("0", "1", "2", "3")),
        ("penalty=²", "penalty", ("0", "1", "2", "3")),
        ("target=5000", "target", ("10..1000",)),
        ("target=" + "9" * 5000, "target", ("10..1000",)),
        ("rounds=0", "rounds", ("none", "1..50")),
        ("work_piles=2", "work_piles", ("by_players", "3", "4", "5", "6")),
        ("teams=yes", "teams", ("on", "off")),
        ("undo=on", "undo", RULE_NAMES),
        ("=3", "", RULE_NAMES),
        ("preset=poker", "preset", tuple(PRESETS)),
    ],
)
def test_unknown_names_and_values_are_refused_with_the_legal_ones(
    text: str, name: str, legal: tuple[str, ...]
) -> None:
    with pytest.raises(RuleRefused) as refused:
        HouseRules.parse(text)
    assert (refused.value.name, refused.value.legal) == (name, legal)


@pytest.mark.parametrize("value", [True, 1.0, None, [], "2"])
def test_value_of_another_type_is_refused(value: object) -> None:
    with pytest.raises(RuleRefused):
        HouseRules.of({"penalty": value})


@pytest.mark.parametrize("preset", PRESETS.values())
def test_rules_come_back_from_what_json_holds(preset: HouseRules) -> None:
    assert HouseRules.of(preset.as_dict()) == preset
    assert HouseRules.of(dict(preset.differences())) == preset


def test_differences_tell_what_is_not_classic() -> None:
    assert CLASSIC.differences() == ()
    assert PRESETS["quick"].differences() == (("target", 50),)
    assert PRESETS["family"].differences() == (("slide_under", "off"), ("call", "auto"), ("penalty", 1))


def test_every_rule_knows_its_legal_values() -> None:
    for name in RULE_NAMES:
        assert legal_values(name)


@pytest.mark.parametrize(("seats", "piles"), [(1, 6), (2, 6), (3, 5), (4, 4), (8, 4)])
def test_piles_by_players(seats: int, piles: int) -> None:
    assert PRESETS["duel"].piles(seats) == piles
    assert CLASSIC.piles(seats) == 4
