"""Handicaps: what a seat may have of its own, and what it may not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.files import DamagedFile, _Lines, export_round, verify_file
from bot.rules.handicaps import NO_HANDICAP, Handicap
from bot.rules.house_rules import CLASSIC, PRESETS, RuleRefused
from bot.rules.round import Round
from tests.rules.strategies import everything, house_rules, seeds

_own = st.builds(Handicap, st.none() | st.integers(7, 20), st.none() | st.integers(0, 3))


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({"nertz_size": 6}, "nertz_size"),
        ({"nertz_size": 21}, "nertz_size"),
        ({"nertz_size": True}, "nertz_size"),
        ({"nertz_size": "10"}, "nertz_size"),
        ({"penalty": 4}, "penalty"),
        ({"penalty": -1}, "penalty"),
        ({"penalty": None}, "penalty"),
        ({"draw": 1}, "draw"),
        ({"preset": "quick"}, "preset"),
    ],
)
def test_a_handicap_that_the_rules_do_not_know_is_refused_by_name(values: dict[str, Any], name: str) -> None:
    with pytest.raises(RuleRefused) as refused:
        Handicap.of(values)
    assert refused.value.name == name
    assert refused.value.legal


@given(_own)
def test_a_handicap_reads_back_what_it_wrote(own: Handicap) -> None:
    assert Handicap.of(own.as_dict()) == own


@given(house_rules, seeds, st.lists(_own, max_size=3))
def test_a_deal_differs_only_in_how_many_cards_lie_in_n(rules: Any, seed: bytes, own: list[Handicap]) -> None:
    even, odd = Round.deal(rules, 3, seed), Round.deal(rules, 3, seed, own)
    for seat in range(3):
        mine = (own + [NO_HANDICAP] * 3)[seat]
        size = rules.nertz_size if mine.nertz_size is None else mine.nertz_size
        cards = _in_order(odd, seat)
        assert cards == _in_order(even, seat)
        assert odd.position.layouts[seat].nertz == cards[:size]
    again = Round.replay(odd.header, odd.records)
    assert everything(again.position) == everything(odd.position)


def _in_order(rnd: Round, seat: int) -> list[int]:
    """Return the deck as it was dealt."""
    layout = rnd.position.layouts[seat]
    return [*layout.nertz, *(card for pile in layout.work for card in pile), *reversed(layout.stock)]


def test_a_file_of_format_2_names_them_and_is_verified() -> None:
    rnd = Round.deal(CLASSIC, 3, bytes(32), [NO_HANDICAP, Handicap(10, 1)])
    rnd.go(0)
    rnd.void(1)
    text = export_round(rnd)
    header = json.loads(text.splitlines()[0])
    assert (header["nertz"], header["handicaps"]) == (2, {"2": {"nertz_size": 10, "penalty": 1}})
    again = verify_file(text)
    assert everything(again.position) == everything(rnd.position)
    assert export_round(again) == text


def test_a_round_without_them_is_written_as_format_1() -> None:
    rnd = Round.deal(CLASSIC, 2, bytes(32), [NO_HANDICAP, NO_HANDICAP])
    header = json.loads(export_round(rnd).splitlines()[0])
    assert header["nertz"] == 1
    assert "handicaps" not in header


@pytest.mark.parametrize(
    "changed",
    [
        {"nertz": 1},
        {"nertz": 3},
        {"nertz": 2.0},
        {"handicaps": {}},
        {"handicaps": []},
        {"handicaps": [1]},
        {"handicaps": {"2": {}}},
        {"handicaps": {"2": []}},
        {"handicaps": {"4": {"penalty": 1}}},
        {"handicaps": {"2": {"penalty": 9}}},
        {"handicaps": {"2": {"draw": 1}}},
        {"handicaps": {"02": {"penalty": 1}}},
    ],
)
def test_a_header_with_other_handicaps_is_refused(changed: dict[str, Any]) -> None:
    rnd = Round.deal(CLASSIC, 3, bytes(32), [NO_HANDICAP, Handicap(penalty=1)])
    rnd.go(0)
    rnd.void(1)
    forged = _Lines()
    for number, line in enumerate(export_round(rnd).splitlines()):
        fields = {name: value for name, value in json.loads(line).items() if name != "check"}
        forged.add(fields | changed if number == 0 else fields)
    with pytest.raises(DamagedFile) as damaged:
        verify_file("\n".join(forged.written))
    assert (damaged.value.line, damaged.value.code) == (1, "header")


def test_no_more_handicaps_than_seats() -> None:
    with pytest.raises(ValueError, match="3 handicaps for 2 seats"):
        Round.deal(CLASSIC, 2, bytes(32), [NO_HANDICAP] * 3)


def test_a_handicap_leaves_the_rest_of_the_rules_alone() -> None:
    rules = Handicap(10, 1).applied_to(PRESETS["gamerules"])
    assert rules.differences(PRESETS["gamerules"]) == (("nertz_size", 10), ("penalty", 1))
