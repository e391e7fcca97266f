"""The totals of a match, round by round, as lines in the colours of the backs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.pictures.colours import BACKS, CREAM
from bot.pictures.lettering import ascent
from bot.pictures.picture import HEIGHT, WIDTH
from bot.pictures.smooth_canvas import SmoothCanvas
from bot.pictures.sprites import CHIP

if TYPE_CHECKING:
    from bot.locales.words import Words
    from bot.pictures.canvas import Canvas
    from bot.pictures.sprites import Sprites
    from bot.pictures.table_face import ScoreSheet, TableFace

_LEFT: Final = 92
_RIGHT: Final = WIDTH - 168
_TOP: Final = 76
_BOTTOM: Final = HEIGHT - 66
_CHIP_STEP: Final = 60


class Chart:
    """Draws the chart of one match."""

    def __init__(self, sprites: Sprites, table: TableFace, sheet: ScoreSheet, words: Words) -> None:
        self._sprites = sprites
        self._table = table
        self._words = words
        self._lines = _running_totals(sheet, table.seats)
        points = [0, table.target, *(value for line in self._lines for value in line)]
        self._low, self._high = min(points), max(points) + 4
        self._rounds = max(1, len(sheet.rounds))

    def draw(self) -> Canvas:
        """Draw axes, lines and, at the end of each line, the back and the total of its seat."""
        smooth_canvas = SmoothCanvas(self._sprites)
        self._axes(smooth_canvas)
        for seat, line in enumerate(self._lines):
            points = [(self._x(number), self._y(value)) for number, value in enumerate(line)]
            smooth_canvas.line(points, CREAM, 9)
            smooth_canvas.line(points, BACKS[self._table.backs[seat]], 6)
        canvas = smooth_canvas.canvas()
        self._texts(canvas)
        self._ends(canvas)
        return canvas

    def _x(self, number: int) -> float:
        return _LEFT + 14 + (_RIGHT - _LEFT - 28) * number / self._rounds

    def _y(self, points: float) -> float:
        return _BOTTOM - 10 - (_BOTTOM - _TOP - 20) * (points - self._low) / (self._high - self._low)

    def _axes(self, smooth_canvas: SmoothCanvas) -> None:
        felt = self._sprites.felt
        smooth_canvas.slab((_LEFT, _TOP, _RIGHT, _BOTTOM), 12, felt.panel)
        for value in self._marks():
            smooth_canvas.line([(_LEFT + 6, self._y(value)), (_RIGHT - 6, self._y(value))], felt.rim, 1)
        target = self._y(self._table.target)
        smooth_canvas.dots((_LEFT + 6, target), (_RIGHT - 6, target), felt.accent, 3)

    def _marks(self) -> list[int]:
        """Return round values for the scale, target aside."""
        step = next(step for step in (10, 20, 25, 50, 100, 200, 500) if (self._high - self._low) / step <= 8)
        first = -(-self._low // step) * step
        values = range(first, self._high + 1, step)
        return [value for value in values if abs(value - self._table.target) > step // 3]

    def _texts(self, canvas: Canvas) -> None:
        signs = self._sprites.signs
        canvas.stamp(signs.label(self._words("picture.match"), 28, weight=0.05), 24, 22 - ascent(28))
        for value in self._marks():
            text = signs.label(str(value), 18)
            canvas.stamp(text, _LEFT - 10 - text.width, round(self._y(value)) - 9 - ascent(18))
        target = signs.pill(str(self._table.target), 19)
        canvas.stamp(
            target, _LEFT - 6 - target.width, round(self._y(self._table.target)) - target.height // 2
        )
        every = max(1, self._rounds // 12)
        for number in range(0, self._rounds + 1, every):
            text = signs.label(str(number), 18)
            canvas.stamp(text, round(self._x(number)) - text.width // 2, _BOTTOM + 14 - ascent(18))

    def _ends(self, canvas: Canvas) -> None:
        """Name the lines at their ends, moved apart where they would overlap."""
        ends = sorted(range(len(self._lines)), key=lambda seat: -self._lines[seat][-1])
        room = min(_CHIP_STEP, (HEIGHT - 16) // max(1, len(ends)))
        places = [self._y(self._lines[seat][-1]) for seat in ends]
        for place in range(1, len(places)):
            places[place] = max(places[place], places[place - 1] + room)
        spill = max(0.0, places[-1] - (HEIGHT - 8 - CHIP.height / 2)) if places else 0.0
        for place in range(len(places) - 1, -1, -1):
            limit = places[place + 1] - room if place + 1 < len(places) else places[place] - spill
            places[place] = min(places[place], limit)
        for seat, y in zip(ends, places, strict=True):
            self._end(canvas, seat, round(y))

    def _end(self, canvas: Canvas, seat: int, y: int) -> None:
        chip = self._sprites.chips["felt"][self._table.backs[seat]]
        canvas.put("chip", seat, chip, _RIGHT + 18, y - CHIP.height // 2)
        total = self._sprites.signs.label(str(self._lines[seat][-1]), 30, weight=0.05)
        canvas.stamp(total, _RIGHT + 18 + CHIP.width + 10, y - 15 - ascent(30))


def _running_totals(sheet: ScoreSheet, seats: int) -> list[list[int]]:
    lines = []
    for seat in range(seats):
        line = [0]
        for scores in sheet.rounds:
            line.append(line[-1] + (scores[seat] if seat < len(scores) else 0))
        lines.append(line)
    return lines
