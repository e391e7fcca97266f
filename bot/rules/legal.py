"""All legal moves of a seat: exactly those that `Round.verify` accepts, ties of section 4 aside.

A seat draws more often than it moves a card. What N and the work piles can do among themselves stays as it is
meanwhile, so the layout remembers it until a card moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.building import FITS_ON, cards_that_fit, may_use_space, run_misfit, slide_misfit
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
    from collections.abc import Collection

    from bot.rules.cards import Card
    from bot.rules.foundations import Foundations
    from bot.rules.house_rules import HouseRules
    from bot.rules.layout import Layout
    from bot.rules.moves import Move


class Known(NamedTuple):
    """What a layout remembers until one of its cards moves."""

    moves: list[Move]
    """The vote, the call, and the moves among N and the work piles."""
    builds: list[tuple[int, Collection[Card]]]
    """Every work pile with cards, and the cards that fit on it."""
    spaces: list[int]


def legal_moves(layout: Layout, foundations: Foundations, rules: HouseRules) -> list[Move]:
    """Return every legal move of a seat while the round runs."""
    known = layout.known
    if known is None:
        known = layout.known = _look(layout, rules)
    moves = known.moves[:]
    piles = layout.piles
    if layout.stock:
        moves.append(DRAW)
        if rules.solo_shift and layout.has_drawn_all():
            moves.append(SHIFT)
    elif piles[WASTE]:
        moves.append(TURN)
    if piles[WASTE]:
        _top_to_work(WASTE, known, layout, rules, moves)
    takers = foundations.takers
    for origin, pile in enumerate(piles):
        if pile and takers[pile[-1]]:
            if is_joker(pile[-1]):
                moves += _declarations(origin, pile[-1], layout, foundations)
            else:
                moves.append(TO_FOUNDATION[origin][pile[-1]])
    return moves


def _look(layout: Layout, rules: HouseRules) -> Known:
    known = Known([STUCK], [], [])
    for place in range(FIRST_WORK, len(layout.piles)):
        pile = layout.piles[place]
        if not pile:
            known.spaces.append(place)
        else:
            fitting = cards_that_fit(pile, layout.fixed) if rules.jokers else FITS_ON[pile[-1]]
            known.builds.append((place, fitting))
    if layout.piles[NERTZ]:
        _top_to_work(NERTZ, known, layout, rules, known.moves)
    else:
        known.moves.append(CALL)
    if rules.jokers:
        _runs_with_jokers(known, layout)
    else:
        _runs_to_work(known, layout)
    if known.spaces and may_use_space(FIRST_WORK, layout, rules):
        _runs_into_spaces(known, layout)
    return known


def _declarations(origin: int, joker: Card, layout: Layout, foundations: Foundations) -> list[Move]:
    """Return the joker's moves to the foundations as every card that fits there."""
    fits = [card for card in range(52) if foundations.takers[card] and may_be(joker, card, layout.fixed)]
    return [DECLARED[origin][joker][card] for card in fits]


def _top_to_work(origin: int, known: Known, layout: Layout, rules: HouseRules, moves: list[Move]) -> None:
    """Add the moves of the top of N or V onto work piles, into spaces, and under work piles."""
    card = layout.piles[origin][-1]
    row = TO_WORK[origin]
    builds = origin == WASTE or rules.nertz_onto == "any"
    if builds:
        moves += [row[place][card] for place, fitting in known.builds if card in fitting]
    if known.spaces and may_use_space(origin, layout, rules):
        moves += [row[place][card] for place in known.spaces]
        if builds and rules.slide_under:
            moves += _slides(origin, card, known, layout)


def _slides(origin: int, card: Card, known: Known, layout: Layout) -> list[Move]:
    piles, row = layout.piles, SLIDE_UNDER[origin]
    return [
        row[place][card]
        for place, _ in known.builds
        if slide_misfit(card, piles[place], layout.fixed) is None
    ]


def _runs_to_work(known: Known, layout: Layout) -> None:
    """Find each of the cards that fit on a work pile: if it lies in another one, it moves with its run."""
    home = {card: origin for origin, _ in known.builds for card in layout.piles[origin]}
    for place, fitting in known.builds:
        for card in fitting:
            if card in home and home[card] != place:
                known.moves.append(TO_WORK[home[card]][place][card])


def _runs_with_jokers(known: Known, layout: Layout) -> None:
    """Try every run on every work pile: what a joker is depends on where it lies."""
    piles = layout.piles
    for place, _ in known.builds:
        for origin, _ in known.builds:
            if origin != place:
                source, row = piles[origin], TO_WORK[origin][place]
                known.moves.extend(
                    row[card]
                    for at, card in enumerate(source)
                    if run_misfit(source, at, piles[place], layout.fixed) is None
                )


def _runs_into_spaces(known: Known, layout: Layout) -> None:
    for origin, _ in known.builds:
        for place in known.spaces:
            row = TO_WORK[origin][place]
            known.moves.extend([row[card] for card in layout.piles[origin]])
