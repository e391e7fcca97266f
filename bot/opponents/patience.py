"""How long a practice player goes through its stock before it tries harder, and before it gives up."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.moves import Move
    from bot.rules.views import FoundationView, SeatView


class Patience:
    """Counts the actions since something last got better. It remembers only what its seat has seen."""

    __slots__ = ("_expected", "_hope", "_pass", "_shifts", "_voted", "fruitless")

    def __init__(self) -> None:
        self.fruitless = 0
        self._hope: tuple[object, ...] = ()
        self._expected: tuple[int, int] | None = None
        self._pass = 1
        self._shifts = 0
        self._voted = False

    def look(self, view: SeatView, seen: Sequence[FoundationView]) -> None:
        """Compare the layout with the last one and take heart if anything changed for the better."""
        waste = len(view.waste)
        hope = (
            view.public.commitment,
            view.nertz_count,
            view.stock_count + waste,
            sum(pile.rank for pile in seen),
            view.public.seats[view.seat].out,
        )
        vote_gone = self._voted and not view.public.seats[view.seat].voted
        if hope != self._hope or vote_gone or self._expected != (view.stock_count, waste):
            self.fruitless = 0
            self._shifts = 0
            self._voted = False
        self._hope = hope
        self._pass = ceil((view.stock_count + waste) / view.public.rules.draw) + 1

    @property
    def desperate(self) -> bool:
        """True once the whole stock went by in vain: time for moves that it otherwise does not think of."""
        return self.fruitless >= self._pass

    @property
    def hopeless(self) -> bool:
        """True once that did not help either: by now every card that can come up has come up."""
        return self.fruitless >= 2 * self._pass

    def may_shift(self, draw: int) -> bool:
        """Return whether shifting the stock can still show other cards: at most `draw` - 1 times."""
        return self.hopeless and self._shifts < draw - 1 and self.fruitless < 4 * self._pass

    def note(self, view: SeatView, move: Move | None) -> None:
        """Remember what was chosen, and how stock and waste should look next time."""
        kind = None if move is None else move.kind
        self.fruitless += 1
        if kind == "shift":
            self._shifts += 1
            self.fruitless = self._pass
        self._voted = self._voted or kind == "stuck"
        self._expected = _after(view, kind, move)


def _after(view: SeatView, kind: str | None, move: Move | None) -> tuple[int, int]:
    """Return the sizes of stock and waste after a move."""
    stock, waste = view.stock_count, len(view.waste)
    rules = view.public.rules
    if kind == "turn":
        return waste, 0
    if kind == "draw":
        if stock < rules.draw and rules.short_draw == "fold":
            return stock + waste, 0
        turned = min(stock, rules.draw)
        return stock - turned, waste + turned
    return stock, waste - (1 if move is not None and move.source == "V" else 0)
