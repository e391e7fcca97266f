"""The exact tests of section 5: is a seat stuck, would it be even if every card of its pack were on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.building import cards_that_fit, run_misfit
from bot.rules.cards import is_joker
from bot.rules.jokers import may_be

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.rules.cards import Card
    from bot.rules.foundations import Foundations
    from bot.rules.house_rules import HouseRules
    from bot.rules.layout import Layout

    Work = tuple[tuple[Card, ...], ...]


def is_stuck(layout: Layout, foundations: Foundations, rules: HouseRules) -> bool:
    """Return whether no progress move exists, whatever work-to-work moves, draws and turns are made first."""
    return _has_no_progress(layout, foundations, rules, cards_coming_up(layout, rules))


def is_dead(layout: Layout, foundations: Foundations, rules: HouseRules) -> bool:
    """Return whether the seat would be stuck even if every card of S and V could be on top."""
    pack = [*layout.waste, *layout.stock]
    if rules.short_draw == "fold" and len(pack) < rules.draw:
        pack = layout.waste[-1:]
    return _has_no_progress(layout, foundations, rules, pack)


def cards_coming_up(layout: Layout, rules: HouseRules) -> list[Card]:
    """Return the cards that come to the top of V while drawing and turning, the present top included.

    The pack has two phases: until the next turn, and the one that every later turn repeats.
    """
    order = layout.stock[::-1]
    return [
        *layout.waste[-1:],
        *_drawn_to_top(order, rules),
        *_drawn_to_top([*layout.waste, *order], rules),
    ]


def _drawn_to_top(order: list[Card], rules: HouseRules) -> list[Card]:
    """Return the top card after each draw from a stock, given in the order of drawing."""
    tops = order[rules.draw - 1 :: rules.draw]
    if len(order) % rules.draw and rules.short_draw == "turn_rest":
        tops.append(order[-1])
    return tops


def _has_no_progress(
    layout: Layout, foundations: Foundations, rules: HouseRules, pack: Sequence[Card]
) -> bool:
    """Look at the top of N and at those cards of the pack, and at all arrangements of the work piles."""
    hand = [*layout.nertz[-1:], *pack]
    if any(_goes_out(card, foundations, layout.fixed) for card in hand):
        return False
    builders = pack if rules.nertz_onto == "spaces" else hand
    work = tuple(map(tuple, layout.work))
    if () in work and hand:
        return False
    return not any(
        _lets_progress(arrangement, hand, builders, layout, foundations, rules)
        for arrangement in _arrangements(work, layout.fixed)
    )


def _goes_out(card: Card, foundations: Foundations, fixed: Mapping[Card, Card]) -> bool:
    """Return whether an uncovered card fits a foundation; a free joker always does, as an ace."""
    if not is_joker(card):
        return foundations.takes(card)
    return any(foundations.takes(as_card) and may_be(card, as_card, fixed) for as_card in range(52))


def _lets_progress(
    work: Work,
    hand: Sequence[Card],
    builders: Sequence[Card],
    layout: Layout,
    foundations: Foundations,
    rules: HouseRules,
) -> bool:
    """Return whether this arrangement of the work piles has a progress move.

    With a space every card of the hand has a place. Without a hand, a space (where runs may use it) lets any
    card of the work piles be uncovered.
    """
    exposed = [pile[-1] for pile in work if pile]
    if () in work:
        if hand:
            return True
        if rules.space_from != "nertz_or_waste":
            exposed = [card for pile in work for card in pile]
    return any(_goes_out(card, foundations, layout.fixed) for card in exposed) or any(
        card in builders for pile in work if pile for card in cards_that_fit(pile, layout.fixed)
    )


def _arrangements(work: Work, fixed: Mapping[Card, Card]) -> Iterator[Work]:
    """Yield every arrangement that runs moving from pile to pile can reach without using a space."""
    found = {work}
    waiting = [work]
    while waiting:
        arrangement = waiting.pop()
        yield arrangement
        for after in _moved(arrangement, fixed):
            if after not in found:
                found.add(after)
                waiting.append(after)


def _moved(work: Work, fixed: Mapping[Card, Card]) -> Iterator[Work]:
    for origin, source in enumerate(work):
        for place, target in enumerate(work):
            if place != origin and target:
                for at in range(len(source)):
                    if run_misfit(source, at, target, fixed) is None:
                        piles = list(work)
                        piles[origin], piles[place] = source[:at], target + source[at:]
                        yield tuple(piles)
