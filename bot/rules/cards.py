"""Cards as integers, with their names (RULES.md section 1).

0..51 is suit * 13 + rank - 1 with the suits S, H, D, C; 52 and 53 are the jokers `*1` and `*2`. The card that
goes next on a foundation is therefore the next integer.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Card: TypeAlias = int

SUITS: Final = "SHDC"
RANKS: Final = "A23456789TJQK"
ACE: Final = 1
KING: Final = 13
JOKERS: Final[tuple[Card, ...]] = (52, 53)

RANK: Final = tuple(card % 13 + 1 for card in range(52))
"""Rank 1..13 by card; jokers have none."""
BLACK: Final = tuple(card // 13 in (0, 3) for card in range(52))
"""Colour by card; jokers have none."""

_NAMES: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "*1", "*2")
_CARDS: Final = {name: card for card, name in enumerate(_NAMES)}


def card_name(card: Card) -> str:
    """Return the two characters of a card, as `TS` or `*1`."""
    return _NAMES[card]


def parse_card(text: str) -> Card:
    """Return the card of that name; a `ValueError` if there is none."""
    card = _CARDS.get(text)
    if card is None:
        raise ValueError(f"no card is called {text!r}")
    return card


def cards_of(text: str) -> list[Card]:
    """Return the cards of a pile written bottom to top, as `QS JH`."""
    return [parse_card(name) for name in text.split()]


def text_of(cards: list[Card] | tuple[Card, ...]) -> str:
    """Write a pile bottom to top, as `QS JH`."""
    return " ".join(_NAMES[card] for card in cards)


def is_joker(card: Card) -> bool:
    """Return whether the card is a joker."""
    return card >= JOKERS[0]


def rank_of(card: Card) -> int:
    """Return the rank 1..13 of a card that is no joker."""
    return RANK[card]


def suit_of(card: Card) -> int:
    """Return the suit 0..3 (S H D C) of a card that is no joker."""
    return card // 13


def twins(rank: int, black: bool) -> tuple[Card, Card]:
    """Return the two cards of a rank and colour; the spade or the heart comes first."""
    return (rank - 1, 38 + rank) if black else (12 + rank, 25 + rank)
