"""Rounds and matches of practice players alone, in virtual time: `python -m bot simulate`."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bot.opponents.levels import LEVELS
from bot.opponents.player import make_opponent, make_yardstick
from bot.opponents.report import RoundStory, SimulationReport
from bot.opponents.virtual_round import SimulatedRound
from bot.rules.house_rules import MOST_SEATS, PRESETS
from bot.rules.match import Match
from bot.rules.round import Round

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence

    from bot.opponents.player import PracticePlayer
    from bot.rules.house_rules import HouseRules


class SimulatedMatch:
    """Rounds of the same players until the match is over."""

    def __init__(self, rules: HouseRules, players: Sequence[PracticePlayer], chance: Random) -> None:
        self.match = Match(rules, len(players))
        self._rules = rules
        self._players = players
        self._chance = chance

    def play_round(self) -> RoundStory:
        """Deal, play and score one round."""
        round_ = Round.deal(self._rules, len(self._players), self._chance.randbytes(32))
        story = SimulatedRound(round_, self._players).play()
        self.match.score_round(story.scores, story.caller)
        for player in self._players:
            player.round_over(None)
        return story


def simulate(
    rules: HouseRules, rounds: int, seed: int, players: Callable[[int], Sequence[PracticePlayer]]
) -> tuple[list[RoundStory], list[int]]:
    """Play matches until that many rounds were played; `players` makes the table of one match from a seed.

    Return the rounds, and the lengths of the matches that came to their end.
    """
    chance = Random(seed)
    stories: list[RoundStory] = []
    lengths: list[int] = []
    while len(stories) < rounds:
        table = SimulatedMatch(rules, players(chance.getrandbits(32)), chance)
        while len(stories) < rounds and not table.match.over:
            stories.append(table.play_round())
        if table.match.over:
            lengths.append(table.match.rounds)
    return stories, lengths


def add_arguments(parser: ArgumentParser, words: Callable[[str], str]) -> None:
    """Add the options of `simulate`; `words` gives the sentence of a key."""
    for option, kind, legal, default in (
        ("preset", str, tuple(PRESETS), "classic"),
        ("seats", int, range(1, MOST_SEATS + 1), 4),
        ("rounds", _count, None, 1000),
        ("seed", int, None, 1),
        ("level", str, LEVELS, "medium"),
    ):
        told = words(f"simulate.help.{option}")
        parser.add_argument(f"--{option}", type=kind, choices=legal, default=default, help=told)
    parser.add_argument("--greedy", action="store_true", help=words("simulate.help.greedy"))


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def run(args: Namespace) -> SimulationReport:
    """Play what the options ask for."""
    rules = PRESETS[args.preset]

    def table(seed: int) -> Sequence[PracticePlayer]:
        seeds = range(seed, seed + args.seats)
        if args.greedy:
            return [make_yardstick(rules, number) for number in seeds]
        return [make_opponent(args.level, rules, number) for number in seeds]

    stories, lengths = simulate(rules, args.rounds, args.seed, table)
    players = "greedy" if args.greedy else args.level
    return SimulationReport(args.preset, args.seats, players, stories, lengths)
