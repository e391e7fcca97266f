"""How the foundations of one suit share the room they have: side by side, overlapped, then in two rows."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.pictures.faces import Size
    from bot.rules.views import PublicView

_TIGHT: Final = 5
"""Piles of one rank are the same to a player: squeezed, they lie this close on each other."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where one foundation lies, relative to the corner of its suit's area."""

    foundation: int
    x: int
    y: int
    squeezed: bool = False
    """True in two rows: only the rank shows."""


def open_piles(view: PublicView, suit: int) -> list[int]:
    """Return the open foundations of a suit by rank, those of one rank by age."""
    piles = [place for place, pile in enumerate(view.foundations) if pile.suit == suit and not pile.closed]
    return sorted(piles, key=lambda place: view.foundations[place].rank)


def closed_count(view: PublicView, suit: int) -> int:
    """Return how many foundations of a suit have got their king."""
    return sum(pile.suit == suit and pile.closed for pile in view.foundations)


def spots(view: PublicView, suit: int, width: int, size: Size, gap: int) -> list[Spot]:
    """Lay out the open foundations of a suit in an area `width` wide."""
    piles = open_piles(view, suit)
    least = size.widest_rank + 8 if size.name != "mini" else 34
    row = _row(view, piles, width, size.width, size.width + gap)
    if row is None or (len(row) > 1 and _narrowest(view, piles, row) < least):
        return _two_rows(view, piles, width, size)
    return [Spot(pile, x, 0) for pile, x in zip(piles, row, strict=True)]


def _two_rows(view: PublicView, piles: list[int], width: int, size: Size) -> list[Spot]:
    """Split the ranks in two halves; the lower row leaves the indices of the upper one free."""
    ranks = sorted({view.foundations[pile].rank for pile in piles})
    limit = ranks[(len(ranks) - 1) // 2]
    upper = [pile for pile in piles if view.foundations[pile].rank <= limit]
    laid = []
    for y, half in ((0, upper), (_row_step(size), piles[len(upper) :])):
        row = _row(view, half, width, size.width, size.width) or _even(half, width, size.width)
        laid += [Spot(pile, x, y, squeezed=True) for pile, x in zip(half, row, strict=True)]
    return laid


def _row_step(size: Size) -> int:
    return 49 if size.name == "mini" else 42


def _row(view: PublicView, piles: list[int], width: int, card: int, widest: int) -> list[int] | None:
    """Return the left edges of one row: evenly if it fits, else with equal ranks close together."""
    if len(piles) < 2:
        return [0] * len(piles)
    step = (width - card) // (len(piles) - 1)
    if step >= min(widest, card * 3 // 5):
        return [min(step, widest) * place for place in range(len(piles))]
    ranks = [view.foundations[pile].rank for pile in piles]
    twins = sum(one == other for one, other in itertools.pairwise(ranks))
    others = len(piles) - 1 - twins
    room = width - card - twins * _TIGHT
    if room < 0:
        return None
    step = min(widest, room // others) if others else 0
    edges = [0]
    for one, other in itertools.pairwise(ranks):
        edges.append(edges[-1] + (_TIGHT if one == other else step))
    return edges


def _even(piles: list[int], width: int, card: int) -> list[int]:
    step = max(1, (width - card) // max(1, len(piles) - 1))
    return [step * place for place in range(len(piles))]


def _narrowest(view: PublicView, piles: list[int], row: list[int]) -> int:
    """Return the least step between two piles of different rank."""
    ranks = [view.foundations[pile].rank for pile in piles]
    steps = [row[place + 1] - row[place] for place in range(len(row) - 1) if ranks[place] != ranks[place + 1]]
    return min(steps, default=99)
