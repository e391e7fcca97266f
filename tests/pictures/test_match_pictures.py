from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

from bot.pictures import (
    HEIGHT,
    LOOKS,
    TOPICS,
    WIDTH,
    PlayedMatch,
    ScoreSheet,
    TableFace,
    painter,
    sample_rounds,
)
from bot.pictures.podium import places
from bot.rules.house_rules import PRESETS, HouseRules
from tests.pictures.positions import CLASSIC, DARK, WORDS

if TYPE_CHECKING:
    from bot.pictures import Picture

WHOLE = (WIDTH, HEIGHT)


def size_of(picture: Picture) -> tuple[int, int]:
    wide, tall = struct.unpack(">II", picture.data[16:24])
    return wide, tall


@pytest.mark.parametrize("seats", range(1, 9))
def test_lobby_scores_chart_and_podium_fit_any_table(seats):
    sheet = sample_rounds.match(HouseRules(rounds=3), seats, 11)
    face = sample_rounds.face(seats, 11, CLASSIC)
    artist = painter(LOOKS[seats % 4])
    assert size_of(artist.lobby(face, PRESETS["gamerules"], WORDS)) == WHOLE
    for draw in (artist.scores, artist.chart, artist.podium):
        assert size_of(draw(face, sheet, WORDS)) == WHOLE


def test_empty_table_and_unplayed_match_are_drawn():
    nobody = TableFace(backs=(), names=())
    assert size_of(painter(DARK).lobby(nobody, CLASSIC, WORDS)) == WHOLE
    face, unplayed = sample_rounds.face(3, 1, CLASSIC), ScoreSheet((), ())
    for draw in (painter(DARK).scores, painter(DARK).chart, painter(DARK).podium):
        assert size_of(draw(face, unplayed, WORDS)) == WHOLE


def test_seat_that_came_later_has_an_empty_score_before():
    sheet = ScoreSheet(((5, 7), (1, 2, 30)), (0, 2))
    assert sheet.totals(3) == (6, 9, 30)
    face = sample_rounds.face(3, 1, CLASSIC)
    assert size_of(painter(DARK).scores(face, sheet, WORDS)) == WHOLE
    assert size_of(painter(DARK).chart(face, sheet, WORDS)) == WHOLE


def test_extreme_totals_are_drawn():
    sheet = ScoreSheet(((-400, 990, 0),), (None,), (1,))
    face = sample_rounds.face(3, 1, HouseRules(target=1000))
    for draw in (painter(DARK).scores, painter(DARK).chart, painter(DARK).podium):
        assert size_of(draw(face, sheet, WORDS)) == WHOLE


@pytest.mark.parametrize("topic", TOPICS)
def test_every_page_of_the_rules_has_a_card(topic):
    picture = painter(DARK).help_card(topic, WORDS)
    assert size_of(picture) == WHOLE
    assert WORDS(f"help.{topic}.title") in picture.alt


def test_history_sums_up_all_matches():
    matches = tuple(PlayedMatch(points, 1 + points % 3, 4) for points in range(-6, 34))
    picture = painter(DARK).history(matches, WORDS)
    assert size_of(picture) == WHOLE
    assert picture.alt.startswith("40 matches, 14 won, best 33 points.")
    assert size_of(painter(DARK).history((), WORDS)) == WHOLE


def test_winners_share_the_first_place():
    assert places((50, 108, 108, 20), (1, 2)) == [(1, 1), (1, 2), (3, 0), (4, 3)]


def test_caller_who_wins_alone_stands_first_with_fewer_points():
    assert places((120, 104, 30), (1,)) == [(1, 1), (2, 0), (3, 2)]


def test_equal_losers_share_a_place():
    assert places((10, 100, 10, 5), (1,)) == [(1, 1), (2, 0), (2, 2), (4, 3)]
