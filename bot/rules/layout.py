"""One seat's own cards: Nertz pile, work piles, stock and waste (RULES.md sections 1 to 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.moves import FIRST_WORK, NERTZ, WASTE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.rules.legal import Known


class Layout:
    """The cards in front of one seat. All piles are lists, bottom to top."""

    __slots__ = ("drawn", "fixed", "known", "piles", "stock")

    def __init__(
        self,
        nertz: Sequence[Card],
        work: Sequence[Sequence[Card]],
        stock: Sequence[Card],
        waste: Sequence[Card] = (),
    ) -> None:
        self.piles = [list(nertz), list(waste), *map(list, work)]
        """N, V, W1, W2 … at the numbers of `bot.rules.moves`."""
        self.stock = list(stock)
        self.drawn: set[Card] = set()
        """Cards drawn since the seat's last progress move."""
        self.fixed: dict[Card, Card] = {}
        """What a joker stays for good (`joker_fix = permanent`), as a spade or heart of its rank."""
        self.known: Known | None = None
        """What `bot.rules.legal` has listed of N and the work piles; None since a card moved."""

    @classmethod
    def deal(cls, deck: Sequence[Card], nertz_size: int, work_piles: int) -> Layout:
        """Lay out a shuffled deck, top card first (section 2)."""
        rest = nertz_size + work_piles
        work = [[card] for card in deck[nertz_size:rest]]
        return cls(deck[:nertz_size], work, deck[rest:][::-1])

    def copy(self) -> Layout:
        """Return the same cards in lists of their own."""
        twin = Layout(self.nertz, self.work, self.stock, self.waste)
        twin.drawn = set(self.drawn)
        twin.fixed = dict(self.fixed)
        return twin

    @property
    def nertz(self) -> list[Card]:
        """Return N, the top card last."""
        return self.piles[NERTZ]

    @property
    def waste(self) -> list[Card]:
        """Return V, the top card last."""
        return self.piles[WASTE]

    @property
    def work(self) -> list[list[Card]]:
        """Return W1, W2 … as a list of their own."""
        return self.piles[FIRST_WORK:]

    def has_space(self) -> bool:
        """Return whether some work pile is empty."""
        return [] in self.piles[FIRST_WORK:]

    def draw(self, count: int, fold: bool) -> tuple[Card, ...]:
        """Turn up to `count` cards of S onto V and return them; a short rest folds, if that is the rule."""
        stock = self.stock
        cards = stock[: -count - 1 : -1]
        del stock[-count:]
        self.piles[WASTE] += cards
        self.drawn.update(cards)
        if fold and len(cards) < count:
            self.turn()
            return ()
        return tuple(cards)

    def turn(self) -> None:
        """Turn V over as the new S."""
        waste = self.piles[WASTE]
        self.stock += reversed(waste)
        waste.clear()

    def shift(self) -> None:
        """Put the top card of S to its bottom."""
        self.stock.insert(0, self.stock.pop())

    def rotate(self) -> None:
        """Turn V over onto the end of the cycle, then put the top card to the bottom (section 5)."""
        self.turn()
        if self.stock:
            self.shift()

    def has_drawn_all(self) -> bool:
        """Return whether every card of S and V was drawn since the last progress move."""
        return self.drawn.issuperset(self.stock) and self.drawn.issuperset(self.waste)

    def move_run(self, origin: int, card: Card, place: int) -> None:
        """Put a card and all that lies on it onto another pile."""
        source = self.piles[origin]
        if source[-1] == card:
            self.piles[place].append(source.pop())
        else:
            at = source.index(card)
            self.piles[place] += source[at:]
            del source[at:]

    def slide(self, origin: int, place: int) -> None:
        """Put the top card of N or V under a work pile."""
        self.piles[place].insert(0, self.piles[origin].pop())
