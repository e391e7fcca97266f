from __future__ import annotations

import argparse

import pytest

from bot.locales import words_for
from bot.opponents.report import RoundStory, SimulationReport
from bot.opponents.simulate import add_arguments, run


def report(*options: str) -> SimulationReport:
    parser = argparse.ArgumentParser()
    add_arguments(parser, words_for("en"))
    return run(parser.parse_args([*options]))


def test_the_same_seed_gives_the_same_figures():
    options = ("--rounds", "8", "--seed", "2", "--preset", "quick", "--seats", "3")
    assert report(*options) == report(*options)


def test_matches_are_played_one_after_the_other_until_all_rounds_are_played():
    figures = report("--rounds", "20", "--preset", "quick", "--seats", "2", "--greedy")
    assert figures.rounds == 20
    assert figures.match_lengths
    assert sum(figures.match_lengths) <= 20


def test_every_figure_has_its_sentence():
    words = words_for("en")
    told = [words(key, **data) for key, data in report("--rounds", "3", "--level", "hard").sentences()]
    assert "classic, 4 seats, players: hard" in told
    assert len(told) == 10


def test_shares_count_rounds_and_scores():
    stories = [
        RoundStory(scores=(10, -2), caller=0, actions=100),
        RoundStory(scores=(8, 9), caller=0, actions=200, all_stuck=2),
        RoundStory(scores=(-1, 1), dead=True, actions=300, all_stuck=1),
    ]
    figures = SimulationReport("classic", 2, "medium", stories, [3])
    assert figures.caller_best_share == 0.5
    assert figures.negative_share == pytest.approx(2 / 6)
    assert figures.all_stuck_share == pytest.approx(2 / 3)
    assert figures.dead_share == pytest.approx(1 / 3)
    assert figures.actions_per_round == 200


@pytest.mark.parametrize("refused", ["0", "-3", "many"])
def test_less_than_one_round_is_refused(refused: str):
    with pytest.raises(SystemExit):
        report("--rounds", refused)
