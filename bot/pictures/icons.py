"""Small signs that need no words: arrows, a tick, people, a lock, a cup."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from collections.abc import Callable

_SCALE: Final = 4
Brush = ImageDraw.ImageDraw


def _arrow(draw: Brush, s: float) -> None:
    draw.rectangle((0.04 * s, 0.42 * s, 0.62 * s, 0.58 * s), 255)
    draw.polygon([(0.55 * s, 0.22 * s), (0.97 * s, 0.5 * s), (0.55 * s, 0.78 * s)], 255)


def _tick(draw: Brush, s: float) -> None:
    draw.line([(0.12 * s, 0.55 * s), (0.4 * s, 0.82 * s), (0.9 * s, 0.2 * s)], 255, round(0.17 * s), "curve")


def _cross(draw: Brush, s: float) -> None:
    draw.line([(0.18 * s, 0.18 * s), (0.82 * s, 0.82 * s)], 255, round(0.17 * s))
    draw.line([(0.82 * s, 0.18 * s), (0.18 * s, 0.82 * s)], 255, round(0.17 * s))


def _person(draw: Brush, s: float) -> None:
    draw.ellipse((0.3 * s, 0.06 * s, 0.7 * s, 0.46 * s), 255)
    draw.pieslice((0.1 * s, 0.52 * s, 0.9 * s, 1.5 * s), 180, 360, 255)


def _machine(draw: Brush, s: float) -> None:
    draw.rectangle((0.46 * s, 0.04 * s, 0.54 * s, 0.24 * s), 255)
    draw.ellipse((0.42 * s, 0.0, 0.58 * s, 0.16 * s), 255)
    draw.rounded_rectangle((0.14 * s, 0.22 * s, 0.86 * s, 0.82 * s), 0.14 * s, 255)
    for x in (0.36, 0.64):
        draw.ellipse(((x - 0.08) * s, 0.38 * s, (x + 0.08) * s, 0.54 * s), 0)
    draw.rectangle((0.34 * s, 0.64 * s, 0.66 * s, 0.70 * s), 0)


def _lock(draw: Brush, s: float) -> None:
    draw.arc((0.26 * s, 0.04 * s, 0.74 * s, 0.72 * s), 180, 360, 255, round(0.11 * s))
    draw.rounded_rectangle((0.14 * s, 0.4 * s, 0.86 * s, 0.96 * s), 0.1 * s, 255)
    draw.ellipse((0.42 * s, 0.56 * s, 0.58 * s, 0.72 * s), 0)
    draw.rectangle((0.46 * s, 0.64 * s, 0.54 * s, 0.82 * s), 0)


def _plus(draw: Brush, s: float) -> None:
    draw.rectangle((0.42 * s, 0.15 * s, 0.58 * s, 0.85 * s), 255)
    draw.rectangle((0.15 * s, 0.42 * s, 0.85 * s, 0.58 * s), 255)


def _cup(draw: Brush, s: float) -> None:
    draw.arc((0.06 * s, 0.14 * s, 0.42 * s, 0.5 * s), 90, 270, 255, round(0.07 * s))
    draw.arc((0.58 * s, 0.14 * s, 0.94 * s, 0.5 * s), -90, 90, 255, round(0.07 * s))
    draw.pieslice((0.24 * s, -0.4 * s, 0.76 * s, 0.62 * s), 0, 180, 255)
    draw.rectangle((0.24 * s, 0.08 * s, 0.76 * s, 0.14 * s), 255)
    draw.rectangle((0.46 * s, 0.6 * s, 0.54 * s, 0.8 * s), 255)
    draw.rounded_rectangle((0.28 * s, 0.8 * s, 0.72 * s, 0.94 * s), 0.04 * s, 255)


def _clock(draw: Brush, s: float) -> None:
    draw.ellipse((0.06 * s, 0.06 * s, 0.94 * s, 0.94 * s), outline=255, width=round(0.1 * s))
    for turn, reach in ((-90.0, 0.28), (30.0, 0.22)):
        x, y = math.cos(math.radians(turn)) * reach, math.sin(math.radians(turn)) * reach
        draw.line([(0.5 * s, 0.5 * s), ((0.5 + x) * s, (0.5 + y) * s)], 255, round(0.08 * s))


_ICONS: Final[dict[str, Callable[[Brush, float], None]]] = {
    "arrow": _arrow,
    "tick": _tick,
    "cross": _cross,
    "person": _person,
    "machine": _machine,
    "lock": _lock,
    "plus": _plus,
    "cup": _cup,
    "clock": _clock,
}


@lru_cache(maxsize=128)
def icon_mask(name: str, size: int) -> Image.Image:
    """Return the grey mask of an icon in a square; an unknown name is a `KeyError`."""
    image = Image.new("L", (size * _SCALE, size * _SCALE), 0)
    _ICONS[name](ImageDraw.Draw(image), size * _SCALE)
    return image.reduce(_SCALE)
