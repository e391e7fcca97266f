"""The end of a match: winners on their steps, the others beside them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from bot.pictures.colours import BACKS, GOLD
from bot.pictures.faces import MEDIUM
from bot.pictures.lettering import ascent
from bot.pictures.picture import HEIGHT, WIDTH
from bot.pictures.shapes import crown_mask
from bot.pictures.smooth_canvas import SmoothCanvas
from bot.pictures.sprites import CHIP

if TYPE_CHECKING:
    from bot.locales.words import Words
    from bot.pictures.canvas import Canvas
    from bot.pictures.sprites import Sprites
    from bot.pictures.table_face import ScoreSheet, TableFace

_STEP_WIDE: Final = 230
_STEPS: Final = (250, 186, 132)
"""Heights of the first, second and third place."""
_FLOOR: Final = HEIGHT - 84
_ORDER: Final = (1, 0, 2)
"""Places from left to right."""
_SCRAPS: Final = 90


def places(totals: tuple[int, ...], winners: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return (place, seat) from the best on, places from 1; equal totals share one, winners come first."""
    order = sorted(range(len(totals)), key=lambda seat: (seat not in winners, -totals[seat], seat))
    ranked: list[tuple[int, int]] = []
    for position, seat in enumerate(order):
        place = position + 1
        if ranked:
            before_place, before = ranked[-1]
            same_group = (seat in winners) == (before in winners)
            if same_group and (totals[seat] == totals[before] or seat in winners):
                place = before_place
        ranked.append((place, seat))
    return ranked


def draw_podium(sprites: Sprites, table: TableFace, sheet: ScoreSheet, words: Words) -> Canvas:
    """Draw the podium."""
    totals = sheet.totals(table.seats)
    ranked = places(totals, sheet.winners)
    best, others = ranked[: len(_ORDER)], ranked[len(_ORDER) :]
    smooth_canvas = SmoothCanvas(sprites)
    _scraps(smooth_canvas)
    columns = [place for place in _ORDER if place < len(best)]
    left = (WIDTH - len(columns) * (_STEP_WIDE + 10)) // 2
    for column, position in enumerate(columns):
        x = left + column * (_STEP_WIDE + 10)
        tall = _STEPS[min(best[position][0], 3) - 1]
        smooth_canvas.slab((x, _FLOOR - tall, x + _STEP_WIDE, _FLOOR + 40), 14, sprites.felt.panel)
        smooth_canvas.slab((x, _FLOOR - tall, x + _STEP_WIDE, _FLOOR - tall + 12), 6, sprites.felt.rim)
    smooth_canvas.slab((0, _FLOOR, WIDTH, HEIGHT), 0, sprites.felt.felt)
    canvas = smooth_canvas.canvas()
    title = sprites.signs.label(words("picture.match_over"), 40, tone="gold", weight=0.06)
    canvas.stamp(title, (WIDTH - title.width) // 2, 28 - ascent(40))
    for column, position in enumerate(columns):
        x = left + column * (_STEP_WIDE + 10)
        _step(canvas, sprites, table, best[position], totals, x, best[position][1] in sheet.winners)
    _others(canvas, sprites, table, others, totals)
    return canvas


def _scraps(smooth_canvas: SmoothCanvas) -> None:
    """Throw confetti in the colours of the backs."""
    chance = random.Random(5)
    for _ in range(_SCRAPS):
        x, y = chance.uniform(10, WIDTH - 10), chance.uniform(96, _FLOOR - 120)
        lean, size = chance.uniform(-6, 6), chance.uniform(4, 9)
        colour = chance.choice((*BACKS[:7], GOLD))
        points = [(x, y), (x + size, y + lean), (x + size - lean, y + size + lean), (x - lean, y + size)]
        smooth_canvas.polygon(points, colour)


def _step(
    canvas: Canvas,
    sprites: Sprites,
    table: TableFace,
    ranked: tuple[int, int],
    totals: tuple[int, ...],
    left: int,
    won: bool,
) -> None:
    place, seat = ranked
    top = _FLOOR - _STEPS[min(place, 3) - 1]
    middle = left + _STEP_WIDE // 2
    back = sprites.back(table.backs[seat], MEDIUM)
    canvas.put("back", seat, back, middle - MEDIUM.width // 2, top - MEDIUM.height - 6)
    if won:
        crown = sprites.signs.cut_out(("crown", 84), lambda: crown_mask(84, 56), GOLD)
        canvas.stamp(crown, middle - 42, top - MEDIUM.height - 58)
    number = sprites.signs.pill(str(place), 24, "panel", "gold" if won else "quiet")
    points = sprites.signs.label(str(totals[seat]), 36, "panel", weight=0.06)
    canvas.stamp(points, middle - points.width // 2, top + 84 - ascent(36))
    canvas.stamp(number, middle - number.width // 2, top + 22)


def _others(
    canvas: Canvas, sprites: Sprites, table: TableFace, others: list[tuple[int, int]], totals: tuple[int, ...]
) -> None:
    """Show the fourth and later places in the bottom row."""
    wide = 200
    left = (WIDTH - len(others) * wide) // 2
    for column, (place, seat) in enumerate(others):
        x = left + column * wide
        number = sprites.signs.label(f"{place}.", 22)
        canvas.stamp(number, x + 8, _FLOOR + 32 - ascent(22))
        canvas.put("chip", seat, sprites.chips["felt"][table.backs[seat]], x + 50, _FLOOR + 18)
        points = sprites.signs.label(str(totals[seat]), 26, weight=0.05)
        canvas.stamp(points, x + 58 + CHIP.width, _FLOOR + 30 - ascent(26))
