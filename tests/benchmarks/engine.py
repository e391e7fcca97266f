"""How fast the rules are: random rounds beside OpenSpiel's Klondike, replays, and the exact stuck test.

    uv run --group bench python -m tests.benchmarks engine

A ply is `legal_moves` of one seat and `play` of one of them. OpenSpiel's `solitaire` (C++) plays random legal
actions in the same run. Every run plays the same rounds; runs alternate, and the best one of each counts.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import time
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from bot.rules.house_rules import CLASSIC
from bot.rules.round import Round

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SEATS = 4
_MOST_PLIES = 2_000
"""Random players may play on for ever; a round is left after so many plies."""


def main(argv: list[str]) -> None:
    options = _options(argv)
    plies, openspiel, replays = [], [], []
    for _ in range(options.runs):
        chance = random.Random(options.seed)
        rounds = _dealt_rounds(options.rounds, chance)
        plies.append(_speed(_play_randomly, rounds, chance))
        replays.append(_speed(_replay, rounds, chance))
        if find_spec("pyspiel"):
            openspiel.append(_speed(_klondike, rounds, chance))
    _tell(max(plies), max(openspiel, default=None), max(replays), _stuck_p99(rounds))


def _options(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="engine")
    parser.add_argument("--rounds", type=int, default=10, help="rounds in a run")
    parser.add_argument("--runs", type=int, default=25, help="runs; the best one counts")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


def _tell(plies: float, openspiel: float | None, replay: float, stuck_ms: float) -> None:
    figures = {
        "plies_per_s": round(plies),
        "openspiel_plies_per_s": openspiel and round(openspiel),
        "ratio": openspiel and round(plies / openspiel, 2),
        "replay_moves_per_s": round(replay),
        "stuck_ms_p99": round(stuck_ms, 4),
    }
    for name, figure in figures.items():
        print(f"{name:24}{'-' if figure is None else format(figure, ','):>14}")
    print(json.dumps(figures))


def _speed(
    work: Callable[[Sequence[Round], random.Random], int], rounds: Sequence[Round], chance: random.Random
) -> float:
    """Return how many plies a second some work makes; as `timeit` does, without the garbage collector."""
    gc.collect()
    gc.disable()
    begun = time.perf_counter()
    plies = work(rounds, chance)
    seconds = time.perf_counter() - begun
    gc.enable()
    return plies / seconds


def _dealt_rounds(count: int, chance: random.Random) -> list[Round]:
    rounds = [Round.deal(CLASSIC, _SEATS, chance.randbytes(32)) for _ in range(count)]
    for rnd in rounds:
        rnd.go(0)
    return rounds


def _play_randomly(rounds: Sequence[Round], chance: random.Random) -> int:
    number = chance.random
    for rnd in rounds:
        legal_moves, play = rnd.legal_moves, rnd.play
        for ply in range(_MOST_PLIES):
            seat = int(number() * _SEATS)
            moves = legal_moves(seat)
            if not moves:
                break
            play(seat, moves[int(number() * len(moves))], ply)
    return sum(rnd.version - 1 for rnd in rounds)


def _replay(rounds: Sequence[Round], _: random.Random) -> int:
    for rnd in rounds:
        Round.replay(rnd.header, rnd.records)
    return sum(rnd.version for rnd in rounds)


def _klondike(rounds: Sequence[Round], chance: random.Random) -> int:
    """Return the actions of random Klondike players, ten games a round; what chance turns up is no ply."""
    game = import_module("pyspiel").load_game("solitaire")
    number = chance.random
    plies = 0
    for _ in range(len(rounds) * 10):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            plies += not state.is_chance_node()
            state.apply_action(actions[int(number() * len(actions))])
    return plies


def _stuck_p99(rounds: Sequence[Round]) -> float:
    """Return the 99th percentile of the stuck test in milliseconds, over all seats along those rounds."""
    times: list[float] = []
    for rnd in rounds[:5]:
        again = Round(rnd.header)
        for record in rnd.records:
            again.repeat(record)
            for seat in range(_SEATS):
                begun = time.perf_counter()
                again.is_stuck(seat)
                times.append(time.perf_counter() - begun)
    return sorted(times)[len(times) * 99 // 100] * 1000
