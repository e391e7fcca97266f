"""The private picture of one seat: what it may play, and what it should know of the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from bot.pictures.faces import LARGE, MEDIUM, Size
from bot.pictures.lettering import ascent
from bot.pictures.picture import HEIGHT, WIDTH
from bot.pictures.sprites import FAN
from bot.pictures.states import ALMOST_OUT, state_key
from bot.pictures.strip import STRIP_BOTTOM, draw_panels, draw_strip
from bot.rules.cards import is_joker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.locales.words import Words
    from bot.pictures.canvas import Canvas
    from bot.pictures.signs import Tone
    from bot.pictures.sprites import Sprites
    from bot.pictures.table_face import TableFace
    from bot.rules.views import SeatSummary, SeatView

TAG_TOP: Final = STRIP_BOTTOM + 6
CARDS_TOP: Final = TAG_TOP + 36
_LEFT: Final = 14
_BOTTOM: Final = HEIGHT - 8
_LEAST_STEP: Final = 40
_FOURTH: Final = 4


@dataclass(frozen=True, slots=True)
class Places:
    """Where the piles of a hand lie: constant for a number of work piles."""

    size: Size
    waste_x: int
    stock_y: int
    work_x: tuple[int, ...]

    @staticmethod
    @cache
    def of(piles: int) -> Places:
        """Return the places for 3 to 6 work piles."""
        size = LARGE if piles <= _FOURTH else MEDIUM
        waste_x = _LEFT + size.width + 12
        start = waste_x + size.width + 34
        column = (WIDTH - 10 - start) / piles
        inset = (column - size.width) / 2
        work_x = tuple(round(start + column * pile + inset) for pile in range(piles))
        return Places(size, waste_x, _BOTTOM - size.height - 2, work_x)

    def waste_top(self, shown: int) -> int:
        """Return where the first of so many waste cards lies."""
        return self.stock_y - (shown - 1) * _LEAST_STEP


def fan_step(cards: int, size: Size) -> int:
    """Return the distance of the cards of a work pile: every index shows, also of thirteen cards."""
    if cards < 2:
        return FAN
    room = (_BOTTOM - CARDS_TOP - size.height) // (cards - 1)
    return max(_LEAST_STEP, min(FAN, room))


def _ground(sprites: Sprites, places: Places) -> Canvas:
    """Draw what all hands of so many work piles have: panels, and the piles' names as on their buttons."""
    canvas = sprites.canvas()
    draw_panels(canvas, sprites)
    tags = [("N", _LEFT), *((str(number), x) for number, x in enumerate(places.work_x, 1))]
    for name, x in tags:
        tag = sprites.signs.pill(name, 20, tone="gold" if name == "N" else "quiet")
        canvas.stamp(tag, x + (places.size.width - tag.width) // 2, TAG_TOP)
    return canvas


class HandPicture:
    """Draws one hand on a canvas."""

    def __init__(self, sprites: Sprites, view: SeatView, table: TableFace, words: Words) -> None:
        self._sprites = sprites
        self._view = view
        self._table = table
        self._words = words
        self._places = Places.of(len(view.work))
        self.canvas: Canvas = sprites.drawn_canvas(
            f"hand of {len(view.work)}", lambda: _ground(sprites, self._places)
        )

    def draw(self) -> Canvas:
        """Draw all of it."""
        view = self._view
        draw_strip(self.canvas, self._sprites, view.public, self._table)
        self._nertz()
        for pile in range(len(view.work)):
            self._work(pile)
        self._stock()
        self._waste()
        self._others()
        self._state()
        return self.canvas

    def _state(self) -> None:
        """Say in the row of the tags what stands in the way of playing, or that this seat voted."""
        key = state_key(self._view.public)
        if key is not None:
            self._say(key, "gold")
        elif self._view.public.seats[self._view.seat].voted:
            self._say("picture.seat.stuck", "quiet")

    def _say(self, key: str, tone: Tone) -> None:
        widest = self._places.size.width + 30
        pill = self._sprites.signs.pill(self._words(key), 18, tone=tone, widest=widest)
        self.canvas.stamp(pill, self._places.waste_x - 18, TAG_TOP + 2)

    def _nertz(self) -> None:
        view, size, canvas = self._view, self._places.size, self.canvas
        if view.nertz_top is None:
            self._empty(_LEFT, CARDS_TOP)
            out = self._words("picture.out")
            done = self._sprites.signs.label(out, 30, tone="gold", weight=0.06, widest=size.width)
            canvas.stamp(done, _LEFT + (size.width - done.width) // 2, CARDS_TOP + size.height // 2 - 27)
            return
        canvas.put("card", view.nertz_top, self._sprites.card(view.nertz_top, size), _LEFT, CARDS_TOP)
        layers = min(6, view.nertz_count // 2)
        if layers:
            under = self._sprites.stack(self._table.backs[view.seat], size, layers)
            canvas.stamp(under, _LEFT, CARDS_TOP + size.height)
        self._own_count(CARDS_TOP + size.height + 46)

    def _own_count(self, y: int) -> None:
        chip = self._sprites.chips["felt"][self._table.backs[self._view.seat]]
        digits = self._sprites.signs.label(str(self._view.nertz_count), 36, tone="gold", weight=0.05)
        start = _LEFT + (self._places.size.width - chip.width - digits.width - 10) // 2
        self.canvas.put("chip", self._view.seat, chip, start, y)
        self.canvas.stamp(digits, start + chip.width + 10, y + 7 - ascent(36))

    def _fan(self, cards: Sequence[int], x: int, y: int, step: int) -> None:
        """Lay cards on each other, downwards; all but the last one show only their heads."""
        sprites, size, stacked = self._sprites, self._places.size, False
        for card in cards[:-1]:
            self.canvas.put("card", card, sprites.head(card, size, stacked=stacked), x, y)
            self._joker_rank(card, x, y)
            y, stacked = y + step, True
        self.canvas.put("card", cards[-1], sprites.card(cards[-1], size), x, y)
        if stacked:
            self.canvas.stamp(sprites.head(cards[-1], size, stacked=True), x, y)
        self._joker_rank(cards[-1], x, y)

    def _joker_rank(self, card: int, x: int, y: int) -> None:
        """Write beside the star of a joker what it stands for, if its place says so."""
        if not is_joker(card):
            return
        for identity in self._view.jokers:
            if identity.joker == card:
                rank = self._sprites.joker_rank(identity.rank, self._places.size, black=identity.black)
                self.canvas.stamp(rank, x + 52, y + 3)

    def _empty(self, x: int, y: int) -> None:
        size = self._places.size
        outline = self._sprites.signs.outline(size.width, size.height, size.radius)
        self.canvas.put("empty", 0, outline, x, y)

    def _work(self, pile: int) -> None:
        x, cards = self._places.work_x[pile], self._view.work[pile]
        if not cards:
            self._empty(x, CARDS_TOP)
            return
        step = fan_step(len(cards), self._places.size)
        self._fan(cards, x, CARDS_TOP, step)
        self._mark_work(pile, x, step)

    def _mark_work(self, pile: int, x: int, step: int) -> None:
        """Ring the card that this seat's last move laid on this pile."""
        last, cards = self._view.last, self._view.work[pile]
        if last is None or last.target != f"W{pile + 1}" or last.card not in cards:
            return
        place = cards.index(last.card)
        ring = self._sprites.ring(self._places.size, stacked=place > 0)
        self.canvas.stamp(ring, x, CARDS_TOP + place * step)

    def _stock(self) -> None:
        view, y = self._view, self._places.stock_y
        if view.stock_count:
            back = self._sprites.back(self._table.backs[view.seat], self._places.size)
            self.canvas.put("stock", view.stock_count, back, _LEFT, y)
            tally = self._sprites.signs.tally(str(view.stock_count), 30)
            middle = (self._places.size.width - tally.width) // 2
            self.canvas.stamp(tally, _LEFT + middle, y + (self._places.size.height - tally.height) // 2)
            return
        self._empty(_LEFT, y)
        if view.waste:
            arrow = self._sprites.signs.turn_arrow(64)
            middle = (self._places.size.width - 64) // 2
            self.canvas.stamp(arrow, _LEFT + middle, y + (self._places.size.height - 64) // 2)

    def _waste(self) -> None:
        places, shown = self._places, self._view.waste[-3:]
        if not shown:
            self._empty(places.waste_x, places.stock_y)
            return
        self._fan(shown, places.waste_x, places.waste_top(len(shown)), _LEAST_STEP)
        last = self._view.last
        if last is not None and last.kind == "draw":
            ring = self._sprites.ring(places.size, stacked=len(shown) > 1)
            self.canvas.stamp(ring, places.waste_x, places.stock_y)

    def _others(self) -> None:
        """Show how many cards the others have left in their Nertz piles, beside the own pile."""
        others = [seat for seat in self._view.public.seats if seat.seat != self._view.seat]
        columns = 1 if len(others) <= _FOURTH else 2
        wide = (self._places.size.width + 32) // columns
        for place, seat in enumerate(others):
            x = self._places.waste_x + place % columns * wide
            y = CARDS_TOP + place // columns * 58
            chip = self._sprites.chips["felt"][self._table.backs[seat.seat]]
            self.canvas.put("chip", seat.seat, chip, x, y)
            self._other_count(seat, x + chip.width + 6, y + 25, 32 if columns == 1 else 25)

    def _other_count(self, seat: SeatSummary, x: int, middle: int, tall: int) -> None:
        if seat.nertz_count <= ALMOST_OUT and not seat.left:
            pill = self._sprites.signs.pill(str(seat.nertz_count), 24, tone="alarm")
            self.canvas.stamp(pill, x, middle - pill.height // 2)
            return
        digits = self._sprites.signs.label("-" if seat.left else str(seat.nertz_count), tall, weight=0.05)
        self.canvas.stamp(digits, x, middle - tall // 2 - ascent(tall))
