"""Cards in the sizes that pictures need: large for up to four work piles, medium, and mini for strips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from bot.pictures.backs import back_image, pattern
from bot.pictures.colours import BLACK_INK, CREAM, FELTS, RED_INK, RGB, SUITS, mix
from bot.pictures.courts import jester, portrait
from bot.pictures.lettering import ascent, lettering
from bot.pictures.shapes import slab, star_mask, suit_mask
from bot.rules.cards import JOKERS, is_joker, rank_of, suit_of

if TYPE_CHECKING:
    from bot.pictures.look import Look
    from bot.rules.cards import Card

INDEX: Final = 33
"""Height of a rank in the corner; with the weight of its strokes a little over 5 % of the picture."""
SHADOW: Final = 5
"""Rows of shadow under a card."""
CARDS: Final = 54
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_UNDER_INDEX: Final = 43
_WEIGHT: Final = 0.05
_SCALE: Final = 4


@dataclass(frozen=True, slots=True)
class Size:
    """Measures of a card in pixels."""

    name: str
    width: int
    height: int
    radius: int
    widest_rank: int
    foot: int = 0
    """Rows kept free at the bottom, for the stripe of the owner."""


LARGE: Final = Size("large", 150, 208, 11, 46)
MEDIUM: Final = Size("medium", 120, 168, 9, 42)
TABLE: Final = Size("table", 120, 168, 9, 42, foot=28)
"""Foundations on the board."""
MINI: Final = Size("mini", 58, 90, 6, 38)
STUB: Final = Size("stub", 58, 46, 6, 38)
"""A mini card of which only the rank shows: for suits with more piles than one row holds."""


def blank(size: Size, ground: RGB, shade: RGB, fill: RGB, edge: RGB) -> Image.Image:
    """Return an empty card with its outline, lying on a ground with a shadow under it."""
    wide, tall, radius = size.width * _SCALE, size.height * _SCALE, size.radius * _SCALE
    image = Image.new("RGB", (wide, tall + SHADOW * _SCALE), ground)
    draw = ImageDraw.Draw(image)
    for step in range(SHADOW, 0, -1):
        colour = mix(ground, shade, 1 - step / (SHADOW + 1))
        low = tall - 1 + step * _SCALE
        draw.rounded_rectangle((step * 2, tall // 2, wide - 1 - step * 2, low), radius, colour)
    draw.rounded_rectangle((0, 0, wide - 1, tall - 1), radius, edge)
    line = 5
    draw.rounded_rectangle((line, line, wide - 1 - line, tall - 1 - line), radius - line, fill)
    return image.reduce(_SCALE)


def rank_mask(rank: int, size: Size) -> Image.Image:
    """Return the mask of an index: capitals start at its row `ascent(INDEX)`."""
    return lettering(RANKS[rank - 1], INDEX, _WEIGHT, size.widest_rank)


class Faces:
    """Draws the faces and backs of one look as RGB pictures."""

    def __init__(self, look: Look) -> None:
        self._felt = FELTS[look.theme]
        self._inks = SUITS[look.deck]
        self._portraits: dict[Card, Image.Image] = {}

    def forget_portraits(self) -> None:
        """Let go of the large pictures of court cards; they are drawn again if need be."""
        self._portraits.clear()

    def _portrait(self, card: Card) -> Image.Image:
        drawn = self._portraits.get(card)
        if drawn is None:
            face = self._felt.face
            if is_joker(card):
                drawn = jester(card - JOKERS[0] + 1, face)
            else:
                drawn = portrait(rank_of(card), suit_of(card), self._inks[suit_of(card)], face)
            self._portraits[card] = drawn
        return drawn

    def empty(self, size: Size, ground: RGB, fill: RGB | None = None) -> Image.Image:
        """Return a blank card on a ground."""
        felt = self._felt
        shade = felt.shade if ground == felt.felt else mix(ground, felt.shade, 0.6)
        return blank(size, ground, shade, fill or felt.face, felt.edge)

    def lying_on_another(self, size: Size) -> Image.Image:
        """Return a blank card whose upper half lies on another card, the lower half on felt."""
        image = self.empty(size, self._felt.felt)
        half = size.height // 2
        side = image.crop((0, half, size.width, half + 1)).resize((size.width, half))
        side.paste(self._felt.face, (4, 0, size.width - 4, half))
        over = self.empty(size, self._felt.face).crop((0, 0, size.width, half))
        side.paste(over, (0, 0), slab(size.width, size.height, size.radius).crop((0, 0, size.width, half)))
        image.paste(side, (0, 0))
        return image

    def card(self, card: int, size: Size, plain: Image.Image) -> Image.Image:
        """Return the face of a card, drawn on a copy of a blank one."""
        image = plain.copy()
        if size is MINI or size is STUB:
            self._mini(image, card, size)
        elif is_joker(card):
            self._joker(image, card, size)
        else:
            self._index(image, card, size)
            self._body(image, card, size)
        return image

    def back(self, back: int, size: Size, plain: Image.Image) -> Image.Image:
        """Return a card lying face down, drawn on a copy of a blank one."""
        image = plain.copy()
        unit = max(9, size.width // 8)
        frame = max(2, size.width // 22)
        inner = (size.width - 4, size.height - 4)
        art = back_image(back, *inner, unit, frame, size.radius)
        image.paste(art, (2, 2), slab(*inner, size.radius - 2))
        return image

    def band(self, backs: tuple[int, ...], width: int, height: int) -> Image.Image:
        """Return the stripe that says whose card lies on top; tied owners share it."""
        image = Image.new("RGB", (width, height), self._felt.face)
        art = Image.new("RGB", (width, height), CREAM)
        for place, back in enumerate(backs):
            left, right = width * place // len(backs), width * (place + 1) // len(backs)
            art.paste(pattern(back, right - left, height, 12 if height > 14 else 9), (left, 0))
        image.paste(art, (0, 0), slab(width, height, 4))
        return image

    def _index(self, image: Image.Image, card: int, size: Size) -> None:
        rank, suit = rank_of(card), suit_of(card)
        mask = rank_mask(rank, size)
        ink = self._inks[suit]
        image.paste(ink, (7, 6 - ascent(INDEX)), mask)
        sign = suit_mask(suit, 32)
        image.paste(ink, (7 + mask.width + 5, 6), sign)

    def _body(self, image: Image.Image, card: int, size: Size) -> None:
        rank, suit = rank_of(card), suit_of(card)
        if rank > 10:
            self._court(image, self._portrait(card), size)
            return
        room = size.height - size.foot - _UNDER_INDEX
        large = min(round(size.width * (0.72 if rank == 1 else 0.6)), room - 8)
        left, top = (size.width - large) // 2, _UNDER_INDEX + (room - 4 - large) // 2
        image.paste(self._inks[suit], (left, top), suit_mask(suit, large))

    def _court(self, image: Image.Image, art: Image.Image, size: Size) -> None:
        """Stand a portrait on the foot of a card; its shoulders are cut where there is no room."""
        wide = size.width - 10
        tall = round(wide * art.height / art.width)
        small = art.resize((wide, tall), Image.Resampling.LANCZOS)
        bottom = size.height - size.foot - 5
        top = max(_UNDER_INDEX, bottom - tall)
        image.paste(small.crop((0, 0, wide, bottom - top)), (5, top))

    def _joker(self, image: Image.Image, card: Card, size: Size) -> None:
        image.paste(BLACK_INK if card == JOKERS[0] else RED_INK, (7, 4), star_mask(38))
        self._court(image, self._portrait(card), size)

    def _mini(self, image: Image.Image, card: int, size: Size) -> None:
        if is_joker(card):
            image.paste(BLACK_INK if card == JOKERS[0] else RED_INK, (10, 4), star_mask(36))
            return
        rank, suit = rank_of(card), suit_of(card)
        mask = rank_mask(rank, MINI)
        ink = self._inks[suit]
        image.paste(ink, (5, 6 - ascent(INDEX)), mask)
        if size is MINI:
            image.paste(ink, (5, 43), suit_mask(suit, 30))
