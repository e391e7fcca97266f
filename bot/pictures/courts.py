"""Jack, queen, king and joker as flat portraits: headgear, hair and collar tell them apart at a glance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from bot.pictures.colours import BACKS, BLACK_INK, BRONZE, CREAM, GOLD, HAIR, RED_INK, RGB, SKIN, mix
from bot.pictures.shapes import SUIT_PATHS, Point, curve, mirrored

if TYPE_CHECKING:
    from collections.abc import Sequence

JACK, QUEEN, KING = 11, 12, 13

_WIDE: Final = 420
_TALL: Final = 465
_GREY: Final[RGB] = (190, 189, 185)
_LIPS: Final[RGB] = RED_INK
_FAIR: Final[RGB] = BRONZE


@dataclass(frozen=True, slots=True)
class Portrait:
    """A brush on a large canvas: coordinates are parts of its width, y downwards."""

    draw: ImageDraw.ImageDraw

    def shape(self, points: Sequence[Point], fill: RGB) -> None:
        """Fill a path."""
        self.draw.polygon([(x * _WIDE, y * _WIDE) for x, y in points], fill=fill)

    def both(self, half: list[Point], fill: RGB) -> None:
        """Fill a left half and its mirror image."""
        self.shape(mirrored(half), fill)

    def disc(self, x: float, y: float, radius: float, fill: RGB) -> None:
        """Fill a circle."""
        box = ((x - radius) * _WIDE, (y - radius) * _WIDE, (x + radius) * _WIDE, (y + radius) * _WIDE)
        self.draw.ellipse(box, fill=fill)

    def oval(self, x: float, y: float, wide: float, tall: float, fill: RGB) -> None:
        """Fill an ellipse given by its half axes."""
        box = ((x - wide) * _WIDE, (y - tall) * _WIDE, (x + wide) * _WIDE, (y + tall) * _WIDE)
        self.draw.ellipse(box, fill=fill)

    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None:
        """Draw a line of a width in parts of the canvas."""
        self.draw.line([(x * _WIDE, y * _WIDE) for x, y in points], fill, round(width * _WIDE), joint="curve")

    def emblem(self, suit: int, x: float, y: float, size: float, fill: RGB) -> None:
        """Draw a suit centred on a point."""
        for path in SUIT_PATHS[suit]:
            self.shape([(x + (px - 0.5) * size, y + (py - 0.5) * size) for px, py in path], fill)


def portrait(rank: int, suit: int, ink: RGB, face: RGB) -> Image.Image:
    """Return the large picture of a court card on the colour of its face."""
    image = Image.new("RGB", (_WIDE, _TALL), face)
    brush = Portrait(ImageDraw.Draw(image))
    {JACK: _jack, QUEEN: _queen, KING: _king}[rank](brush, suit, ink)
    return image


def jester(number: int, face: RGB) -> Image.Image:
    """Return the large picture of a joker; the two differ in the colours of the cap."""
    image = Image.new("RGB", (_WIDE, _TALL), face)
    brush = Portrait(ImageDraw.Draw(image))
    _jester(brush, *((BACKS[1], BACKS[4]) if number == 1 else (RED_INK, GOLD)))
    return image


def _shoulders(brush: Portrait, robe: RGB) -> None:
    brush.both(curve((0.5, 0.74), ((0.30, 0.76), (0.05, 0.80), (0.02, 1.12))), robe)


def _head(brush: Portrait, y: float) -> None:
    brush.shape(
        [(0.42, y + 0.08), (0.58, y + 0.08), (0.60, y + 0.28), (0.40, y + 0.28)], mix(SKIN, HAIR, 1 / 3)
    )
    brush.oval(0.5, y, 0.165, 0.205, SKIN)


def _eyes(brush: Portrait, y: float, brow: RGB, lashes: bool = False) -> None:
    for side in (-1, 1):
        x = 0.5 + side * 0.07
        brush.oval(x, y, 0.021, 0.026, BLACK_INK)
        brush.disc(x + 0.007, y - 0.009, 0.007, CREAM)
        brush.line([(x - side * 0.04, y - 0.055), (x, y - 0.07), (x + side * 0.045, y - 0.052)], brow, 0.015)
        if lashes:
            brush.line(
                [(x - side * 0.01, y - 0.026), (x + side * 0.025, y - 0.024), (x + side * 0.05, y - 0.042)],
                BLACK_INK,
                0.013,
            )
    brush.line([(0.5, y), (0.487, y + 0.075), (0.512, y + 0.078)], mix(SKIN, HAIR, 2 / 3), 0.012)


def _king(brush: Portrait, suit: int, ink: RGB) -> None:
    _shoulders(brush, ink)
    brush.both(
        [*curve((0.5, 0.78), ((0.36, 0.76), (0.22, 0.78), (0.15, 0.86))), (0.24, 0.98), (0.5, 1.02)], CREAM
    )
    for x, y in ((0.25, 0.87), (0.34, 0.93), (0.75, 0.87), (0.66, 0.93), (0.44, 0.97), (0.56, 0.97)):
        brush.oval(x, y, 0.012, 0.022, BLACK_INK)
    brush.both([*curve((0.5, 0.28), ((0.28, 0.28), (0.27, 0.6), (0.3, 0.76))), (0.4, 0.74)], HAIR)
    _head(brush, 0.50)
    brush.both(
        curve((0.325, 0.46), ((0.33, 0.74), (0.40, 0.90), (0.5, 0.94)))
        + curve(
            (0.5, 0.63),
            ((0.44, 0.60), (0.40, 0.62), (0.365, 0.60)),
            ((0.35, 0.57), (0.345, 0.52), (0.345, 0.46)),
        ),
        HAIR,
    )
    brush.oval(0.5, 0.672, 0.05, 0.02, _LIPS)
    brush.both(
        curve(
            (0.5, 0.612),
            ((0.45, 0.59), (0.40, 0.62), (0.36, 0.665)),
            ((0.42, 0.68), (0.47, 0.67), (0.5, 0.65)),
        ),
        mix(SKIN, HAIR, 2 / 3),
    )
    _eyes(brush, 0.49, HAIR)
    _crown(brush, ink, suit)


def _crown(brush: Portrait, ink: RGB, suit: int) -> None:
    points = [(0.30, 0.37), (0.225, 0.11), (0.345, 0.21), (0.405, 0.06), (0.5, 0.19)]
    brush.both(points, GOLD)
    for x, y in ((0.225, 0.105), (0.405, 0.055), (0.595, 0.055), (0.775, 0.105)):
        brush.disc(x, y, 0.032, ink)
    brush.line([(0.5, 0.02), (0.5, 0.19)], GOLD, 0.035)
    brush.line([(0.455, 0.065), (0.545, 0.065)], GOLD, 0.035)
    brush.shape([(0.295, 0.34), (0.705, 0.34), (0.70, 0.405), (0.30, 0.405)], BRONZE)
    brush.emblem(suit, 0.5, 0.27, 0.11, ink)
    for x in (0.36, 0.43, 0.57, 0.64):
        brush.disc(x, 0.372, 0.018, GOLD)
    brush.disc(0.5, 0.372, 0.022, CREAM)


def _queen(brush: Portrait, suit: int, ink: RGB) -> None:
    brush.both(
        [
            *curve(
                (0.5, 0.2), ((0.2, 0.18), (0.2, 0.5), (0.22, 0.66)), ((0.23, 0.8), (0.12, 0.88), (0.2, 0.98))
            ),
            (0.5, 0.98),
        ],
        _FAIR,
    )
    _shoulders(brush, ink)
    brush.both([*curve((0.5, 1.0), ((0.4, 0.98), (0.3, 0.9), (0.29, 0.76))), (0.5, 0.7)], SKIN)
    for side in (-1, 1):
        half = curve(
            (0.30, 0.40),
            ((0.22, 0.55), (0.31, 0.70), (0.20, 0.92)),
            ((0.30, 0.88), (0.38, 0.72), (0.345, 0.50)),
        )
        brush.shape([(0.5 + side * (x - 0.5), y) for x, y in half], _FAIR)
    _head(brush, 0.49)
    brush.both(
        curve(
            (0.5, 0.30),
            ((0.37, 0.28), (0.32, 0.40), (0.325, 0.50)),
            ((0.37, 0.46), (0.45, 0.40), (0.5, 0.36)),
        ),
        _FAIR,
    )
    _eyes(brush, 0.50, HAIR, lashes=True)
    brush.oval(0.5, 0.625, 0.043, 0.022, _LIPS)
    _tiara(brush, ink)
    for step in range(9):
        turn = math.pi * (0.12 + 0.76 * step / 8)
        brush.disc(0.5 + 0.19 * math.cos(turn), 0.745 + 0.13 * math.sin(turn), 0.018, CREAM)
    brush.emblem(suit, 0.5, 0.925, 0.085, ink)


def _tiara(brush: Portrait, ink: RGB) -> None:
    for x, y, radius in (
        (0.335, 0.27, 0.065),
        (0.665, 0.27, 0.065),
        (0.42, 0.225, 0.075),
        (0.58, 0.225, 0.075),
        (0.5, 0.19, 0.09),
    ):
        brush.disc(x, y, radius, GOLD)
    for x, y, radius in ((0.335, 0.262, 0.026), (0.665, 0.262, 0.026), (0.5, 0.17, 0.042)):
        brush.disc(x, y, radius, ink)
    brush.both(
        [*curve((0.5, 0.255), ((0.42, 0.255), (0.34, 0.275), (0.285, 0.315))), (0.3, 0.355), (0.5, 0.315)],
        BRONZE,
    )
    for x, y in ((0.40, 0.297), (0.5, 0.285), (0.60, 0.297)):
        brush.disc(x, y, 0.016, CREAM)
    brush.disc(0.5, 0.065, 0.034, CREAM)


def _jack(brush: Portrait, suit: int, ink: RGB) -> None:
    _shoulders(brush, ink)
    brush.both([(0.5, 0.74), (0.36, 0.76), (0.34, 1.12), (0.5, 1.12)], GOLD)
    for step in range(3):
        brush.disc(0.5, 0.90 + step * 0.075, 0.017, ink)
    brush.both(
        [*curve((0.5, 0.3), ((0.25, 0.3), (0.27, 0.6), (0.285, 0.71))), (0.38, 0.69), (0.5, 0.6)], _FAIR
    )
    _head(brush, 0.49)
    brush.both([(0.5, 0.72), (0.38, 0.70), (0.33, 0.80), (0.46, 0.86)], CREAM)
    _eyes(brush, 0.50, _FAIR)
    brush.line([(0.455, 0.618), (0.5, 0.632), (0.545, 0.618)], _LIPS, 0.018)
    brush.both([(0.5, 0.30), (0.33, 0.34), (0.325, 0.46), (0.37, 0.40), (0.5, 0.40)], _FAIR)
    _beret(brush, suit, ink)


def _beret(brush: Portrait, suit: int, ink: RGB) -> None:
    feather = curve(
        (0.68, 0.30), ((0.74, 0.10), (0.86, 0.03), (0.97, 0.06)), ((0.95, 0.20), (0.86, 0.30), (0.72, 0.34))
    )
    brush.shape(feather, GOLD)
    brush.line(curve((0.70, 0.31), ((0.78, 0.18), (0.86, 0.11), (0.94, 0.085))), BRONZE, 0.014)
    cap = curve(
        (0.30, 0.36),
        ((0.12, 0.34), (0.13, 0.17), (0.34, 0.14)),
        ((0.48, 0.09), (0.70, 0.13), (0.74, 0.22)),
        ((0.77, 0.29), (0.73, 0.34), (0.70, 0.36)),
    )
    brush.shape(cap, ink)
    brush.shape([(0.29, 0.325), (0.71, 0.325), (0.705, 0.395), (0.295, 0.395)], BRONZE)
    brush.emblem(suit, 0.5, 0.235, 0.12, GOLD)


def _jester(brush: Portrait, one: RGB, other: RGB) -> None:
    brush.both(
        [(0.5, 0.74), (0.06, 0.86), (0.16, 0.98), (0.22, 0.93), (0.30, 1.06), (0.40, 0.97), (0.5, 1.10)],
        other,
    )
    for x, y in ((0.16, 0.98), (0.30, 1.05), (0.5, 1.07), (0.70, 1.05), (0.84, 0.98)):
        brush.disc(x, y, 0.03, GOLD)
    _head(brush, 0.52)
    _eyes(brush, 0.53, one)
    brush.both(
        curve(
            (0.5, 0.70),
            ((0.44, 0.70), (0.39, 0.66), (0.375, 0.61)),
            ((0.41, 0.65), (0.45, 0.655), (0.5, 0.655)),
        ),
        _LIPS,
    )
    left = curve(
        (0.5, 0.42),
        ((0.42, 0.40), (0.34, 0.42), (0.30, 0.50)),
        ((0.24, 0.30), (0.16, 0.34), (0.09, 0.52)),
        ((0.02, 0.26), (0.20, 0.08), (0.5, 0.20)),
    )
    brush.shape(left, one)
    brush.shape([(1 - x, y) for x, y in left], other)
    horn = curve(
        (0.36, 0.30), ((0.38, 0.16), (0.42, 0.08), (0.5, 0.04)), ((0.58, 0.08), (0.62, 0.16), (0.64, 0.30))
    )
    brush.shape([*horn, (0.5, 0.43)], GOLD if other != GOLD else CREAM)
    brush.both([(0.5, 0.375), (0.335, 0.43), (0.32, 0.48), (0.5, 0.425)], BRONZE)
    for x, y in ((0.085, 0.54), (0.915, 0.54), (0.5, 0.045)):
        brush.disc(x, y, 0.042, BRONZE)
        brush.disc(x - 0.008, y - 0.008, 0.028, GOLD)
