from __future__ import annotations

from itertools import combinations

import pytest

from bot.pictures.colours import ALARM, BACKS, BLACK_INK, CREAM, FELTS, GOLD, RED_INK, SUITS
from tests.pictures.colour_science import SIGHT, contrast, distance, lab

READABLE = 4.5
DISTINCT = 20.0


def test_colour_distance_agrees_with_the_published_examples():
    for one, other, expected in (
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ):
        assert distance(one, other) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("theme", FELTS)
def test_words_stand_out_from_what_lies_behind_them(theme):
    felt = FELTS[theme]
    pairs = [
        (felt.ink, felt.felt),
        (felt.ink, felt.panel),
        (felt.accent, felt.felt),
        (felt.accent, felt.panel),
        (felt.ink, felt.rim),
        (BLACK_INK, GOLD),
        (CREAM, ALARM),
        (BLACK_INK, CREAM),
        (RED_INK, felt.face),
    ]
    assert [pair for pair in pairs if contrast(*pair) < READABLE] == []


@pytest.mark.parametrize("deck", SUITS)
@pytest.mark.parametrize("theme", FELTS)
def test_suits_stand_out_from_the_face(deck, theme):
    assert all(contrast(ink, FELTS[theme].face) >= READABLE for ink in SUITS[deck])


@pytest.mark.parametrize("sight", SIGHT)
def test_four_suit_colours_differ_for_every_eye(sight):
    seen = [lab(ink, sight) for ink in SUITS["four-colour"]]
    assert min(distance(*pair) for pair in combinations(seen, 2)) >= DISTINCT


@pytest.mark.parametrize("sight", SIGHT)
def test_eight_backs_differ_in_colour_for_every_eye(sight):
    assert len(set(BACKS)) == 8
    seen = [lab(back, sight) for back in BACKS]
    assert min(distance(*pair) for pair in combinations(seen, 2)) >= DISTINCT
