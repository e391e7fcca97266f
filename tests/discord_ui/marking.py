"""A painter that draws nothing, and marks the bytes of hands so that a test can find them anywhere."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image

from bot.pictures.picture import Picture

if TYPE_CHECKING:
    from bot.rules.views import PublicView, SeatView

HAND_MARK = b"a secret hand"


def _pixel() -> bytes:
    png = io.BytesIO()
    Image.new("P", (1100, 700)).save(png, "PNG")
    return png.getvalue()


class MarkingPainter:
    """Draws the same pixel for everything."""

    blank = _pixel()

    def hand(self, view: SeatView, *_: object) -> Picture:
        mark = HAND_MARK + f" of seat {view.seat} at {view.version}".encode()
        return Picture(self.blank + mark, f"hand of seat {view.seat} at version {view.version}")

    def board(self, view: PublicView, *_: object) -> Picture:
        return Picture(self.blank, f"board at version {view.version}")

    def lobby(self, *_: object) -> Picture:
        return Picture(self.blank, "lobby")

    def scores(self, *_: object) -> Picture:
        return Picture(self.blank, "scores")

    def podium(self, *_: object) -> Picture:
        return Picture(self.blank, "podium")

    def help_card(self, *_: object) -> Picture:
        return Picture(self.blank, "help")

    def replay(self, *_: object) -> Picture:
        return Picture(self.blank, "replay")

    def history(self, *_: object) -> Picture:
        return Picture(self.blank, "history")
