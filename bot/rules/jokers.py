"""What jokers stand for in work piles (RULES.md section 7, Jokers).

An identity is a rank and a colour. It is written as a card of that rank, a spade or a heart for a joker,
so that it compares as any card does. None is a joker whose place does not say what it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.cards import ACE, BLACK, JOKERS, KING, RANK, is_joker, twins

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.rules.cards import Card


def stands_for(pile: Sequence[Card], at: int, fixed: Mapping[Card, Card]) -> Card | None:
    """Return what the card at that index is by its place, None if nothing says so."""
    known = known_as(pile[at], fixed)
    if known is None and at > 0:
        under = stands_for(pile, at - 1, fixed)
        known = None if under is None else _one_below(under)
    return _implied_from_above(pile, at, fixed) if known is None else known


def moves_as(pile: Sequence[Card], at: int, fixed: Mapping[Card, Card]) -> Card | None:
    """Return what the card at that index is when it leaves the pile; an uncovered joker is free again."""
    if at == len(pile) - 1:
        return known_as(pile[at], fixed)
    return stands_for(pile, at, fixed)


def known_as(card: Card, fixed: Mapping[Card, Card]) -> Card | None:
    """Return a real card, or what a joker became for good."""
    return fixed.get(card) if card in JOKERS else card


def fix_covered(pile: Sequence[Card], fixed: dict[Card, Card]) -> None:
    """Make covered jokers for good what their place says (`joker_fix = permanent`)."""
    for at, card in enumerate(pile[:-1]):
        if is_joker(card) and card not in fixed:
            identity = stands_for(pile, at, fixed)
            if identity is not None:
                fixed[card] = identity


def may_be(joker: Card, declared: Card, fixed: Mapping[Card, Card]) -> bool:
    """Return whether a joker may be declared as that card: free, or of its fixed rank and colour."""
    return joker not in fixed or declared in twins(RANK[fixed[joker]], BLACK[fixed[joker]])


def jokers_in(pile: Sequence[Card]) -> Iterator[int]:
    """Yield the index of every joker in a pile."""
    return (at for at, card in enumerate(pile) if is_joker(card))


def _implied_from_above(pile: Sequence[Card], at: int, fixed: Mapping[Card, Card]) -> Card | None:
    """Return one rank above the first known card over it for each step between."""
    for step, over in enumerate(pile[at + 1 :], 1):
        known = known_as(over, fixed)
        if known is not None:
            rank = RANK[known] + step
            return None if rank > KING else twins(rank, BLACK[known] != (step % 2 == 1))[0]
    return None


def _one_below(card: Card) -> Card | None:
    return None if RANK[card] == ACE else twins(RANK[card] - 1, not BLACK[card])[0]
