"""Rounds and matches of practice players alone, in virtual time: `python -m bot simulate`."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bot.opponents.levels import GREEDY, LEVELS
from bot.opponents.player import PracticePlayer, make_opponent
from bot.opponents.report import RoundStory, SimulationReport
from bot.opponents.virtual_round import SimulatedRound
from bot.rules.house_rules import PRESETS, HouseRules
from bot.rules.match import Match
from bot.rules.round import Round

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence

    from bot.opponents.virtual_round import Player


class SimulatedMatch:
    """Rounds of the same players until the match is over."""

    def __init__(self, rules: HouseRules, players: Sequence[Player], chance: Random) -> None:
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
    rules: HouseRules, rounds: int, seed: int, players: Callable[[int], Sequence[Player]], report: SimulationReport
) -> SimulationReport:
    """Play matches until that many rounds were played; `players` makes the table of one match from a seed."""
    chance = Random(seed)
    while report.rounds < rounds:
        match = SimulatedMatch(rules, players(chance.getrandbits(32)), chance)
        length = 0
        while report.rounds < rounds and not match.match.over:
            report.stories.append(match.play_round())
            length += 1
        if match.match.over:
            report.match_lengths.append(length)
    return report


def add_arguments(parser: ArgumentParser, words: Callable[[str], str]) -> None:
    """Add the options of `simulate`; `words` gives the sentence of a key."""
    parser.add_argument("--preset", choices=tuple(PRESETS), default="classic", help=words("simulate.help.preset"))
    parser.add_argument("--rules", default="", metavar="RULES", help=words("simulate.help.rules"))
    parser.add_argument("--seats", type=int, choices=range(1, 9), default=4, help=words("simulate.help.seats"))
    parser.add_argument("--rounds", type=int, default=1000, help=words("simulate.help.rounds"))
    parser.add_argument("--seed", type=int, default=1, help=words("simulate.help.seed"))
    parser.add_argument("--level", choices=LEVELS, default="medium", help=words("simulate.help.level"))
    parser.add_argument("--greedy", action="store_true", help=words("simulate.help.greedy"))


def run(args: Namespace) -> SimulationReport:
    """Play what the options ask for; a `RuleRefused` if `--rules` names what is not legal."""
    rules = HouseRules.parse(args.rules, PRESETS[args.preset])

    def table(seed: int) -> Sequence[Player]:
        seeds = [seed + seat for seat in range(args.seats)]
        if args.greedy:
            return [PracticePlayer(GREEDY, rules, number) for number in seeds]
        return [make_opponent(args.level, rules, number) for number in seeds]

    players = "greedy" if args.greedy else args.level
    return simulate(rules, args.rounds, args.seed, table, SimulationReport(args.preset, args.seats, players))
