"""One panel per seat at the foot of the board: Nertz pile as a bar, last plays, score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.pictures.faces import MINI
from bot.pictures.lettering import ascent
from bot.pictures.picture import WIDTH
from bot.pictures.states import ALMOST_OUT, seat_state

if TYPE_CHECKING:
    from bot.locales.words import Words
    from bot.pictures.canvas import Canvas
    from bot.pictures.sprites import Sprites
    from bot.pictures.table_face import TableFace
    from bot.rules.views import PublicView, SeatSummary

PANEL_TALL: Final = 258
_GAP: Final = 6
_SIDE: Final = 8
_WIDEST: Final = 330
_PAD: Final = 10
_EDGE: Final = 5
"""As much room as the golden frame of a panel takes."""
_MOST_PLAYS: Final = 3


def draw_panels(canvas: Canvas, sprites: Sprites, seats: int, top: int) -> None:
    """Draw the panels of so many seats in one row, as yet empty."""
    wide, step, left = _row(seats)
    for seat in range(seats):
        canvas.stamp(sprites.signs.panel(wide, PANEL_TALL, 12), left + seat * step, top)


def draw_seats(
    canvas: Canvas, sprites: Sprites, view: PublicView, table: TableFace, words: Words, top: int
) -> None:
    """Draw on the panels what is known of the seats."""
    wide, step, left = _row(len(view.seats))
    panel = SeatPanel(canvas, sprites, view, table, words)
    for seat in view.seats:
        panel.draw(seat, left + seat.seat * step, top, wide)


def _row(seats: int) -> tuple[int, int, int]:
    """Return the width of a panel, the distance between two, and the left edge of the first."""
    wide = min(_WIDEST, (WIDTH - 2 * _SIDE + _GAP) // seats - _GAP)
    step = wide + _GAP
    return wide, step, (WIDTH - seats * step + _GAP) // 2


class SeatPanel:
    """Draws one panel."""

    def __init__(
        self, canvas: Canvas, sprites: Sprites, view: PublicView, table: TableFace, words: Words
    ) -> None:
        self._canvas = canvas
        self._sprites = sprites
        self._view = view
        self._table = table
        self._words = words

    def draw(self, seat: SeatSummary, left: int, top: int, wide: int) -> None:
        """Draw what is known of a seat in a panel `wide` pixels wide."""
        if seat.seat == self._view.caller or (seat.nertz_count == 0 and not seat.left):
            self._canvas.stamp(self._sprites.signs.frame(wide, PANEL_TALL, 12), left, top)
        badge = self._sprites.badges["panel"][self._table.backs[seat.seat]]
        self._canvas.put("chip", seat.seat, badge, left + _PAD, top + 10)
        aside = _PAD + badge.width + 10
        self._count(seat, left + aside, top + 25, wide - aside - _EDGE)
        pieces = self._view.rules.nertz_size
        bar = self._sprites.bar(
            seat.nertz_count, pieces, wide - 2 * _PAD, alarm=seat.nertz_count <= ALMOST_OUT
        )
        self._canvas.stamp(bar, left + _PAD, top + 99)
        taken = self._plays(seat.seat, left + _PAD, top + 124, wide - 2 * _PAD)
        self._score(seat, left + wide - _PAD, top + 130, wide - 2 * _PAD - taken)
        self._state(seat, left, top + PANEL_TALL - 36, wide)

    def _count(self, seat: SeatSummary, x: int, y: int, wide: int) -> None:
        if seat.nertz_count == 0:
            pill = self._sprites.signs.pill(self._words("picture.out"), 20, "panel", widest=wide)
            self._canvas.stamp(pill, x, y + 7)
        elif seat.nertz_count <= ALMOST_OUT:
            self._canvas.stamp(
                self._sprites.signs.pill(str(seat.nertz_count), 28, "panel", "alarm"), x, y + 1
            )
        else:
            digits = self._sprites.signs.label(str(seat.nertz_count), 36, "panel", weight=0.05)
            self._canvas.stamp(digits, x, y + 7 - ascent(36))

    def _plays(self, seat: int, left: int, top: int, wide: int) -> int:
        """Draw the last cards that this seat played, newest first; return the width they take."""
        most = max(1, min(_MOST_PLAYS, (wide - 86) // (MINI.width + 4)))
        cards = [landing for landing in reversed(self._view.landings) if landing.seat == seat][:most]
        for place, landing in enumerate(cards):
            x = left + place * (MINI.width + 4)
            self._canvas.put("play", landing.card, self._sprites.card(landing.card, MINI), x, top)
            if landing is self._view.landings[-1]:
                self._canvas.stamp(self._sprites.ring(MINI), x, top)
        if not cards:
            outline = self._sprites.signs.outline(MINI.width, MINI.height, MINI.radius, "panel")
            self._canvas.stamp(outline, left, top)
        return most * (MINI.width + 4)

    def _score(self, seat: SeatSummary, right: int, top: int, wide: int) -> None:
        """Write the total before this round and what this round adds, against the right edge."""
        tall = 26 if wide < 80 else 32
        total = self._sprites.signs.label(str(self._table.total(seat.seat)), tall, "panel", "ink", 0.05, wide)
        self._canvas.stamp(total, right - total.width, top - ascent(tall))
        plus = f"+{seat.score}" if seat.score >= 0 else f"-{-seat.score}"
        change = self._sprites.signs.label(plus, tall - 4, "panel", "gold", 0.04, wide)
        self._canvas.stamp(change, right - change.width, top + 46 - ascent(tall - 4))

    def _state(self, seat: SeatSummary, left: int, top: int, wide: int) -> None:
        """Write the one thing that should be known of a seat."""
        found = seat_state(seat, self._view, self._table)
        if found is None:
            return
        key, tone = found
        text = self._words(key)
        pill = self._sprites.signs.pill(text, 17, "panel", tone, widest=wide - 2 * _PAD)
        self._canvas.stamp(pill, left + (wide - pill.width) // 2, top)
