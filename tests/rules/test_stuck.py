"""The exact stuck and dead tests against a slow search that makes every move there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import assume, given

from bot.rules.layout import Layout
from bot.rules.moves import FIRST_WORK
from bot.rules.stuck import is_dead, is_stuck
from tests.examples import examples
from tests.rules.strategies import is_progress, late_positions

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.position import Position

_MOST_POSITIONS = 1500


class TooManyPositions(Exception):
    pass


def _search_finds_no_progress(position: Position) -> bool:
    """Draw, turn and move runs in every order; look for a progress move in each position."""
    found = {_key(position)}
    waiting = [position]
    while waiting:
        now = waiting.pop()
        for move in now.legal_moves(0):
            if is_progress(move):
                return False
            if move.kind in ("draw", "turn", "work"):
                after = now.copy()
                after.make(0, move, 0, 1)
                if _key(after) not in found:
                    found.add(_key(after))
                    waiting.append(after)
        if len(found) > _MOST_POSITIONS:
            raise TooManyPositions
    return True


def _key(position: Position) -> object:
    layout = position.layouts[0]
    work = tuple(sorted(map(tuple, layout.piles[FIRST_WORK:])))
    return work, tuple(layout.stock), tuple(layout.waste), tuple(layout.fixed.items())


def _with_pack(position: Position, waste: list[Card]) -> Position:
    after = position.copy()
    layout = position.layouts[0]
    after.layouts[0] = Layout(layout.nertz, layout.work, [], waste)
    after.layouts[0].fixed = dict(layout.fixed)
    return after


@given(late_positions())
@examples(400)
def test_stuck_is_what_a_search_of_every_move_finds(position: Position) -> None:
    try:
        stuck = _search_finds_no_progress(position)
    except TooManyPositions:
        assume(False)
    assert is_stuck(position.layouts[0], position.foundations, position.rules) == stuck


@given(late_positions(most_pack=4))
@examples(300)
def test_dead_is_stuck_with_every_card_of_the_pack_on_top(position: Position) -> None:
    layout, rules = position.layouts[0], position.rules
    pack = [*layout.stock, *layout.waste]
    if rules.short_draw == "fold" and len(pack) < rules.draw:
        pack = layout.waste[-1:]
    try:
        dead = all(
            _search_finds_no_progress(_with_pack(position, top)) for top in ([], *([card] for card in pack))
        )
    except TooManyPositions:
        assume(False)
    assert is_dead(layout, position.foundations, rules) == dead
    assert not dead or is_stuck(layout, position.foundations, rules)
