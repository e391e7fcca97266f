"""Tables to look at: rounds played by simple chance from a seed, the same on every machine."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING, Final

from bot.pictures.table_face import ScoreSheet, TableFace
from bot.rules.match import Match
from bot.rules.phase import Phase
from bot.rules.round import Round

if TYPE_CHECKING:
    from bot.rules.house_rules import HouseRules
    from bot.rules.moves import Move

NAMES: Final = ("Ana", "Ben", "Chloé", "Dev", "Eva", "Finn", "Gil", "Hana")
_STEP: Final = 700
"""Milliseconds between two moves."""
_LONGEST: Final = 4000
_MOST_ROUNDS: Final = 30


def seed_bytes(seed: int, number: int = 0) -> bytes:
    """Return the 32 bytes from which round `number` of a seed is dealt."""
    return hashlib.sha256(f"gallery {seed} {number}".encode()).digest()


def dealt(rules: HouseRules, seats: int, seed: int, number: int = 0) -> Round:
    """Return a round that has just begun."""
    rnd = Round.deal(rules, seats, seed_bytes(seed, number))
    rnd.go(0)
    return rnd


def played(rules: HouseRules, seats: int, seed: int, moves: int, number: int = 0) -> Round:
    """Return a round after so many moves of chance, or at its end if that comes first."""
    rnd = dealt(rules, seats, seed, number)
    chance = random.Random(f"{seed} {number}")
    for step in range(1, moves + 1):
        if rnd.phase.over:
            break
        _one_move(rnd, chance, step * _STEP)
    return rnd


def finished(rules: HouseRules, seats: int, seed: int, number: int = 0) -> Round:
    """Return a round played to its end."""
    rnd = played(rules, seats, seed, _LONGEST, number)
    if not rnd.phase.over:
        rnd.void((_LONGEST + 1) * _STEP)
    return rnd


def _one_move(rnd: Round, chance: random.Random, stamp: int) -> None:
    if rnd.all_stuck() and rnd.settle(stamp) is not None:
        return
    seat = chance.randrange(rnd.seats)
    choice = _choice(rnd.legal_moves(seat), chance)
    if choice is not None:
        rnd.play(seat, choice, stamp)
        if rnd.phase is Phase.CLOSING:
            rnd.close(stamp + rnd.rules.grace_ms)


def _choice(legal: list[Move], chance: random.Random) -> Move | None:
    """Prefer what a player would: the call, foundations, the Nertz pile, the waste, then a draw."""
    by_worth: dict[int, list[Move]] = {}
    for move in sorted(legal, key=str):
        worth = _worth(move)
        if worth is not None:
            by_worth.setdefault(worth, []).append(move)
    if not by_worth:
        return None
    best = min(by_worth)
    if len(by_worth) > 1 and chance.random() < 0.15:
        best = chance.choice(sorted(by_worth))
    return chance.choice(by_worth[best])


def _worth(move: Move) -> int | None:
    if move.kind == "stuck":
        return None
    if move.kind == "foundation":
        return 1 if move.source == "N" else 2
    if move.kind in ("work", "slide"):
        return {"N": 3, "V": 4}.get(move.source or "", 6)
    return 0 if move.kind == "call" else 5


def face(
    seats: int, seed: int, rules: HouseRules, totals: tuple[int, ...] = (), number: int = 1
) -> TableFace:
    """Return the face of a table whose backs are dealt by the seed."""
    backs = list(range(len(NAMES)))
    random.Random(seed).shuffle(backs)
    if not totals:
        chance = random.Random(seed + 1)
        totals = tuple(chance.randrange(-4, 60) for _ in range(seats))
    return TableFace(
        backs=tuple(backs[:seats]),
        names=NAMES[:seats],
        totals=totals,
        target=rules.target,
        round_number=number,
        practice=(False,) * (seats - 1) + (seats > 1,),
        away=(False,) * seats,
        ready=tuple(seat % 3 != 1 for seat in range(seats)),
    )


def match(rules: HouseRules, seats: int, seed: int) -> ScoreSheet:
    """Return the sheet of a whole match."""
    score = Match(rules, seats)
    rounds: list[tuple[int, ...]] = []
    callers: list[int | None] = []
    while not score.over and len(rounds) < _MOST_ROUNDS:
        rnd = finished(rules, seats, seed, len(rounds) + 1)
        score.score_round(rnd.scores(), rnd.caller)
        rounds.append(rnd.scores())
        callers.append(rnd.caller)
    return ScoreSheet(tuple(rounds), tuple(callers), score.winners)
