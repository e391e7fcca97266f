"""`legal_moves` against every move of the notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from bot.rules import moves as notation
from bot.rules.refusal import Refusal
from bot.rules.round import Round
from tests.examples import examples
from tests.rules.strategies import chances, house_rules, is_progress, late_positions, seeds

if TYPE_CHECKING:
    import random

    from bot.rules.house_rules import HouseRules
    from bot.rules.moves import Move
    from bot.rules.position import Position

_ALL = list(notation._MOVES.values())
_LATE = 10**15
"""So late that no card ties with it."""


def _accepted(position: Position, seat: int) -> set[Move]:
    return {move for move in _ALL if _is_accepted(position, seat, move)}


def _is_accepted(position: Position, seat: int, move: Move) -> bool:
    try:
        position.verify(seat, move, _LATE)
    except Refusal:
        return False
    return True


def _assert_exact(position: Position, seat: int) -> None:
    listed = position.legal_moves(seat)
    assert len(listed) == len(set(listed))
    assert set(listed) == _accepted(position, seat)


@given(house_rules, st.integers(1, 8), seeds, chances)
@examples(20)
def test_legal_moves_are_those_that_verify_accepts_all_along_a_round(
    rules: HouseRules, seats: int, seed: bytes, chance: random.Random
) -> None:
    rnd = Round.deal(rules, seats, seed)
    _assert_exact(rnd.position, 0)
    rnd.go(0)
    for step in range(120):
        seat = chance.randrange(seats)
        moves = rnd.legal_moves(seat)
        if step % 12 == 0:
            _assert_exact(rnd.position, seat)
        if moves:
            liked = [move for move in moves if is_progress(move)]
            rnd.play(seat, chance.choice(liked or moves), step * 300)
    _assert_exact(rnd.position, seats - 1)
    _assert_exact(rnd.position, seats)


@given(late_positions())
@examples(25)
def test_legal_moves_are_exact_in_late_positions_with_jokers_and_spaces(position: Position) -> None:
    _assert_exact(position, 0)
    layout = position.layouts[0]
    for move in position.legal_moves(0)[:4]:
        after = position.copy()
        after.make(0, move, 0, 1)
        _assert_exact(after, 0)
    assert layout.known is not None
