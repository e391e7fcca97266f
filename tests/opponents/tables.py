"""Tables of practice players for the tests."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from bot.opponents import make_opponent
from bot.opponents.virtual_round import SimulatedRound
from bot.rules.house_rules import CLASSIC
from bot.rules.position import Position
from bot.rules.records import RoundHeader
from bot.rules.round import Round
from tests.rules.notation import foundations_of, layout_of

if TYPE_CHECKING:
    from bot.opponents import Level, PracticePlayer
    from bot.rules.house_rules import HouseRules


def deal(rules: HouseRules, seats: int, seed: int) -> Round:
    return Round.deal(rules, seats, random.Random(seed).randbytes(32))


def set_up(*seats: dict[str, Any], foundations: tuple[str, ...] = (), rules: HouseRules = CLASSIC) -> Round:
    """Return a running round with these layouts, written as in the cases of RULES.md section 9."""
    layouts = [layout_of(seat, rules.piles(len(seats))) for seat in seats]
    opening = Position(rules, layouts, foundations_of(list(foundations)))
    round_ = Round.set_up(RoundHeader(rules, len(seats), bytes(32)), opening)
    round_.go(0)
    return round_


def choice(player: PracticePlayer, round_: Round, seat: int = 0) -> str:
    """Return what a player who sees everything at once would do, as text."""
    view = round_.view(seat)
    return str(player.choose(view, view.public.foundations))


def players_of(level: Level, rules: HouseRules, seats: int, seed: int) -> list[PracticePlayer]:
    return [make_opponent(level, rules, seed + seat) for seat in range(seats)]


def play(rules: HouseRules, seats: int, seed: int, level: Level = "medium") -> SimulatedRound:
    """Play one round to its end. An illegal move is an exception; only late plays to foundations are not."""
    simulated = SimulatedRound(deal(rules, seats, seed), players_of(level, rules, seats, seed))
    simulated.play()
    return simulated
