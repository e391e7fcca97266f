"""How much better each level of practice players is than the next lower one.

    uv run python -m tests.benchmarks levels

Every deal is played twice with swapped seats. A round is won by the better score; equal scores are half a win
for both. Shares are of the rounds.
"""

from __future__ import annotations

import argparse
import json
import random
from itertools import pairwise
from typing import TYPE_CHECKING

from bot.opponents import make_opponent
from bot.opponents.levels import LEVELS
from bot.opponents.virtual_round import SimulatedRound
from bot.rules.house_rules import PRESETS
from bot.rules.round import Round

if TYPE_CHECKING:
    from bot.opponents import Level
    from bot.rules.house_rules import HouseRules

PAIRS = tuple((better, worse) for worse, better in pairwise(level for level in LEVELS if level != "adaptive"))


def main(argv: list[str]) -> None:
    options = _options(argv)
    rules = PRESETS[options.preset]
    wins = {}
    for better, worse in PAIRS:
        share = win_share(better, worse, rules, options.seats, options.deals, options.seed)
        wins[f"{better}-{worse}"] = {better: round(share, 3), worse: round(1 - share, 3)}
        print(f"{better:>8} {share:6.1%}   {worse:>8} {1 - share:6.1%}")
    print(json.dumps({"rounds": 2 * options.deals, "wins": wins}))


def _options(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="levels")
    parser.add_argument("--preset", choices=tuple(PRESETS), default="classic")
    parser.add_argument(
        "--seats", type=int, choices=(2, 4, 6, 8), default=2, help="half of them for each level"
    )
    parser.add_argument("--deals", type=int, default=200, help="deals of a pair, each played twice")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


def win_share(better: Level, worse: Level, rules: HouseRules, seats: int, deals: int, seed: int) -> float:
    """Return the share of the rounds, 0..1, that `better` wins against `worse`."""
    chance = random.Random(seed)
    won = 0.0
    for _ in range(deals):
        shuffle, player_seed = chance.randbytes(32), chance.getrandbits(32)
        for swapped in (0, 1):
            levels = [(better, worse)[(seat + swapped) % 2] for seat in range(seats)]
            players = [make_opponent(level, rules, player_seed + seat) for seat, level in enumerate(levels)]
            story = SimulatedRound(Round.deal(rules, seats, shuffle), players).play()
            best = [
                level for level, score in zip(levels, story.scores, strict=True) if score == max(story.scores)
            ]
            won += best.count(better) / len(best)
    return won / (2 * deals)
