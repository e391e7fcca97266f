"""Suits and other signs as paths in a unit square, drawn large and scaled down to grey masks."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

Point = tuple[float, float]

_SCALE: Final = 4


def curve(start: Point, *bends: tuple[Point, Point, Point], steps: int = 24) -> list[Point]:
    """Return points along joined cubic Bézier curves; a bend is two handles and an end."""
    points = [start]
    for one, two, end in bends:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points[-1], one, two, end
        for step in range(1, steps + 1):
            t = step / steps
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return points


def mirrored(half: list[Point]) -> list[Point]:
    """Close a left or right half with its reflection about x = 0.5."""
    return half + [(1 - x, y) for x, y in reversed(half)]


_STEM: Final = mirrored(curve((0.5, 0.60), ((0.50, 0.80), (0.42, 0.92), (0.29, 0.985))))


def _spade() -> list[list[Point]]:
    half = curve(
        (0.5, 0.01),
        ((0.42, 0.19), (0.045, 0.38), (0.045, 0.615)),
        ((0.045, 0.76), (0.16, 0.825), (0.26, 0.825)),
        ((0.37, 0.825), (0.45, 0.77), (0.5, 0.68)),
    )
    return [mirrored(half), _STEM]


def _heart() -> list[list[Point]]:
    half = curve(
        (0.5, 0.985),
        ((0.42, 0.80), (0.02, 0.60), (0.02, 0.31)),
        ((0.02, 0.14), (0.14, 0.03), (0.275, 0.03)),
        ((0.39, 0.03), (0.465, 0.10), (0.5, 0.215)),
    )
    return [mirrored(half)]


def _diamond() -> list[list[Point]]:
    half = curve(
        (0.5, 0.0),
        ((0.41, 0.17), (0.25, 0.36), (0.10, 0.5)),
        ((0.25, 0.64), (0.41, 0.83), (0.5, 1.0)),
    )
    return [mirrored(half)]


def _circle(x: float, y: float, radius: float) -> list[Point]:
    turns = [math.tau * step / 48 for step in range(48)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def _club() -> list[list[Point]]:
    lobes = [_circle(0.5, 0.235, 0.225), _circle(0.245, 0.595, 0.225), _circle(0.755, 0.595, 0.225)]
    middle = [(0.40, 0.30), (0.60, 0.30), (0.66, 0.58), (0.58, 0.72), (0.42, 0.72), (0.34, 0.58)]
    return [*lobes, middle, _STEM]


def star(points: int = 5, inner: float = 0.42) -> list[list[Point]]:
    """Return a star that fills the unit square."""
    corners = []
    for step in range(points * 2):
        radius = 0.5 if step % 2 == 0 else 0.5 * inner
        turn = math.pi * step / points - math.pi / 2
        corners.append((0.5 + radius * math.cos(turn), 0.5 + radius * math.sin(turn)))
    return [corners]


SUIT_PATHS: Final = (_spade(), _heart(), _diamond(), _club())
STAR: Final = star()


def filled(paths: list[list[Point]], width: int, height: int) -> Image.Image:
    """Return a grey mask of filled unit paths."""
    image = Image.new("L", (width * _SCALE, height * _SCALE), 0)
    draw = ImageDraw.Draw(image)
    for path in paths:
        draw.polygon([(x * width * _SCALE, y * height * _SCALE) for x, y in path], fill=255)
    return image.reduce(_SCALE)


@lru_cache(maxsize=128)
def suit_mask(suit: int, size: int) -> Image.Image:
    """Return the mask of a suit (0..3 for S H D C) in a square."""
    return filled(SUIT_PATHS[suit], size, size)


@lru_cache(maxsize=32)
def star_mask(size: int) -> Image.Image:
    """Return the mask of a five-pointed star: the sign of a joker."""
    return filled(STAR, size, size)


_CROWN: Final = [[(0.0, 0.15), (0.27, 0.5), (0.5, 0.0), (0.73, 0.5), (1.0, 0.15), (0.9, 1.0), (0.1, 1.0)]]


@lru_cache(maxsize=32)
def crown_mask(width: int, height: int) -> Image.Image:
    """Return the mask of a crown: the sign of piles that have got their king."""
    return filled(_CROWN, width, height)


@lru_cache(maxsize=64)
def slab(width: int, height: int, radius: int, line: int = 0) -> Image.Image:
    """Return the mask of a rounded rectangle, filled or (with `line`) as an outline."""
    image = Image.new("L", (width * _SCALE, height * _SCALE), 0)
    draw = ImageDraw.Draw(image)
    box = (0, 0, width * _SCALE - 1, height * _SCALE - 1)
    if line:
        draw.rounded_rectangle(box, radius * _SCALE, outline=255, width=line * _SCALE)
    else:
        draw.rounded_rectangle(box, radius * _SCALE, fill=255)
    return image.reduce(_SCALE)


@lru_cache(maxsize=8)
def turn_mask(size: int) -> Image.Image:
    """Return the mask of an arrow that runs in a circle."""
    wide = size * _SCALE
    image = Image.new("L", (wide, wide), 0)
    draw = ImageDraw.Draw(image)
    line = wide // 9
    draw.arc((line, line, wide - line, wide - line), -20, 270, fill=255, width=line)
    tip = wide * 0.5
    draw.polygon([(tip - line, 0), (tip + line * 1.7, line * 1.5), (tip - line, line * 3)], fill=255)
    return image.reduce(_SCALE)
