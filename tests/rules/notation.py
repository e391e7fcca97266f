"""Positions as the cases write them (RULES.md section 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.rules.cards import KING, card_name, cards_of, parse_card, suit_of, text_of
from bot.rules.foundations import Foundation, Foundations
from bot.rules.layout import Layout
from bot.rules.moves import PILE_NAMES

if TYPE_CHECKING:
    from bot.rules.position import Position


def layout_of(seat: dict[str, Any], piles: int) -> Layout:
    work = [cards_of(pile) for pile in seat.get("work", [""] * piles)]
    return Layout(
        cards_of(seat.get("nertz", "")),
        work,
        cards_of(seat.get("stock", "")),
        cards_of(seat.get("waste", "")),
    )


def foundations_of(piles: list[str]) -> Foundations:
    foundations = Foundations()
    for index, text in enumerate(piles):
        pile = _foundation(text.split())
        foundations.piles.append(pile)
        if pile.rank < KING:
            foundations.takers[pile.suit * 13 + pile.rank].append(index)
    return foundations


def _foundation(cards: list[str]) -> Foundation:
    pile = Foundation(suit_of(parse_card(cards[0].split("@")[0])))
    for place, card_and_owners in enumerate(cards):
        name, owners = card_and_owners.split("@")
        assert parse_card(name) == pile.suit * 13 + place, f"{name} lies wrong"
        pile.owners.append(tuple(int(owner) - 1 for owner in owners.split("+")))
        pile.stamps.append(None)
        pile.landed.append(0)
    return pile


def foundations_text(foundations: Foundations) -> list[str]:
    return [
        " ".join(
            f"{card_name(pile.suit * 13 + place)}@{'+'.join(str(seat + 1) for seat in owners)}"
            for place, owners in enumerate(pile.owners)
        )
        for pile in foundations.piles
    ]


def layout_text(layout: Layout) -> str:
    """One line as the playouts write it: `N 4S KH|W1 QS JH|W2|S 2D|V`."""
    named = [
        ("N", layout.nertz),
        *zip(PILE_NAMES[2:], layout.work, strict=False),
        ("S", layout.stock),
        ("V", layout.waste),
    ]
    return "|".join(" ".join([name, *map(card_name, pile)]) for name, pile in named)


def position_text(position: Position) -> str:
    return "\n".join([*map(layout_text, position.layouts), *foundations_text(position.foundations)])


def seat_text(layout: Layout) -> dict[str, Any]:
    return {
        "nertz": text_of(layout.nertz),
        "work": [text_of(pile) for pile in layout.work],
        "stock": text_of(layout.stock),
        "waste": text_of(layout.waste),
    }
