from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.opponents import make_opponent
from bot.opponents.levels import LEVELS
from bot.rules.house_rules import CLASSIC, PRESETS, HouseRules
from bot.rules.phase import Phase
from bot.rules.records import Op, Operated, Played
from bot.rules.refusal import Code, Refusal
from tests.benchmarks.levels import PAIRS, win_share
from tests.opponents.tables import deal, play

if TYPE_CHECKING:
    from bot.rules.views import FoundationView

ODD_RULES = {
    "three piles, one card at a time": HouseRules(work_piles=3, draw=1, nertz_size=20),
    "Nertz first, jokers free again": HouseRules(space_from="nertz_first", jokers=2, stuck="reshuffle"),
    "Nertz to spaces, no slides, one joker": HouseRules(nertz_onto="spaces", slide_under=False, jokers=1),
    "fold and shift, small": HouseRules(short_draw="fold", solo_shift=True, work_piles=3, stuck="rotate"),
    "shifts beside rotations": HouseRules(space_from="nertz_first", nertz_onto="spaces", solo_shift=True),
    "everything lands": HouseRules(contest="both_stay", tie_window_ms=1000, mid_air="return", call_bonus=50),
}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", range(1, 9))
def test_every_preset_is_played_to_its_end_without_an_illegal_move(preset: str, seats: int):
    simulated = play(PRESETS[preset], seats, seed=seats)
    assert simulated.round.phase in (Phase.CALLED, Phase.STUCK)
    assert simulated.story.actions > 0


@pytest.mark.parametrize("rules", ODD_RULES.values(), ids=ODD_RULES)
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_odd_house_rules_are_played_to_the_end(rules: HouseRules, seats: int):
    for seed in range(3):
        assert play(rules, seats, seed, "beginner" if seed == 1 else "hard").round.phase.over


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_rounds_to_the_end(level: str):
    simulated = play(CLASSIC, 3, 5, level)  # type: ignore[arg-type]
    assert simulated.round.phase.over


def test_all_stuck_moments_are_reached_and_played_past():
    stories = [play(CLASSIC, 2, seed).story for seed in range(25)]
    met = [story for story in stories if story.all_stuck]
    assert 3 <= len(met) <= 20
    assert any(story.caller is not None for story in met)


def test_a_hopeless_table_ends_by_itself():
    ends = [play(replace(CLASSIC, work_piles=3, stuck="end"), 1, seed).round.phase for seed in range(10)]
    assert Phase.STUCK in ends


def test_the_same_seed_plays_the_same_round():
    first, again = play(CLASSIC, 4, 11), play(CLASSIC, 4, 11)
    assert first.round.records == again.round.records
    assert play(CLASSIC, 4, 12).round.records != first.round.records


def test_a_late_play_is_only_ever_one_that_fitted_what_was_seen():
    """Every refused move was the visible top card of its pile, and went to a foundation."""
    watched = _Watched()
    for seed in range(6):
        watched.play(seed)
    assert watched.refused
    codes = {code for code, _ in watched.refused}
    assert codes <= {Code.BEATEN, Code.NO_FOUNDATION}
    assert all(fitted for _, fitted in watched.refused)


class _Watched:
    """Plays rounds of four, always one of them having seen nothing of the last few plays."""

    def __init__(self) -> None:
        self.refused: list[tuple[Code, bool]] = []

    def play(self, seed: int) -> None:
        round_ = deal(CLASSIC, 4, seed)
        round_.go(0)
        players = [make_opponent("hard", CLASSIC, seed * 10 + seat) for seat in range(4)]
        past: list[tuple[int, tuple[FoundationView, ...]]] = []
        for turn in range(250):
            seat = turn % 4
            view = round_.view(seat)
            past.append((view.version, view.public.foundations))
            version, seen = past[max(0, turn - 8)]
            move = players[seat].choose(view, seen)
            if move is None:
                continue
            try:
                round_.play(seat, move, turn * 250, version)
            except Refusal as refusal:
                mine = [land.card for land in view.public.landings if land.seat == seat]
                tops = {pile.suit * 13 + pile.rank - 1 for pile in seen} | set(mine)
                assert move.kind == "foundation"
                self.refused.append((refusal.code, move.card - 1 in tops))
            if round_.phase is not Phase.RUNNING:
                return


def test_nobody_votes_stuck_while_the_seat_can_still_do_something():
    votes = wrong = 0
    for seed in range(12):
        round_ = play(CLASSIC, 2, seed).round
        for record in round_.records:
            if isinstance(record, Played) and record.move.kind == "stuck":
                votes += 1
                wrong += not round_.at(record.number - 1).is_stuck(record.seat)
    assert votes
    assert wrong == 0


def test_the_wait_for_the_others_is_never_endless():
    """Between two plays that change anything nobody draws more than a few times through the stock."""
    for seed in range(12):
        idle = longest = 0
        for record in play(CLASSIC, 2, seed).round.records:
            progress = isinstance(record, Operated) or record.move.source in {"N", "V"}
            idle = 0 if progress or (isinstance(record, Played) and record.move.target == "F") else idle + 1
            longest = max(longest, idle)
        assert longest < 120


def test_rotations_are_only_made_when_all_are_stuck():
    for seed in range(10):
        round_ = play(CLASSIC, 2, seed).round
        for record in round_.records:
            if isinstance(record, Operated) and record.op is Op.ROTATE:
                assert round_.at(record.number - 1).all_stuck()


@pytest.mark.parametrize(("better", "worse"), PAIRS)
def test_each_level_is_better_than_the_next_lower_one(better: str, worse: str):
    share = win_share(better, worse, CLASSIC, 4, 10, 3)  # type: ignore[arg-type]
    assert share - (1 - share) >= 0.1
