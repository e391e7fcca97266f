"""Free drawing for the pictures that are rare: charts, podium, fans of cards.

Drawn in RGB at twice the size, scaled down and reduced to the palette: slower than pasting, as smooth.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from bot.pictures.canvas import Sprite
from bot.pictures.picture import HEIGHT, WIDTH
from bot.pictures.shapes import slab

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.pictures.canvas import Canvas
    from bot.pictures.colours import RGB
    from bot.pictures.faces import Size
    from bot.pictures.sprites import Sprites

_SCALE: Final = 2
_ZOOM: Final = 2.5
Point = tuple[float, float]


class SmoothCanvas:
    """A sheet of felt to draw on."""

    def __init__(self, sprites: Sprites) -> None:
        self._sprites = sprites
        self._image = Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE), sprites.felt.felt)
        self._draw = ImageDraw.Draw(self._image)

    def line(self, points: Sequence[Point], colour: RGB, width: float) -> None:
        """Draw a line through points."""
        at = [(x * _SCALE, y * _SCALE) for x, y in points]
        self._draw.line(at, colour, round(width * _SCALE), joint="curve")
        reach = width * _SCALE / 2
        for x, y in (at[0], at[-1]):
            self._draw.ellipse((x - reach, y - reach, x + reach, y + reach), colour)

    def dots(self, start: Point, end: Point, colour: RGB, width: float) -> None:
        """Draw a dotted line between two points of the same height or the same column."""
        (x0, y0), (x1, y1) = start, end
        count = max(1, round((abs(x1 - x0) + abs(y1 - y0)) / 14))
        for step in range(count):
            share = step / count
            x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
            tail = (x + (x1 - x0) / count * 0.55, y + (y1 - y0) / count * 0.55)
            self.line([(x, y), tail], colour, width)

    def slab(self, box: tuple[float, float, float, float], radius: float, colour: RGB) -> None:
        """Fill a rounded rectangle: left, top, right, bottom."""
        left, top, right, bottom = (edge * _SCALE for edge in box)
        self._draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius * _SCALE, colour)

    def polygon(self, points: Sequence[Point], colour: RGB) -> None:
        """Fill a polygon."""
        self._draw.polygon([(x * _SCALE, y * _SCALE) for x, y in points], colour)

    def fan(self, cards: Sequence[int], size: Size, middle: Point, spread: float, lift: float) -> None:
        """Lay cards as a hand holds them, a little larger; `spread` is the angle between two in degrees."""
        plain = self._sprites.faces.empty(size, self._sprites.felt.felt)
        for place, card in enumerate(cards):
            turn = (place - (len(cards) - 1) / 2) * spread
            face = self._sprites.faces.card(card, size, plain).crop((0, 0, size.width, size.height))
            self._lean(face, size, middle, turn, lift)
        self._sprites.faces.forget_portraits()

    def _lean(self, face: Image.Image, size: Size, middle: Point, turn: float, lift: float) -> None:
        """Paste a card turned clockwise by some degrees about a point `lift` below its centre."""
        wide, tall = round(size.width * _ZOOM), round(size.height * _ZOOM)
        large = face.resize((wide, tall), Image.Resampling.BICUBIC)
        cut = slab(wide, tall, round(size.radius * _ZOOM))
        turned = large.rotate(-turn, Image.Resampling.BICUBIC, expand=True, fillcolor=self._sprites.felt.edge)
        cut = cut.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
        angle = radians(turn)
        x = (middle[0] + lift * sin(angle)) * _SCALE - turned.width / 2
        y = (middle[1] + lift - lift * cos(angle)) * _SCALE - turned.height / 2
        self._image.paste(turned, (round(x), round(y)), cut)

    def canvas(self) -> Canvas:
        """Return the drawing as a canvas for sprites."""
        reduced = self._sprites.palette.quantise(self._image.reduce(_SCALE))
        canvas = self._sprites.canvas()
        canvas.stamp(Sprite(reduced), 0, 0)
        return canvas
