"""The picture of a table that waits for its players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.pictures.faces import LARGE
from bot.pictures.lettering import ascent
from bot.pictures.picture import WIDTH
from bot.pictures.smooth_canvas import SmoothCanvas
from bot.pictures.sprites import BADGE
from bot.rules.house_rules import MOST_SEATS

if TYPE_CHECKING:
    from bot.locales.words import Words
    from bot.pictures.canvas import Canvas, Sprite
    from bot.pictures.sprites import Sprites
    from bot.pictures.table_face import TableFace
    from bot.rules.house_rules import HouseRules

_FAN: Final = (0, 25, 37, 49, 53)
_SEATS_TOP: Final = 500
_FACTS_LEFT: Final = 640


def draw_lobby(sprites: Sprites, table: TableFace, rules: HouseRules, words: Words) -> Canvas:
    """Draw the seats with their backs, who is ready, and what will be played."""
    canvas = sprites.drawn_canvas("lobby", lambda: _background(sprites))
    left = _FACTS_LEFT
    for letter in "NERTZ":
        title = sprites.signs.label(letter, 84, tone="gold", weight=0.07)
        canvas.stamp(title, left, 62 - ascent(84))
        left += title.width + 10
    for place, fact in enumerate(_facts(table, rules, words)):
        text = sprites.signs.label(fact, 27, widest=WIDTH - _FACTS_LEFT - 20)
        canvas.stamp(text, _FACTS_LEFT, 206 + place * 56 - ascent(27))
    wide = (WIDTH - 16) // MOST_SEATS
    for seat in range(MOST_SEATS):
        _seat(canvas, sprites, table, seat, 8 + seat * wide, wide)
    return canvas


def _background(sprites: Sprites) -> Canvas:
    smooth_canvas = SmoothCanvas(sprites)
    smooth_canvas.fan(_FAN, LARGE, (312, 268), 15, 340)
    return smooth_canvas.canvas()


def _facts(table: TableFace, rules: HouseRules, words: Words) -> list[str]:
    facts = [
        words("picture.target", points=rules.target),
        words("picture.piles", n=rules.piles(max(1, table.seats))),
        words("picture.draw", n=rules.draw),
        words("picture.penalty", n=rules.penalty),
    ]
    if rules.jokers:
        facts.append(words("picture.jokers", n=rules.jokers))
    return facts


def _seat(canvas: Canvas, sprites: Sprites, table: TableFace, seat: int, left: int, wide: int) -> None:
    """Draw a seat's back with its state under it, or a free place."""
    panel = sprites.signs.panel(wide - 8, 180, 12)
    canvas.stamp(panel, left + 4, _SEATS_TOP)
    x, y = left + (wide - BADGE.width) // 2, _SEATS_TOP + 18
    if seat >= table.seats:
        canvas.stamp(sprites.signs.outline(BADGE.width, BADGE.height, BADGE.radius, "panel"), x, y)
        plus = sprites.signs.icon("plus", 30, "panel", "quiet")
        canvas.stamp(plus, left + (wide - 30) // 2, y + (BADGE.height - 30) // 2)
        return
    canvas.put("chip", seat, sprites.badges["panel"][table.backs[seat]], x, y)
    sign = _sign(sprites, table, seat)
    canvas.stamp(sign, left + (wide - sign.width) // 2, _SEATS_TOP + 118)


def _sign(sprites: Sprites, table: TableFace, seat: int) -> Sprite:
    if table.is_practice(seat):
        return sprites.signs.icon("machine", 46, "panel", "ink")
    if table.is_ready(seat):
        return sprites.signs.icon("tick", 46, "panel", "gold")
    return sprites.signs.icon("person", 46, "panel", "quiet")
