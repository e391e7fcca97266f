"""Which card goes on which in the work piles, ready to be looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.cards import ACE, BLACK, JOKERS, KING, RANK, twins

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.cards import Card
    from bot.rules.views import JokerIdentity

_FOLLOWERS: Final[Mapping[Card, tuple[Card, ...]]] = {
    card: twins(RANK[card] - 1, not BLACK[card]) if RANK[card] > ACE else () for card in range(52)
} | dict.fromkeys(JOKERS, ())
_BASES: Final[Mapping[Card, tuple[Card, ...]]] = {
    card: twins(RANK[card] + 1, not BLACK[card]) if RANK[card] < KING else () for card in range(52)
} | dict.fromkeys(JOKERS, ())


class Building:
    """Who follows whom. About jokers that may still become anything a practice player does not think."""

    __slots__ = ("bases", "followers")

    def __init__(self, jokers: Sequence[JokerIdentity]) -> None:
        self.followers = _FOLLOWERS
        """By card, the cards that go on it."""
        self.bases = _BASES
        """By card, the cards that it goes on."""
        if jokers:
            self.followers, self.bases = dict(_FOLLOWERS), dict(_BASES)
            for joker in jokers:
                self._place(joker.joker, twins(joker.rank, joker.black)[0])

    def _place(self, joker: Card, like: Card) -> None:
        """Let a joker be like the card that it stands for."""
        self.followers = {
            **self.followers,
            joker: self.followers[like],
            **{base: (*self.followers[base], joker) for base in self.bases[like]},
        }
        self.bases = {
            **self.bases,
            joker: self.bases[like],
            **{card: (*self.bases[card], joker) for card in self.followers[like]},
        }
