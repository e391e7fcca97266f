"""All legal moves of a seat: exactly those that `Round.verify` accepts, ties of section 4 aside.

Listed pile by pile; without jokers in play by looking up which two cards every pile wants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.building import FITS_ON, may_use_space, run_misfit, slide_misfit
from bot.rules.cards import is_joker
from bot.rules.jokers import may_be
from bot.rules.moves import (
    CALL,
    DECLARED,
    DRAW,
    FIRST_WORK,
    NERTZ,
    SHIFT,
    SLIDE_UNDER,
    STUCK,
    TO_FOUNDATION,
    TO_WORK,
    TURN,
    WASTE,
)

if TYPE_CHECKING:
    from bot.rules.foundations import Foundations
    from bot.rules.house_rules import HouseRules
    from bot.rules.layout import Layout
    from bot.rules.moves import Move


def legal_moves(layout: Layout, foundations: Foundations, rules: HouseRules) -> list[Move]:
    """Return every legal move of a seat while the round runs."""
    moves = _other_moves(layout, rules)
    _to_foundations(layout, foundations, moves)
    if rules.jokers:
        _to_work_piles_with_jokers(layout, rules, moves)
    else:
        _to_work_piles(layout, rules, moves)
    if [] in layout.piles[FIRST_WORK:]:
        _into_spaces(layout, rules, moves)
        if rules.slide_under:
            _under_work_piles(layout, rules, moves)
    return moves


def _other_moves(layout: Layout, rules: HouseRules) -> list[Move]:
    moves = [STUCK]
    if layout.stock:
        moves.append(DRAW)
        if rules.solo_shift and layout.has_drawn_all():
            moves.append(SHIFT)
    elif layout.piles[WASTE]:
        moves.append(TURN)
    if not layout.piles[NERTZ]:
        moves.append(CALL)
    return moves


def _to_foundations(layout: Layout, foundations: Foundations, moves: list[Move]) -> None:
    takers = foundations.takers
    for origin, pile in enumerate(layout.piles):
        if pile:
            top = pile[-1]
            if is_joker(top):
                row = DECLARED[origin][top]
                moves += [row[card] for card in range(52) if takers[card] and may_be(top, card, layout.fixed)]
            elif takers[top]:
                moves.append(TO_FOUNDATION[origin][top])


def _to_work_piles(layout: Layout, rules: HouseRules, moves: list[Move]) -> None:
    piles = layout.piles
    work = range(FIRST_WORK, len(piles))
    nertz = piles[NERTZ][-1] if piles[NERTZ] and rules.nertz_onto == "any" else None
    waste = piles[WASTE][-1] if piles[WASTE] else None
    for place in work:
        if piles[place]:
            for card in FITS_ON[piles[place][-1]]:
                if card == nertz:
                    moves.append(TO_WORK[NERTZ][place][card])
                elif card == waste:
                    moves.append(TO_WORK[WASTE][place][card])
                else:
                    for origin in work:
                        if card in piles[origin]:
                            moves.append(TO_WORK[origin][place][card])
                            break


def _to_work_piles_with_jokers(layout: Layout, rules: HouseRules, moves: list[Move]) -> None:
    piles = layout.piles
    for origin, source in enumerate(piles):
        if origin == NERTZ and rules.nertz_onto == "spaces":
            continue
        first = 0 if origin >= FIRST_WORK else max(len(source) - 1, 0)
        for place in range(FIRST_WORK, len(piles)):
            if place != origin and piles[place]:
                moves += [
                    TO_WORK[origin][place][source[at]]
                    for at in range(first, len(source))
                    if run_misfit(source, at, piles[place], layout.fixed) is None
                ]


def _into_spaces(layout: Layout, rules: HouseRules, moves: list[Move]) -> None:
    piles = layout.piles
    spaces = [place for place in range(FIRST_WORK, len(piles)) if not piles[place]]
    for origin, source in enumerate(piles):
        if source and may_use_space(origin, layout, rules):
            cards = source if origin >= FIRST_WORK else source[-1:]
            moves += [TO_WORK[origin][place][card] for place in spaces for card in cards]


def _under_work_piles(layout: Layout, rules: HouseRules, moves: list[Move]) -> None:
    piles = layout.piles
    for origin in (NERTZ, WASTE):
        if _may_slide(origin, layout, rules):
            card = piles[origin][-1]
            moves += [
                SLIDE_UNDER[origin][place][card]
                for place in range(FIRST_WORK, len(piles))
                if piles[place] and slide_misfit(card, piles[place], layout.fixed) is None
            ]


def _may_slide(origin: int, layout: Layout, rules: HouseRules) -> bool:
    if not layout.piles[origin] or (origin == NERTZ and rules.nertz_onto == "spaces"):
        return False
    return origin == NERTZ or may_use_space(origin, layout, rules)
