"""How the foundations of one suit share the room they have: side by side, overlapped, then in two rows."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from bot.pictures.faces import Size
    from bot.rules.views import PublicView

_TIGHT: Final = 5
"""Piles of one rank are the same to a player: squeezed, they lie this close on each other."""


class Spot(NamedTuple):
    """Where one foundation lies, relative to the corner of its suit's area."""

    foundation: int
    x: int
    y: int
    squeezed: bool = False
    """True in two rows: only the rank shows."""


class SuitPiles(NamedTuple):
    """The foundations of one suit."""

    open: list[int]
    """By rank, those of one rank by age."""
    closed: int
    """How many have got their king."""


def suit_piles(view: PublicView) -> list[SuitPiles]:
    """Return the foundations by suit, in the order S H D C."""
    open_piles: list[list[int]] = [[], [], [], []]
    closed = [0, 0, 0, 0]
    for place, pile in enumerate(view.foundations):
        if pile.closed:
            closed[pile.suit] += 1
        else:
            open_piles[pile.suit].append(place)
    for piles in open_piles:
        piles.sort(key=lambda place: view.foundations[place].rank)
    return [SuitPiles(*both) for both in zip(open_piles, closed, strict=True)]


def spots(view: PublicView, piles: list[int], width: int, size: Size, gap: int) -> list[Spot]:
    """Lay out the open foundations of a suit in an area `width` wide."""
    least = size.widest_rank + 8 if size.name != "mini" else 34
    row = _row(view, piles, width, size.width, size.width + gap, least)
    if row is None:
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


def _row(
    view: PublicView, piles: list[int], width: int, card: int, widest: int, least: int = 0
) -> list[int] | None:
    """Return the left edges of one row: evenly if it fits, else with equal ranks close together.

    None if there is no room for `least` pixels from rank to rank.
    """
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
    if others and step < least:
        return None
    edges = [0]
    for one, other in itertools.pairwise(ranks):
        edges.append(edges[-1] + (_TIGHT if one == other else step))
    return edges


def _even(piles: list[int], width: int, card: int) -> list[int]:
    step = max(1, (width - card) // max(1, len(piles) - 1))
    return [step * place for place in range(len(piles))]
