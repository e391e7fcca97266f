"""Files of rounds by strangers: each is the text of a true round, or fails at a line with one sentence."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from bot.locales import words_for
from bot.locales.telling import damage_in_words, told_in_words
from bot.rules.files import DamagedFile, _Lines, export_round, verify_file
from bot.rules.house_rules import HouseRules
from bot.rules.round import Round
from bot.rules.story import story
from tests.examples import examples

if TYPE_CHECKING:
    from collections.abc import Iterable

_ENGLISH = words_for("en")


def _short_round() -> Round:
    """A round with a record of most kinds, over after a few."""
    rnd = Round.deal(HouseRules.of({"stuck": "reshuffle"}), 2, bytes(range(32)))
    rnd.go(1000)
    rnd.play(0, "draw", 2000)
    for operate in (rnd.pause, rnd.resume):
        operate(3000)
    rnd.vote(0, 4000)
    rnd.vote(1, 4000)
    assert rnd.settle(5000) is not None
    rnd.leave(1, 6000)
    rnd.return_seat(1, 7000)
    rnd.play(1, rnd.legal_moves(1)[0], 8000)
    rnd.void(9000)
    return rnd


_ROUND = _short_round()
_FIELDS: list[dict[str, Any]] = [json.loads(line) for line in export_round(_ROUND).splitlines()]
_TEXTS = st.text(max_size=5) | st.sampled_from(["go", "draw", "rules", "check", "\ud800", "١", "9" * 4301])
_NUMBERS = (
    st.integers(-2, 9)
    | st.sampled_from([10**400, -(10**400), 2**63, -(2**63) - 1])
    | st.floats(allow_nan=True, allow_infinity=True)
)
_LEAVES = st.none() | st.booleans() | _NUMBERS | _TEXTS
json_values = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(_TEXTS, inner, max_size=4),
    max_leaves=8,
)


def _file_of(lines: Iterable[dict[str, Any]]) -> str:
    """Write lines with the checks that belong to them, as a forger would."""
    forged = _Lines()
    for fields in lines:
        forged.add({name: value for name, value in fields.items() if name != "check"})
    return "\n".join(forged.written) + "\n"


def _is_true_or_refused_in_one_sentence(text: str) -> bool:
    """Return whether it is a true round, which then is told and written again."""
    try:
        rnd = verify_file(text)
    except DamagedFile as damage:
        refusal = damage
    else:
        told = [(one.seconds, told_in_words(one, _ENGLISH, str)) for one in story(rnd.header, rnd.records)]
        assert len(told) > rnd.version
        assert all(abs(seconds) < 1e17 for seconds, _ in told)
        assert export_round(rnd) == text
        return True
    sentence = damage_in_words(refusal, _ENGLISH)
    assert "\n" not in sentence
    assert str(refusal.line) in sentence
    return False


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all that a value holds."""
    inner: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    return [path, *(place for key, one in inner for place in _places(one, (*path, key)))]


_PLACES = [(line, path) for line, fields in enumerate(_FIELDS) for path in _places(fields) if path]


def _changed(line: int, path: tuple[Any, ...], value: Any) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = json.loads(json.dumps(_FIELDS))
    holder: Any = lines[line]
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return lines


def test_the_round_itself_is_true():
    assert _is_true_or_refused_in_one_sentence(export_round(_ROUND))


@given(st.sampled_from(_PLACES), json_values)
@examples(300)
def test_another_value_anywhere_makes_another_round_or_none(place: tuple[int, tuple[Any, ...]], value: Any):
    assume(place[1][0] != "check")
    _is_true_or_refused_in_one_sentence(_file_of(_changed(*place, value)))


@given(st.integers(0, len(_FIELDS) - 1), _TEXTS, json_values)
@examples(60)
def test_a_field_that_the_format_does_not_name_is_refused(line: int, name: str, value: Any):
    assume(name not in _FIELDS[line])
    assert not _is_true_or_refused_in_one_sentence(_file_of(_changed(line, (name,), value)))
    if line == 0:
        assert not _is_true_or_refused_in_one_sentence(_file_of(_changed(0, ("rules", name), value)))


@given(
    st.lists(st.dictionaries(st.sampled_from(["nertz", "record", "end", "seed"]), json_values), max_size=4)
)
@examples(60)
def test_any_lines_with_right_checks_are_refused(lines: list[dict[str, Any]]):
    assert not _is_true_or_refused_in_one_sentence(_file_of(lines))


@given(st.text())
@example("[" * 100_000)
@example('{"nertz":' + "9" * 5000 + "}")
@example('{"nertz":' * 990 + "1" + "}" * 990)
@example("\ufeff" + export_round(_ROUND))
@example(export_round(_ROUND).replace("\n", "\n\n"))
@examples(60)
def test_any_text_is_refused(text: str):
    assert not _is_true_or_refused_in_one_sentence(text)


@given(st.permutations(range(len(_FIELDS))))
@examples(30)
def test_lines_in_another_order_are_refused(order: list[int]):
    assume(order != sorted(order))
    assert not _is_true_or_refused_in_one_sentence(_file_of(_FIELDS[at] for at in order))


@pytest.mark.parametrize("depth", [200, 900, 960, 985, 1000])
def test_nested_depths_of_every_kind_are_refused(depth: int):
    assert not _is_true_or_refused_in_one_sentence('{"nertz":' * depth + "1" + "}" * depth)


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (("nertz",), True, "header"),
        (("nertz",), 1.0, "header"),
        (("seats",), 2.0, "header"),
        (("rules",), [], "header"),
        (("rules",), {}, "header"),
        (("rules", "draw"), 3.0, "header"),
        (("rules", "preset"), "classic", "header"),
        (("players",), ["Ana"], "header"),
        (("seed",), bytes(range(32)).hex().upper(), "header"),
    ],
)
def test_a_header_that_only_means_the_same_is_refused(path: tuple[Any, ...], value: Any, code: str):
    with pytest.raises(DamagedFile) as damaged:
        verify_file(_file_of(_changed(0, path, value)))
    assert (damaged.value.line, damaged.value.code) == (1, code)


@pytest.mark.parametrize(
    ("record", "fields"),
    [
        ("a stamp without end", [1, "go", None, 10**400]),
        ("a person", [2, 0, 77, "draw", 2000, ["3C"]]),
        ("a seat of the whole table", [1, "go", 0, 1000]),
        ("a number that is true", [True, "go", None, 1000]),
        ("a fraction", [1, "go", None, 1000.0]),
        ("no stamp at all", [1, "go", None]),
    ],
)
def test_a_record_of_another_form_is_refused(record: str, fields: list[Any]):
    line = int(fields[0])
    lines = _changed(line, ("record",), fields)
    with pytest.raises(DamagedFile) as damaged:
        verify_file(_file_of(lines))
    assert (damaged.value.line, damaged.value.code) == (line + 1, "unreadable"), record


def test_a_result_that_only_means_the_same_is_refused():
    with pytest.raises(DamagedFile) as damaged:
        verify_file(_file_of(_changed(len(_FIELDS) - 1, ("scores",), [float(n) for n in _ROUND.scores()])))
    assert (damaged.value.line, damaged.value.code) == (len(_FIELDS), "end")
