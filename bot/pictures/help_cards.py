"""One card for every page of the rules: the idea as a picture, with hardly a word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.pictures.faces import LARGE, MEDIUM, TABLE
from bot.pictures.lettering import ascent
from bot.pictures.picture import WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.locales.words import Words
    from bot.pictures.canvas import Canvas, Sprite
    from bot.pictures.faces import Size
    from bot.pictures.signs import Tone
    from bot.pictures.sprites import Sprites
    from bot.rules.cards import Card

_SPADE, _HEART, _DIAMOND, _CLUB = 0, 13, 26, 39
_HEAD: Final = 104
_FAN: Final = 48
_OWN, _OTHER, _THIRD = 4, 1, 6


class HelpCard:
    """Draws the card of one topic."""

    def __init__(self, sprites: Sprites, words: Words) -> None:
        self._sprites = sprites
        self._words = words
        self._canvas = sprites.canvas()

    def draw(self, topic: str) -> Canvas:
        """Draw title and idea; an unknown topic is a `KeyError`."""
        idea = _IDEAS[topic]
        title = self._words(f"help.{topic}.title")
        text = self._sprites.signs.label(title, 46, tone="gold", weight=0.05, widest=WIDTH - 60)
        self._canvas.stamp(text, 30, 32 - ascent(46))
        idea(self)
        return self._canvas

    def _card(self, card: Card, x: int, y: int, size: Size = LARGE) -> None:
        self._canvas.put("card", card, self._sprites.card(card, size), x, y)

    def _pile(self, cards: Sequence[Card], x: int, y: int, marked: int | None = None) -> None:
        """Fan cards downwards, as in a work pile."""
        for place, card in enumerate(cards):
            self._card(card, x, y + place * _FAN)
            if place:
                self._canvas.stamp(self._sprites.head(card, LARGE, stacked=True), x, y + place * _FAN)
            if place == marked:
                self._canvas.stamp(self._sprites.ring(LARGE, stacked=place > 0), x, y + place * _FAN)

    def _nertz(self, card: Card, count: int, x: int, y: int) -> None:
        self._card(card, x, y)
        self._canvas.stamp(self._sprites.stack(_OWN, LARGE, 6), x, y + LARGE.height)
        self._center(self._sprites.signs.pill(str(count), 34), x + LARGE.width // 2, y + LARGE.height + 84)

    def _foundation(self, card: Card, back: int, x: int, y: int) -> None:
        self._card(card, x, y, TABLE)
        band = self._sprites.band((back,), TABLE.width - 10, 24)
        self._canvas.stamp(band, x + 5, y + TABLE.height - 29)

    def _stock(self, count: int | None, x: int, y: int) -> None:
        self._canvas.stamp(self._sprites.back(_OWN, LARGE), x, y)
        if count is not None:
            tally = self._sprites.signs.tally(str(count), 34)
            self._center(tally, x + LARGE.width // 2, y + LARGE.height // 2)

    def _outline(self, x: int, y: int) -> None:
        self._canvas.stamp(self._sprites.signs.outline(LARGE.width, LARGE.height, LARGE.radius), x, y)

    def _icon(self, name: str, x: int, y: int, size: int = 84, tone: Tone = "gold") -> None:
        self._center(self._sprites.signs.icon(name, size, tone=tone), x, y)

    def _text(self, text: str, x: int, y: int, tall: int = 44, tone: Tone = "ink") -> None:
        """Write a text centred on a point."""
        label = self._sprites.signs.label(text, tall, tone=tone, weight=0.05)
        self._canvas.stamp(label, x - label.width // 2, y - tall // 2 - ascent(tall))

    def _center(self, sprite: Sprite, x: int, y: int) -> None:
        self._canvas.stamp(sprite, x - sprite.width // 2, y - sprite.height // 2)

    def _goal(self) -> None:
        self._nertz(_HEART + 6, 13, 70, 230)
        self._icon("arrow", 300, 334)
        for place, card in enumerate((_SPADE, _HEART + 4, _DIAMOND + 8, _CLUB + 2)):
            back = (_OWN, _OTHER, _OWN, _THIRD)[place]
            self._foundation(card, back, 400 + place % 2 * 132, 170 + place // 2 * 182)
        self._icon("arrow", 740, 334)
        self._icon("cup", 920, 300, 190)
        self._center(self._sprites.signs.pill("100", 44), 920, 450)

    def _buttons(self) -> None:
        for place, name in enumerate(("N", "1", "2", "3", "4")):
            x = 60 + place * 206
            self._center(
                self._sprites.signs.pill(name, 44, tone="gold" if place == 0 else "quiet"), x + 75, 170
            )
            card = (_HEART + 11, _SPADE + 6, _DIAMOND + 8, _CLUB + 12, _SPADE)[place]
            self._card(card, x, 230)
        self._icon("arrow", 957, 510, 76)
        self._center(self._sprites.signs.suit(0, 130), 1030, 606)
        self._foundation(_SPADE, _OWN, 800, 466)
        self._canvas.stamp(self._sprites.ring(LARGE), 60 + 4 * 206, 230)

    def _deal(self) -> None:
        self._nertz(_HEART + 4, 13, 60, 220)
        for place, card in enumerate((_SPADE + 9, _DIAMOND + 2, _CLUB + 12, _HEART)):
            x = 262 + place * 160
            self._card(card, x, 220)
            self._center(self._sprites.signs.pill("1", 34, tone="quiet"), x + LARGE.width // 2, 512)
        self._stock(None, 910, 220)
        self._center(self._sprites.signs.pill("35", 34, tone="ink"), 985, 512)

    def _work(self) -> None:
        self._pile((_SPADE + 7, _HEART + 6, _CLUB + 5, _DIAMOND + 4), 90, 170, marked=3)
        self._icon("tick", 320, 250)
        self._pile((_CLUB + 9, _SPADE + 8), 430, 170)
        self._icon("cross", 640, 250, 70, "alarm")
        self._pile((_HEART + 12, _SPADE + 11, _DIAMOND + 10), 780, 170, marked=0)
        self._icon("tick", 1010, 250)

    def _foundations(self) -> None:
        for place in range(13):
            back = (_OWN, _OTHER, _THIRD, _OTHER, _OWN)[place % 5]
            self._foundation(_HEART + place, back, 40 + place * 75, 210)
        self._foundation(_CLUB + 12, _OTHER, 330, 450)
        self._icon("arrow", 520, 534)
        self._canvas.stamp(self._sprites.back(_OTHER, MEDIUM), 600, 450)
        crown = self._sprites.signs.tally("K", 32, crown=True)
        self._center(crown, 600 + MEDIUM.width // 2, 450 + MEDIUM.height // 2)

    def _stock_and_waste(self) -> None:
        self._stock(29, 150, 280)
        self._icon("arrow", 400, 384)
        self._pile((_CLUB + 10, _DIAMOND + 3, _SPADE + 7), 500, 232, marked=2)
        self._icon("arrow", 750, 384)
        self._outline(850, 280)
        self._center(self._sprites.signs.turn_arrow(84), 925, 384)

    def _nertz_call(self) -> None:
        self._outline(150, 230)
        self._center(self._sprites.signs.pill("0", 44), 225, 334)
        self._icon("arrow", 420, 334)
        self._center(self._sprites.signs.pill("NERTZ!", 76), 750, 334)
        for seat in range(4):
            self._center(self._sprites.badges["felt"][seat + 4], 606 + seat * 96, 530)

    def _stuck(self) -> None:
        self._stock(None, 110, 250)
        self._pile((_CLUB + 10, _DIAMOND + 3, _SPADE + 7), 290, 202)
        self._center(self._sprites.signs.turn_arrow(170), 570, 354)
        self._stock(None, 700, 250)
        self._canvas.stamp(self._sprites.back(_OWN, LARGE), 706, 244)
        self._outline(880, 250)
        self._icon("clock", 955, 354, 84, "ink")

    def _score(self) -> None:
        self._foundation(_SPADE + 7, _OWN, 80, 170)
        self._text("22 x +1", 370, 254, 52)
        self._text("= +22", 640, 254, 52, "gold")
        self._canvas.stamp(self._sprites.back(_OWN, MEDIUM), 80, 400)
        self._center(self._sprites.signs.pill("N", 26), 140, 484)
        self._text("6 x -2", 370, 484, 52)
        self._text("= -12", 640, 484, 52)
        self._icon("arrow", 800, 369)
        self._center(self._sprites.signs.pill("10", 80), 960, 369)

    def _house(self) -> None:
        names = (
            "classic",
            "wikihow",
            "pagat",
            "family",
            "gamerules",
            "duel",
            "racing_demon",
            "snerts",
            "quick",
        )
        for place, name in enumerate(names):
            x, y = 190 + place % 3 * 360, 230 + place // 3 * 150
            tone: Tone = "gold" if place == 0 else "quiet"
            self._center(self._sprites.signs.pill(name.replace("_", " "), 32, tone=tone), x, y)

    def _jokers(self) -> None:
        self._card(52, 110, 200)
        self._card(53, 280, 200)
        self._icon("arrow", 520, 304)
        self._pile((_CLUB + 8, 53, _SPADE + 6), 640, 170, marked=1)
        self._canvas.stamp(self._sprites.joker_rank(8, LARGE, black=False), 692, 170 + _FAN + 4)
        self._foundation(_HEART + 7, _OWN, 880, 200)
        self._text("=", 840, 284, 52)

    def _partners(self) -> None:
        self._icon("person", 220, 320, 190)
        self._icon("plus", 380, 330, 80, "ink")
        self._icon("person", 540, 320, 190)
        self._icon("arrow", 720, 330)
        self._canvas.stamp(self._sprites.back(_OWN, LARGE), 830, 226)

    def _fairness(self) -> None:
        self._icon("lock", 180, 330, 170)
        self._text("SHA-256", 180, 480, 32)
        self._icon("arrow", 370, 330)
        for place in range(5):
            self._canvas.stamp(self._sprites.back(_OWN, LARGE), 460 + place * 22, 240 - place * 6)
        self._icon("arrow", 790, 330)
        self._icon("tick", 950, 320, 170)
        self._text("seed", 950, 480, 32)


_IDEAS: Final[dict[str, Callable[[HelpCard], None]]] = {
    "goal": HelpCard._goal,
    "buttons": HelpCard._buttons,
    "deal": HelpCard._deal,
    "work": HelpCard._work,
    "foundations": HelpCard._foundations,
    "stock": HelpCard._stock_and_waste,
    "nertz": HelpCard._nertz_call,
    "stuck": HelpCard._stuck,
    "score": HelpCard._score,
    "house": HelpCard._house,
    "jokers": HelpCard._jokers,
    "partners": HelpCard._partners,
    "fairness": HelpCard._fairness,
}
TOPICS: Final = tuple(_IDEAS)
"""Pages of `/nertz rules` that have a card."""
