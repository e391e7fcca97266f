"""The foundations: common piles, each built up in one suit from the ace (RULES.md sections 3 and 4)."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Final

from bot.rules.cards import ACE, JOKERS, KING, RANK
from bot.rules.views import Landing

if TYPE_CHECKING:
    from bot.rules.cards import Card

_NEW: Final = -1
_ALONE: Final = tuple((seat,) for seat in range(8))


class Foundation:
    """One pile. Its cards follow from its suit; what is kept is whose they are and when they landed."""

    __slots__ = ("landed", "owners", "stamps", "suit")

    def __init__(self, suit: int) -> None:
        self.suit = suit
        self.owners: list[tuple[int, ...]] = []
        """By rank - 1, the seats with a card in that place: the first to land, then those that tied."""
        self.stamps: list[int | None] = []
        """By rank - 1, the stamp of the first to land; None for a card that was set up and never ties."""
        self.landed: list[int] = []
        """By rank - 1, the number of the record that played it."""

    def copy(self) -> Foundation:
        """Return the same pile in lists of its own."""
        twin = Foundation(self.suit)
        twin.owners, twin.stamps, twin.landed = self.owners[:], self.stamps[:], self.landed[:]
        return twin

    @property
    def rank(self) -> int:
        """Return the rank of the top card; 13 means closed."""
        return len(self.owners)

    def rank_at(self, version: int) -> int:
        """Return the rank that the top card had after that record."""
        rank = len(self.landed)
        while rank and self.landed[rank - 1] > version:
            rank -= 1
        return rank


class Foundations:
    """All foundations in the order in which they were started; the index of a pile is its age."""

    __slots__ = ("landings", "piles", "takers")

    def __init__(self) -> None:
        self.piles: list[Foundation] = []
        self.takers: list[list[int]] = [[_NEW] if rank == ACE else [] for rank in RANK] + [[_NEW]] * len(
            JOKERS
        )
        """By card, the piles that would take it, oldest first. There is always room for a new one: an ace
        is always taken, and so is a joker, as an ace."""
        self.landings: list[Landing] = []
        """Every card that went out, in order."""

    def copy(self) -> Foundations:
        """Return the same piles, to be played on apart."""
        twin = Foundations()
        twin.piles = [pile.copy() for pile in self.piles]
        twin.takers = [piles[:] for piles in self.takers]
        twin.landings = self.landings[:]
        return twin

    def takes(self, card: Card) -> bool:
        """Return whether some open pile, or a new one, takes the card."""
        return bool(self.takers[card])

    def land(self, card: Card, seat: int, stamp: int | None, version: int) -> None:
        """Put a card that fits on the oldest pile that takes it."""
        index = self.takers[card][0]
        if index == _NEW:
            index = len(self.piles)
            self.piles.append(Foundation(card // 13))
        else:
            del self.takers[card][0]
        pile = self.piles[index]
        pile.owners.append(_ALONE[seat])
        pile.stamps.append(stamp)
        pile.landed.append(version)
        if RANK[card] < KING:
            insort(self.takers[card + 1], index)
        self.landings.append(Landing(version, seat, card, index))

    def join(self, card: Card, seat: int, index: int, version: int) -> None:
        """Put a tied card beside its equal on pile `index`."""
        self.piles[index].owners[RANK[card] - 1] += (seat,)
        self.landings.append(Landing(version, seat, card, index))

    def tie(self, card: Card, seat: int, stamp: int, window_ms: int) -> int | None:
        """Return the oldest pile where another seat's equal card landed within the window, or None."""
        place = RANK[card] - 1
        for index, pile in enumerate(self.piles):
            if pile.suit == card // 13 and pile.rank > place and pile.owners[place][0] != seat:
                first = pile.stamps[place]
                if first is not None and abs(stamp - first) <= window_ms:
                    return index
        return None

    def faster(self, card: Card, version: int) -> int | None:
        """Return the seat whose card lies on the pile that would have taken this one at `version`."""
        place = RANK[card] - 1
        for pile in self.piles:
            if pile.suit == card // 13 and pile.rank > place == pile.rank_at(version):
                return pile.owners[place][0]
        return None
