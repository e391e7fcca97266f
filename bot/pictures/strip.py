"""The foundations of everybody in a strip on top of a hand: always the same place for the same suit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.pictures.faces import MINI, STUB
from bot.pictures.suit_rows import Spot, SuitPiles, spots, suit_piles

if TYPE_CHECKING:
    from bot.pictures.canvas import Canvas
    from bot.pictures.sprites import Sprites
    from bot.pictures.table_face import TableFace
    from bot.rules.views import PublicView

_TOP: Final = 6
_TALL: Final = 108
_WIDE: Final = 267
_STEP: Final = 272
_SIDE: Final = 8
STRIP_BOTTOM: Final = _TOP + _TALL
_SIGN: Final = 72


def draw_panels(canvas: Canvas, sprites: Sprites) -> None:
    """Draw what a strip without foundations shows: a panel with its sign for each suit."""
    for suit in range(4):
        left = _SIDE + suit * _STEP
        canvas.stamp(sprites.signs.panel(_WIDE, _TALL, 10), left, _TOP)
        canvas.stamp(sprites.signs.suit(suit, _SIGN, "panel"), left + _WIDE - _SIGN - 14, _TOP + 18)


def draw_strip(canvas: Canvas, sprites: Sprites, view: PublicView, table: TableFace) -> None:
    """Draw on the panels the open foundations, sorted by suit and rank, and the closed ones as a count."""
    for suit, piles in enumerate(suit_piles(view)):
        _draw_suit(canvas, sprites, view, table, suit, piles)


def _draw_suit(
    canvas: Canvas, sprites: Sprites, view: PublicView, table: TableFace, suit: int, piles: SuitPiles
) -> None:
    left = _SIDE + suit * _STEP
    room = _WIDE - 12
    if piles.closed:
        crown = sprites.signs.pill(str(piles.closed), 18, "panel", crown=True)
        canvas.put("closed", suit, crown, left + _WIDE - crown.width - 6, _TOP + _TALL - 36)
        room -= crown.width + 4
    for spot in spots(view, piles.open, room, MINI, 5):
        _draw_pile(canvas, sprites, view, table, spot, left + 6 + spot.x, _TOP + 6 + spot.y)


def _draw_pile(
    canvas: Canvas, sprites: Sprites, view: PublicView, table: TableFace, spot: Spot, x: int, y: int
) -> None:
    pile = view.foundations[spot.foundation]
    size = STUB if spot.squeezed else MINI
    card = pile.suit * 13 + pile.rank - 1
    canvas.put("foundation", spot.foundation, sprites.card(card, size), x, y)
    if not spot.squeezed:
        owners = tuple(table.backs[seat] for seat in pile.owners)
        canvas.stamp(sprites.band(owners, MINI.width - 8, 12), x + 4, y + MINI.height - 15)
    if view.landings and view.landings[-1].foundation == spot.foundation:
        canvas.stamp(sprites.ring(size), x, y)
