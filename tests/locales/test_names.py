"""What people wrote stays on its line, in its direction, and shows something or is nothing."""

from __future__ import annotations

import unicodedata
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.locales.names import LONGEST_NAME, plain
from tests.examples import examples

ANYTHING: Final = st.text(
    st.characters(codec=None, categories=None) | st.sampled_from("\u202e\u200d\u0301 _a")
)
"""Every code point there is, surrogates and unassigned ones included."""
_TURNS_ROUND: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_SHOWS_NOTHING: Final = (
    "\u3164",
    "\u2800",
    "\u115f\u1160",
    "\u00ad",
    "\U000e0041",
    "\ufeff",
    "\ue000",
    "\u0301",
    "",
)


def inside(text: str) -> str:
    """Return a text without the signs that keep its direction to itself."""
    return text[1:-1] if text.startswith("\u2068") and text.endswith("\u2069") else text


@examples(400)
@given(ANYTHING, st.integers(2, 60))
@example("a\u202eb", 32)
@example("\u05d0" * 99, 5)
@example("x" + "\u0301" * 40, 32)
@example("👩\u200d👩\u200d👧\u200d👦 " * 9, 32)
def test_what_comes_out_is_one_line_of_signs_that_show_and_turns_nothing_round(text: str, longest: int):
    shown = inside(plain(text, longest))
    assert len(shown) <= longest
    assert not _TURNS_ROUND & set(shown)
    assert shown == " ".join(shown.split())
    kinds = {unicodedata.category(sign) for sign in shown if sign not in "\u200c\u200d"}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    if shown:
        assert not unicodedata.category(shown[0]).startswith("M")
        assert shown[-1] != "\u200d"
        assert any(unicodedata.category(sign)[0] in "LNPSC" for sign in shown)
        shown.encode()


@examples(400)
@given(ANYTHING, st.integers(2, 60))
@example("\u05d0" * 99, 5)
def test_what_is_plain_already_stays_as_it_is(text: str, longest: int):
    once = plain(text, longest)
    assert plain(once, longest) == once


@examples(200)
@given(st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=LONGEST_NAME))
def test_letters_and_numbers_are_left_alone(name: str):
    blank = set("\u115f\u1160\u3164\uffa0")
    assert inside(plain(name)) == " ".join("".join(" " if one in blank else one for one in name).split())


@pytest.mark.parametrize("nothing", _SHOWS_NOTHING)
def test_a_name_that_shows_nothing_is_none(nothing: str):
    assert plain(nothing) == plain(f" \u200d{nothing}\u200b\n{nothing}") == ""


@pytest.mark.parametrize(
    "name", ["Ana", "Zoë-Anne O'Neill", "山田 太郎", "❤️‍🔥 Çağ", "👨‍👩‍👧", "ประวิทย์", "क्षितिज"]
)
def test_ordinary_names_of_the_world_stay_as_they_are(name: str):
    assert plain(name) == name


def test_a_name_that_runs_from_right_to_left_keeps_that_to_itself():
    assert plain("שרה") == "\u2068שרה\u2069"
    assert plain("a\u202egnp.exe") == "agnp.exe"


def test_a_long_name_is_cut_and_says_so():
    assert plain("x" * 99) == "x" * (LONGEST_NAME - 1) + "…"
