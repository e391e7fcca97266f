"""All legal moves of a seat: exactly those that `Round.verify` accepts, ties of section 4 aside.

A seat draws more often than it moves a card. What N and the work piles can do among themselves stays as it is
meanwhile, so the layout remembers it until a card moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.building import FITS_ON, cards_that_fit, cards_that_slide_under, may_use_space, run_misfit
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
    tops: list[Move]
    """The moves of their top cards to the foundations, should these take them; a joker still undeclared."""
    builds: list[tuple[int, Collection[Card]]]
    """Every work pile with cards, and the cards that fit on it."""
    slides: list[tuple[int, Collection[Card]]]
    """The same piles, and the cards that slide under them; none without a space."""
    spaces: list[int]


def legal_moves(layout: Layout, foundations: Foundations, rules: HouseRules) -> list[Move]:
    """Return every legal move of a seat while the round runs."""
    known = layout.known
    if known is None:
        known = layout.known = _look(layout, rules)
    takers = foundations.takers
    moves = known.moves + [move for move in known.tops if takers[move.card]]
    waste = layout.piles[WASTE]
    if layout.stock:
        moves.append(DRAW)
        if rules.solo_shift and layout.has_drawn_all():
            moves.append(SHIFT)
    elif waste:
        moves.append(TURN)
    if waste:
        top = waste[-1]
        moves += _top_to_work(WASTE, top, known, layout, rules)
        if takers[top]:
            moves.append(TO_FOUNDATION[WASTE][top])
    return _declared(moves, layout, foundations) if rules.jokers else moves


def _look(layout: Layout, rules: HouseRules) -> Known:
    """List what stays as it is while the seat only draws."""
    piles = layout.piles
    known = Known([STUCK], [], [], [], [])
    for place in range(FIRST_WORK, len(piles)):
        pile = piles[place]
        if pile:
            fitting = cards_that_fit(pile, layout.fixed) if rules.jokers else FITS_ON[pile[-1]]
            known.builds.append((place, fitting))
            known.tops.append(TO_FOUNDATION[place][pile[-1]])
        else:
            known.spaces.append(place)
    _runs_to_work(known, layout, rules)
    if known.spaces:
        _look_at_spaces(known, layout, rules)
    _look_at_nertz(piles[NERTZ], known, layout, rules)
    return known


def _look_at_spaces(known: Known, layout: Layout, rules: HouseRules) -> None:
    piles = layout.piles
    if rules.slide_under:
        for place, _ in known.builds:
            known.slides.append((place, cards_that_slide_under(piles[place], layout.fixed)))
    if may_use_space(FIRST_WORK, layout, rules):
        for origin, _ in known.builds:
            for place in known.spaces:
                row = TO_WORK[origin][place]
                known.moves.extend([row[card] for card in piles[origin]])


def _look_at_nertz(nertz: list[Card], known: Known, layout: Layout, rules: HouseRules) -> None:
    if nertz:
        known.tops.append(TO_FOUNDATION[NERTZ][nertz[-1]])
        known.moves.extend(_top_to_work(NERTZ, nertz[-1], known, layout, rules))
    else:
        known.moves.append(CALL)


def _declared(moves: list[Move], layout: Layout, foundations: Foundations) -> list[Move]:
    """Put every declaration that fits in the place of a joker's undeclared move to the foundations."""
    declared: list[Move] = []
    for move in moves:
        if move.kind == "foundation" and is_joker(move.card):
            declared += [
                as_card
                for as_card in DECLARED[move.origin][move.card]
                if as_card.declared is not None
                and foundations.takers[as_card.declared]
                and may_be(move.card, as_card.declared, layout.fixed)
            ]
        else:
            declared.append(move)
    return declared


def _top_to_work(origin: int, card: Card, known: Known, layout: Layout, rules: HouseRules) -> list[Move]:
    """Return the moves of the top of N or V onto work piles, into spaces, and under work piles."""
    row = TO_WORK[origin]
    builds = origin == WASTE or rules.nertz_onto == "any"
    moves = [row[place][card] for place, fitting in known.builds if card in fitting] if builds else []
    if known.spaces and may_use_space(origin, layout, rules):
        moves += [row[place][card] for place in known.spaces]
        if builds:
            row = SLIDE_UNDER[origin]
            moves += [row[place][card] for place, fitting in known.slides if card in fitting]
    return moves


def _runs_to_work(known: Known, layout: Layout, rules: HouseRules) -> None:
    """Find each of the cards that fit on a work pile: if it lies in another one, it moves with its run."""
    if rules.jokers:
        _runs_with_jokers(known, layout)
        return
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
