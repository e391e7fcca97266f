"""The eight backs: each its own colour *and* pattern, told apart even as a stripe of a few pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from bot.pictures.colours import BACKS, BRONZE, CREAM, RGB, mix
from bot.pictures.shapes import slab, star

if TYPE_CHECKING:
    from collections.abc import Callable

_SCALE: Final = 4


def _lattice(draw: ImageDraw.ImageDraw, wide: int, tall: int, unit: float, light: RGB) -> None:
    for start in range(-tall, wide + tall, round(unit)):
        draw.line((start, 0, start + tall, tall), light, round(unit * 0.2))
        draw.line((start, tall, start + tall, 0), light, round(unit * 0.2))


def _waves(draw: ImageDraw.ImageDraw, wide: int, tall: int, unit: float, light: RGB) -> None:
    radius = unit * 0.62
    rows = range(round(tall / unit * 2) + 3)
    for row in rows:
        y = row * unit * 0.62
        shift = radius if row % 2 else 0.0
        x = -radius * 2 + shift
        while x < wide + radius * 2:
            draw.arc((x - radius, y - radius, x + radius, y + radius), 180, 360, light, round(unit * 0.17))
            x += radius * 2


def _stripes(draw: ImageDraw.ImageDraw, wide: int, tall: int, unit: float, light: RGB) -> None:
    middle = wide / 2
    count = round(wide / unit) + 2
    for step in range(-count, count + 1):
        x = middle + step * unit
        draw.rectangle((x - unit * 0.2, 0, x + unit * 0.2, tall), light)


def _rays(draw: ImageDraw.ImageDraw, wide: int, tall: int, unit: float, light: RGB) -> None:
    x, y = wide / 2, tall / 2
    reach = wide + tall
    for step in range(12):
        draw.pieslice((x - reach, y - reach, x + reach, y + reach), step * 30 - 8, step * 30 + 8, light)
    draw.ellipse((x - unit * 0.8, y - unit * 0.8, x + unit * 0.8, y + unit * 0.8), light)


def _stars(draw: ImageDraw.ImageDraw, wide: int, tall: int, unit: float, light: RGB) -> None:
    for row in range(-1, round(tall / unit) + 2):
        for column in range(-1, round(wide / unit) + 2):
            x = (column + (0.5 if row % 2 else 0.0)) * unit * 1.25
            y = row * unit
            for path in star():
                draw.polygon([(x + px * unit, y + py * unit) for px, py in path], light)


def _checks(draw: ImageDraw.ImageDraw, wide: int, tall: int, unit: float, light: RGB) -> None:
    side = unit * 0.8
    for row in range(round(tall / side) + 1):
        for column in range(row % 2, round(wide / side) + 1, 2):
            draw.rectangle((column * side, row * side, (column + 1) * side - 1, (row + 1) * side - 1), light)


def _dots(draw: ImageDraw.ImageDraw, wide: int, tall: int, unit: float, light: RGB) -> None:
    for row in range(round(tall / unit * 1.3) + 2):
        for column in range(round(wide / unit) + 2):
            x = (column + (0.5 if row % 2 else 0.0)) * unit
            y = row * unit * 0.8
            draw.ellipse((x - unit * 0.28, y - unit * 0.28, x + unit * 0.28, y + unit * 0.28), light)


def _chevrons(draw: ImageDraw.ImageDraw, wide: int, tall: int, unit: float, light: RGB) -> None:
    for row in range(-2, round(tall / unit) + 3):
        points = []
        for step in range(round(wide / unit * 2) + 3):
            points.append((step * unit * 0.6, row * unit + (unit * 0.5 if step % 2 else 0.0)))
        draw.line(points, light, round(unit * 0.22), joint="curve")


PATTERNS: Final[tuple[Callable[[ImageDraw.ImageDraw, int, int, float, RGB], None], ...]] = (
    _lattice,
    _waves,
    _stripes,
    _rays,
    _stars,
    _checks,
    _dots,
    _chevrons,
)


def _light(back: int) -> RGB:
    """Return the colour of the pattern: far enough from the ground to be seen, not as loud as the frame."""
    return {1: mix(BACKS[1], CREAM, 0.8), 3: BRONZE, 7: mix(BACKS[7], CREAM, 0.8)}.get(back, CREAM)


def pattern(back: int, width: int, height: int, unit: float) -> Image.Image:
    """Return the bare pattern of a back; `unit` is the distance of its repeats."""
    image = Image.new("RGB", (width * _SCALE, height * _SCALE), BACKS[back])
    PATTERNS[back](ImageDraw.Draw(image), image.width, image.height, unit * _SCALE, _light(back))
    return image.reduce(_SCALE)


def back_image(back: int, width: int, height: int, unit: float, frame: int, radius: int) -> Image.Image:
    """Return a card's back: a cream frame around its pattern (square corners, the card rounds them)."""
    image = Image.new("RGB", (width, height), CREAM)
    inner = (width - 2 * frame, height - 2 * frame)
    rounded = slab(*inner, max(1, radius - frame))
    image.paste(pattern(back, *inner, unit), (frame, frame), rounded)
    return image
