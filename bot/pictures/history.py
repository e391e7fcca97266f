"""A person's matches: points as columns, wins in gold, and what they add up to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.pictures.lettering import ascent
from bot.pictures.picture import HEIGHT, WIDTH
from bot.pictures.smooth_canvas import SmoothCanvas

if TYPE_CHECKING:
    from bot.locales.words import Words
    from bot.pictures.canvas import Canvas
    from bot.pictures.sprites import Sprites

_MOST: Final = 24
_LEFT: Final = 24
_TOP: Final = 190
_BOTTOM: Final = HEIGHT - 74
_FEW: Final = 14


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match as its player remembers it."""

    points: int
    place: int
    """1 for a win."""
    seats: int


def draw_history(sprites: Sprites, matches: tuple[PlayedMatch, ...], words: Words) -> Canvas:
    """Draw the last matches, the newest at the right, under the sums of all of them."""
    shown = matches[-_MOST:]
    low = min(0, *(match.points for match in shown)) if shown else 0
    high = max(10, *(match.points for match in shown)) if shown else 10
    smooth_canvas = SmoothCanvas(sprites)
    smooth_canvas.slab((_LEFT - 12, _TOP - 20, WIDTH - 12, HEIGHT - 10), 12, sprites.felt.panel)
    scale = (_BOTTOM - _TOP - 30) / (high - low)
    base = _BOTTOM + low * scale
    step = (WIDTH - 2 * _LEFT - 12) / max(_FEW, len(shown))
    for place, match in enumerate(shown):
        left = _LEFT + 6 + place * step
        top, bottom = sorted((base - match.points * scale, base))
        colour = sprites.felt.accent if match.place == 1 else sprites.felt.rim
        smooth_canvas.slab((left, top, left + step - 8, max(bottom, top + 3)), 5, colour)
    smooth_canvas.line([(_LEFT, base), (WIDTH - _LEFT, base)], sprites.felt.ink, 2)
    canvas = smooth_canvas.canvas()
    _sums(canvas, sprites, matches, words)
    for place, match in enumerate(shown):
        middle = _LEFT + 6 + place * step + (step - 8) / 2
        points = sprites.signs.label(str(match.points), 17, "panel", weight=0.04, widest=round(step) - 2)
        edge = base - match.points * scale
        y = edge - 24 if match.points >= 0 else edge + 8
        canvas.stamp(points, round(middle) - points.width // 2, round(y) - ascent(17))
        rank = sprites.signs.label(f"{match.place}/{match.seats}", 17, "panel", widest=round(step) - 2)
        canvas.stamp(rank, round(middle) - rank.width // 2, HEIGHT - 40 - ascent(17))
    return canvas


def sums(matches: tuple[PlayedMatch, ...]) -> tuple[int, int, int]:
    """Return how many matches, how many wins, and the best points."""
    wins = sum(match.place == 1 for match in matches)
    return len(matches), wins, max((match.points for match in matches), default=0)


def _sums(canvas: Canvas, sprites: Sprites, matches: tuple[PlayedMatch, ...], words: Words) -> None:
    keys = ("picture.matches", "picture.wins", "picture.best")
    wide = WIDTH // len(keys)
    for place, (key, value) in enumerate(zip(keys, sums(matches), strict=True)):
        middle = place * wide + wide // 2
        digits = sprites.signs.label(str(value), 56, tone="gold", weight=0.06)
        canvas.stamp(digits, middle - digits.width // 2, 30 - ascent(56))
        name = sprites.signs.label(words(key), 24, widest=wide - 20)
        canvas.stamp(name, middle - name.width // 2, 112 - ascent(24))
