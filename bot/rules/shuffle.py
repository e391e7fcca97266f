"""The shuffle, checkable by anyone (RULES.md section 8)."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from bot.rules.cards import JOKERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.rules.cards import Card


def commitment_of(seed: bytes) -> str:
    """Return what is shown at the deal, so that the seed cannot be exchanged later."""
    return sha256(seed).hexdigest()


def shuffled_deck(seed: bytes, seat: int, jokers: int) -> list[Card]:
    """Return the deck of a seat (from 0), top card first."""
    return _shuffled([*range(52), *JOKERS[:jokers]], seed + bytes([seat]))


def reshuffled_stock(cards: list[Card], seed: bytes, seat: int, number: int) -> list[Card]:
    """Return the stock (bottom to top) that reshuffle `number` (from 1) makes of S then V, joined."""
    return _shuffled(cards, seed + bytes([seat, 0xFF, number % 256]))[::-1]


def _shuffled(cards: list[Card], key: bytes) -> list[Card]:
    deck = list(cards)
    words = _words(key)
    for i in range(len(deck) - 1, 0, -1):
        j = _uniform(words, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def _uniform(words: Iterator[int], n: int) -> int:
    """Return the next integer in 0..n-1; words of the uneven rest are dropped."""
    limit = 2**32 - 2**32 % n
    return next(word for word in words if word < limit) % n


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(key + block.to_bytes(4, "big")).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1
