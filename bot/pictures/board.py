"""The public picture: the foundations in the middle of the table and how far every seat is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.pictures.faces import MEDIUM, TABLE
from bot.pictures.lettering import ascent
from bot.pictures.picture import HEIGHT, WIDTH
from bot.pictures.seat_panels import PANEL_TALL, draw_panels, draw_seats
from bot.pictures.states import state_key
from bot.pictures.suit_rows import spots, suit_piles

if TYPE_CHECKING:
    from bot.locales.words import Words
    from bot.pictures.canvas import Canvas
    from bot.pictures.sprites import Sprites
    from bot.pictures.suit_rows import Spot, SuitPiles
    from bot.pictures.table_face import TableFace
    from bot.rules.views import PublicView

_HEAD: Final = 46
_SIDE: Final = 8
_BLOCK_WIDE: Final = 538
_BLOCK_STEP: Final = 190
_INSET: Final = 10
_SEATS_TOP: Final = HEIGHT - PANEL_TALL - 8
_MOST_PLACES: Final = 4
_GAP: Final = 9
_SIGN: Final = 84
_ROW_TALL: Final = 140
"""Height of a card where a suit lies in two rows."""


def _ground(sprites: Sprites, seats: int) -> Canvas:
    """Draw what all boards of so many seats have: panels."""
    canvas = sprites.canvas()
    draw_panels(canvas, sprites, seats, _SEATS_TOP)
    return canvas


class BoardPicture:
    """Draws the board on a canvas."""

    def __init__(self, sprites: Sprites, view: PublicView, table: TableFace, words: Words) -> None:
        self._sprites = sprites
        self._view = view
        self._table = table
        self._words = words
        seats = len(view.seats)
        self.canvas: Canvas = sprites.drawn_canvas(f"board of {seats}", lambda: _ground(sprites, seats))

    def draw(self) -> Canvas:
        """Draw all of it."""
        self._head()
        for suit, piles in enumerate(suit_piles(self._view)):
            left = _SIDE + suit % 2 * (_BLOCK_WIDE + _SIDE)
            self._block(suit, piles, left, _HEAD + suit // 2 * _BLOCK_STEP)
        draw_seats(self.canvas, self._sprites, self._view, self._table, self._words, _SEATS_TOP)
        return self.canvas

    def _head(self) -> None:
        words, sprites, canvas = self._words, self._sprites, self.canvas
        top = 13 - ascent(20)
        canvas.stamp(sprites.signs.label(words("picture.round", n=self._table.round_number), 20), 16, top)
        target = sprites.signs.label(words("picture.target", points=self._table.target), 20)
        canvas.stamp(target, WIDTH - 16 - target.width, top)
        state = state_key(self._view)
        if state is not None:
            pill = sprites.signs.pill(words(state), 18, tone="gold")
            canvas.stamp(pill, (WIDTH - pill.width) // 2, 7)

    def _block(self, suit: int, piles: SuitPiles, left: int, top: int) -> None:
        """Draw the foundations of one suit."""
        room = _BLOCK_WIDE - 2 * _INSET
        left += max(0, _MOST_PLACES - self._table.seats) * (TABLE.width + _GAP) // 2
        self._places(suit, left + _INSET, top, len(piles.open) + bool(piles.closed))
        if piles.closed:
            room -= self._closed(suit, piles.closed, left, top, len(piles.open))
        for spot in spots(self._view, piles.open, room, TABLE, _GAP):
            self._pile(spot, left + _INSET + spot.x, top + spot.y)

    def _places(self, suit: int, left: int, top: int, taken: int) -> None:
        """Draw the empty places for aces to come."""
        sprites = self._sprites
        for place in range(taken, min(self._table.seats, _MOST_PLACES)):
            x = left + place * (TABLE.width + _GAP)
            self.canvas.stamp(sprites.signs.outline(TABLE.width, TABLE.height, TABLE.radius), x, top)
            middle = (TABLE.width - _SIGN) // 2
            self.canvas.stamp(sprites.signs.suit(suit, _SIGN), x + middle, top + (TABLE.height - _SIGN) // 2)

    def _closed(self, suit: int, closed: int, left: int, top: int, others: int) -> int:
        """Draw the closed piles as one card turned over, or as a badge; return the width that it takes."""
        step = TABLE.width + _GAP
        if others >= _MOST_PLACES:
            crown = self._sprites.signs.pill(str(closed), 22, crown=True)
            x = left + _BLOCK_WIDE - _INSET - crown.width
            self.canvas.put("closed", suit, crown, x, top + (TABLE.height - crown.height) // 2)
            return crown.width + 6
        last = next(p for p in reversed(self._view.foundations) if p.suit == suit and p.closed)
        x = left + _INSET + others * step
        back = self._sprites.back(self._table.backs[last.owners[0]], MEDIUM)
        self.canvas.put("closed", suit, back, x, top)
        count = self._sprites.signs.tally(str(closed), 30, crown=True)
        middle = (TABLE.height - count.height) // 2
        self.canvas.stamp(count, x + (TABLE.width - count.width) // 2, top + middle)
        return _BLOCK_WIDE - 2 * _INSET - others * step

    def _pile(self, spot: Spot, x: int, y: int) -> None:
        pile = self._view.foundations[spot.foundation]
        card = pile.suit * 13 + pile.rank - 1
        tall = _ROW_TALL if spot.squeezed else TABLE.height
        sprite = (
            self._sprites.upper_part(card, TABLE, tall) if spot.squeezed else self._sprites.card(card, TABLE)
        )
        self.canvas.put("foundation", spot.foundation, sprite, x, y)
        owners = tuple(self._table.backs[seat] for seat in pile.owners)
        self.canvas.stamp(self._sprites.band(owners, TABLE.width - 10, 24), x + 5, y + tall - 29)
        if self._view.landings and self._view.landings[-1].foundation == spot.foundation:
            self.canvas.stamp(self._sprites.ring(TABLE), x, y)
