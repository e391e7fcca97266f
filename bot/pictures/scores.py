"""The scores after a round: one row per seat, best first, with the way to the target as a bar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.pictures.lettering import ascent
from bot.pictures.picture import HEIGHT, WIDTH
from bot.pictures.sprites import BADGE

if TYPE_CHECKING:
    from bot.locales.words import Words
    from bot.pictures.canvas import Canvas
    from bot.pictures.signs import Tone
    from bot.pictures.sprites import Sprites
    from bot.pictures.table_face import ScoreSheet, TableFace

_HEAD: Final = 64
_TALLEST: Final = 118
_GAP: Final = 6
_LAST_ROUNDS: Final = 5
_BAR_LEFT: Final = 112
_BAR_RIGHT: Final = 508
_ROUNDS_RIGHT: Final = 930


def draw_scores(sprites: Sprites, table: TableFace, sheet: ScoreSheet, words: Words) -> Canvas:
    """Draw the table of scores."""
    canvas = sprites.canvas()
    signs = sprites.signs
    count = len(sheet.rounds)
    canvas.stamp(signs.label(words("picture.round", n=count), 26, weight=0.05), 20, 20 - ascent(26))
    target = signs.label(words("picture.target", points=table.target), 26)
    canvas.stamp(target, WIDTH - 20 - target.width, 20 - ascent(26))
    totals = sheet.totals(table.seats)
    order = sorted(range(table.seats), key=lambda seat: -totals[seat])
    step = min(_TALLEST, (HEIGHT - _HEAD - 8) // max(1, len(order)))
    top = _HEAD + (HEIGHT - _HEAD - 8 - step * len(order)) // 3
    for row, seat in enumerate(order):
        _Row(canvas, sprites, table, sheet).draw(seat, totals[seat], top + row * step, step - _GAP)
    return canvas


class _Row:
    """Draws the row of one seat."""

    def __init__(self, canvas: Canvas, sprites: Sprites, table: TableFace, sheet: ScoreSheet) -> None:
        self._canvas = canvas
        self._sprites = sprites
        self._table = table
        self._sheet = sheet

    def draw(self, seat: int, total: int, top: int, tall: int) -> None:
        """Draw back, bar, the last rounds and the total."""
        self._canvas.stamp(self._sprites.signs.panel(WIDTH - 16, tall, 12), 8, top)
        backs = (self._sprites.badges if tall > BADGE.height + 12 else self._sprites.chips)["panel"]
        back = backs[self._table.backs[seat]]
        middle = top + tall // 2
        self._canvas.put("chip", seat, back, 60 - back.width // 2, middle + 2 - back.height // 2)
        self._bar(seat, total, middle)
        self._rounds(seat, middle)
        digits = self._sprites.signs.label(str(total), 38, "panel", weight=0.06)
        self._canvas.stamp(digits, WIDTH - 30 - digits.width, middle - 19 - ascent(38))

    def _bar(self, seat: int, total: int, middle: int) -> None:
        """Draw how far the seat is on its way; the lighter end is what the last round added."""
        length = _BAR_RIGHT - _BAR_LEFT
        last = self._last(seat)
        before = max(0, min(total, total - last))
        ends = [min(1.0, max(0.0, points / self._table.target)) for points in (before, total)]
        felt = self._sprites.felt
        base = self._sprites.index(felt.rim)
        self._canvas.fill((_BAR_LEFT, middle - 3, _BAR_RIGHT, middle + 3), base)
        start, end = (_BAR_LEFT + round(length * share) for share in ends)
        self._canvas.fill((_BAR_LEFT, middle - 13, start, middle + 13), self._sprites.index(felt.ink))
        self._canvas.fill((start, middle - 13, end, middle + 13), self._sprites.index(felt.accent))

    def _last(self, seat: int) -> int:
        if not self._sheet.rounds or seat >= len(self._sheet.rounds[-1]):
            return 0
        return self._sheet.rounds[-1][seat]

    def _rounds(self, seat: int, middle: int) -> None:
        """Write the last rounds, the newest one at the right; a crown stands over a call."""
        rounds = list(enumerate(self._sheet.rounds))[-_LAST_ROUNDS:]
        step = (_ROUNDS_RIGHT - _BAR_RIGHT - 24) // _LAST_ROUNDS
        for place, (number, scores) in enumerate(reversed(rounds)):
            if seat >= len(scores):
                continue
            newest = place == 0
            text = f"{scores[seat]:+d}"
            right = _ROUNDS_RIGHT - place * step
            if self._sheet.callers[number] == seat:
                badge = self._sprites.signs.pill(text, 22 if newest else 18, "panel")
                self._canvas.stamp(badge, right - badge.width + 8, middle - badge.height // 2)
                continue
            tall = 28 if newest else 22
            tone: Tone = "gold" if newest else "ink"
            digits = self._sprites.signs.label(text, tall, "panel", tone, 0.04)
            self._canvas.stamp(digits, right - digits.width, middle - tall // 2 - ascent(tall))
