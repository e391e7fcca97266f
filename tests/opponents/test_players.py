from __future__ import annotations

import time

import pytest

from bot.opponents import MARKER, make_opponent, practice_names
from bot.opponents.levels import BEGINNER, HARD, MEDIUM, SKILLS, skill_for_pace
from bot.rules.house_rules import CLASSIC
from tests.opponents.tables import choice, play, set_up

QUIET = {"nertz": "2C 2S", "work": ["9C", "9S", "5C", "5S"], "stock": "KS KH KD", "waste": ""}


@pytest.mark.parametrize(
    ("level", "fastest", "slowest", "sight"),
    [("beginner", 3.5, 6, 1.5), ("easy", 2.2, 3.5, 1.2), ("medium", 1.3, 2, 0.9), ("hard", 0.8, 1.3, 0.6)],
)
def test_a_level_acts_within_its_window_and_sees_late(level, fastest, slowest, sight):
    player = make_opponent(level, CLASSIC, 3)
    waits = [player.delay() for _ in range(200)]
    assert fastest <= min(waits) < fastest + 0.2
    assert slowest - 0.2 < max(waits) <= slowest
    assert player.sight_delay == sight


def test_slips_come_as_often_as_the_level_says():
    round_ = set_up({**QUIET, "nertz": "2C AS"})
    for level, skill in SKILLS.items():
        player = make_opponent(level, CLASSIC, 8)  # type: ignore[arg-type]
        slips = sum(choice(player, round_) != "N:AS>F" for _ in range(400))
        assert abs(slips / 400 - skill.slips) < 0.06


def test_adaptive_follows_the_humans_pace_of_the_last_round():
    player = make_opponent("adaptive", CLASSIC, 4)
    assert player.sight_delay == MEDIUM.sight_delay
    player.round_over(2.85)
    assert 2.2 <= player.delay() <= 3.5
    player.round_over(60.0)
    assert player.sight_delay == BEGINNER.sight_delay
    player.round_over(None)
    assert player.sight_delay == BEGINNER.sight_delay
    player.round_over(0.1)
    assert 0.8 <= player.delay() <= 1.3


def test_the_other_levels_stay_as_they_are():
    player = make_opponent("hard", CLASSIC, 4)
    player.round_over(6.0)
    assert player.delay() <= HARD.slowest


def test_between_two_levels_skill_lies_between():
    skill = skill_for_pace(2.25)
    assert MEDIUM.slips < skill.slips < 0.15
    assert skill.fastest < 2.25 < skill.slowest


def test_an_action_is_quick_enough():
    round_ = play(CLASSIC, 4, 3, "hard").round
    moments = [round_.at(version) for version in range(1, round_.version, 9)]
    views = [moment.view(seat) for moment in moments for seat in range(4)]
    player = make_opponent("hard", CLASSIC, 1)
    begun = time.process_time()
    for view in views:
        player.choose(view, view.public.foundations)
    assert (time.process_time() - begun) / len(views) < 0.0003


def test_names_are_different_marked_and_always_the_same():
    names = practice_names(20)
    assert len(set(names)) == 20
    assert names[:3] == practice_names(3)
    assert all(name.startswith(MARKER) for name in names)
