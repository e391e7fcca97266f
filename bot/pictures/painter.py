"""The face of the room: pictures of one look, each a pure function of what it shows."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from bot.pictures.alt import HandWords, board_words
from bot.pictures.board import BoardPicture
from bot.pictures.hand import HandPicture
from bot.pictures.picture import Picture
from bot.pictures.sprites import Sprites

if TYPE_CHECKING:
    from bot.locales.words import Words
    from bot.pictures.look import Look
    from bot.pictures.table_face import TableFace
    from bot.rules.views import PublicView, SeatView


class Painter:
    """Draws every picture of one look. Not for several threads at once: give it one worker."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.sprites = Sprites(look)

    def hand(self, view: SeatView, table: TableFace, words: Words) -> Picture:
        """Draw the private layout of one seat."""
        canvas = HandPicture(self.sprites, view, table, words).draw()
        return Picture(canvas.png(), HandWords(view, table, words).text())

    def board(self, view: PublicView, table: TableFace, words: Words) -> Picture:
        """Draw what everybody sees: foundations and how far the seats are."""
        canvas = BoardPicture(self.sprites, view, table, words).draw()
        return Picture(canvas.png(), board_words(view, table, words))


@lru_cache(maxsize=4)
def painter(look: Look) -> Painter:
    """Return the painter of a look; its sprites are drawn at the first call."""
    return Painter(look)
