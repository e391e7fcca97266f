"""Everything that is pasted into pictures of one look: drawn once, reduced once to its palette."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

from PIL import Image

from bot.pictures.canvas import MARGIN, Canvas, Sprite
from bot.pictures.colours import ALARM, BLACK_INK, CREAM, FELTS, GOLD, RED_INK, RGB
from bot.pictures.faces import CARDS, INDEX, LARGE, MEDIUM, MINI, SHADOW, STUB, TABLE, Faces, Size, rank_mask
from bot.pictures.lettering import ascent, lettering
from bot.pictures.palette import Palette
from bot.pictures.picture import HEIGHT, WIDTH
from bot.pictures.shapes import filled, slab, suit_mask, turn_mask

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.pictures.look import Look

Ground = Literal["felt", "panel", "face"]
Tone = Literal["ink", "gold", "alarm", "quiet", "black", "red"]

ALMOST_OUT: Final = 3
"""A Nertz pile of so few cards is shown as a warning."""
BAND: Final = 20
"""Height of the stripe that names a card's owner."""
EDGE: Final = 16
"""Height of the slice that shows of a card in a stack."""
_MOST_LABELS: Final = 1500
_CORNER: Final = 12
_CROWN: Final = [[(0.0, 0.15), (0.27, 0.5), (0.5, 0.0), (0.73, 0.5), (1.0, 0.15), (0.9, 1.0), (0.1, 1.0)]]
_BACKS: Final = range(8)
_SIZES: Final = (LARGE, MEDIUM, TABLE, MINI, STUB)
_ON_PANEL: Final = (MINI, STUB)


class Sprites:
    """The sprites of one look."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.palette: Final = Palette(look)
        self.felt: Final = FELTS[look.theme]
        self._faces = Faces(look)
        self._grounds: dict[Ground, RGB] = {
            "felt": self.felt.felt,
            "panel": self.felt.panel,
            "face": self.felt.face,
        }
        self._labels: dict[tuple[object, ...], Sprite] = {}
        self._cards = {size.name: self._deck(size) for size in _SIZES}
        self._corners = {size.name: self._corner_pair(size) for size in _SIZES}
        self._rings = {size.name: self._ring(size) for size in _SIZES}
        self._backs = {size.name: self._own_backs(size, "felt") for size in (LARGE, MEDIUM)}
        self.chips: Final = {ground: self._own_backs(CHIP, ground) for ground in ("felt", "panel")}
        self.badges: Final = self._own_backs(BADGE, "panel")

    def canvas(self) -> Canvas:
        """Return an empty table."""
        return Canvas(self._table.copy(), self.palette.data)

    @cached_property
    def _table(self) -> Image.Image:
        return Image.new("P", (WIDTH + MARGIN, HEIGHT), self.palette.index(self.felt.felt))

    def sprite(self, image: Image.Image, mask: Image.Image | None = None) -> Sprite:
        """Reduce an RGB picture to the palette; the mask is cut at half its depth."""
        return Sprite(self.palette.quantise(image), mask)

    def index(self, colour: RGB) -> int:
        """Return the palette entry of one of the palette's own colours."""
        return self.palette.index(colour)

    def card(self, card: int, size: Size) -> Sprite:
        """Return a card lying face up."""
        return self._cards[size.name][card]

    def back(self, back: int, size: Size) -> Sprite:
        """Return a card lying face down."""
        return self._backs[size.name][back]

    def flat(self, card: int, size: Size, height: int | None = None) -> Sprite:
        """Return a card without its shadow, as it lies on a stack, or only its upper part."""
        key = ("flat", card, size.name, height)
        found = self._labels.get(key)
        if found is None:
            whole = self.card(card, size).image
            found = self._labels[key] = Sprite(whole.crop((0, 0, size.width, height or size.height)))
        return found

    def corners(self, size: Size) -> tuple[Sprite, Sprite]:
        """Return the upper corners of a card that lies on another one."""
        return self._corners[size.name]

    def ring(self, size: Size) -> Sprite:
        """Return the golden ring that marks what just changed."""
        return self._rings[size.name]

    def band(self, backs: tuple[int, ...], width: int, height: int = BAND) -> Sprite:
        """Return the stripe of the owners of a card."""
        return self._kept(("band", backs, width, height), lambda: self._faces.band(backs, width, height))

    def label(
        self,
        text: str,
        height: int,
        ground: Ground = "felt",
        tone: Tone = "ink",
        weight: float = 0.03,
        widest: int | None = None,
    ) -> Sprite:
        """Return words; capitals are `height` pixels tall and start `ascent(height)` rows below the top."""
        key = ("label", text, height, ground, tone, weight, widest)
        return self._kept(key, lambda: self._word(lettering(text, height, weight, widest), ground, tone))

    def _word(self, mask: Image.Image, ground: Ground, tone: Tone) -> Image.Image:
        image = Image.new("RGB", mask.size, self._grounds[ground])
        image.paste(self._tone(tone), (0, 0), mask)
        return image

    def _tone(self, tone: Tone) -> RGB:
        return {
            "ink": self.felt.ink,
            "gold": self.felt.accent,
            "alarm": ALARM,
            "quiet": self.felt.rim,
            "black": BLACK_INK,
            "red": RED_INK,
        }[tone]

    def pill(
        self,
        text: str,
        height: int,
        ground: Ground = "felt",
        tone: Tone = "gold",
        *,
        crown: bool = False,
        widest: int | None = None,
    ) -> Sprite:
        """Return a badge: words on a filled round slab; digits are `height` pixels tall."""
        key = ("pill", text, height, ground, tone, crown, widest)
        return self._kept(key, lambda: self._badge(text, height, ground, tone, crown, widest))

    def _badge(
        self, text: str, height: int, ground: Ground, tone: Tone, crown: bool, widest: int | None
    ) -> Image.Image:
        fill, ink = {
            "gold": (GOLD, BLACK_INK),
            "alarm": (ALARM, CREAM),
            "ink": (self.felt.ink, self.felt.felt),
            "quiet": (self.felt.rim, self.felt.ink),
        }[tone]
        tall = round(height * 1.7)
        mask = lettering(text, height, 0.05, widest - tall // 2 - 4 if widest else None)
        mark = round(height * 1.1) if crown else 0
        wide = max(tall, mask.width + tall // 2 + 4 + (mark + 5 if crown else 0))
        image = Image.new("RGB", (wide, tall), self._grounds[ground])
        image.paste(fill, (0, 0), slab(wide, tall, tall // 2))
        left = (wide - mask.width - (mark + 5 if crown else 0)) // 2
        if crown:
            image.paste(ink, (left, (tall - height) // 2), filled(_CROWN, mark, height))
            left += mark + 5
        image.paste(ink, (left, (tall - height) // 2 - ascent(height)), mask)
        return image

    def sign(self, suit: int, size: int, ground: Ground = "felt", faint: bool = True) -> Sprite:
        """Return a suit on felt or panel: faint for an empty place."""
        return self._kept(("sign", suit, size, ground, faint), lambda: self._sign(suit, size, ground, faint))

    def _sign(self, suit: int, size: int, ground: Ground, faint: bool) -> Image.Image:
        image = Image.new("RGB", (size, size), self._grounds[ground])
        image.paste(self.felt.faint if faint else self.felt.ink, (0, 0), suit_mask(suit, size))
        return image

    def slab(
        self, width: int, height: int, radius: int, ground: Ground = "felt", line: bool = False
    ) -> Sprite:
        """Return a panel on the felt, or (with `line`) the outline of an empty place."""
        return self._kept(
            ("slab", width, height, radius, ground, line),
            lambda: self._slab(width, height, radius, ground, line),
        )

    def _slab(self, width: int, height: int, radius: int, ground: Ground, line: bool) -> Image.Image:
        image = Image.new("RGB", (width, height), self._grounds[ground])
        if line:
            image.paste(self.felt.rim, (0, 0), slab(width, height, radius, 2))
        else:
            image.paste(self.felt.panel, (0, 0), slab(width, height, radius))
        return image

    def rank(self, rank: int, size: Size, *, black: bool) -> Sprite:
        """Return what a joker stands for, to lie beside its star."""
        key = ("rank", rank, size.name, black)
        return self._kept(key, lambda: self._rank(rank, size, black))

    def _rank(self, rank: int, size: Size, black: bool) -> Image.Image:
        mask = rank_mask(rank, size)
        top = ascent(INDEX) - 2
        return self._word(
            mask.crop((0, top, mask.width, top + INDEX + 4)), "face", "black" if black else "red"
        )

    def stack_edge(self, back: int, size: Size, lowest: bool) -> Sprite:
        """Return the lower edge of a card in a stack; the lowest one has a shadow."""
        key = ("edge", back, size.name, lowest)
        found = self._labels.get(key)
        if found is None:
            whole = self.back(back, size).image
            bottom = whole.height if lowest else size.height
            found = self._labels[key] = Sprite(whole.crop((0, size.height - EDGE, size.width, bottom)))
        return found

    def frame(self, width: int, height: int, radius: int) -> Sprite:
        """Return a golden line around a panel."""
        key = ("frame", width, height)
        found = self._labels.get(key)
        if found is None:
            image = self._slab(width, height, radius, "felt", line=False)
            outline = slab(width, height, radius, 4)
            image.paste(GOLD, (0, 0), outline)
            cut = outline.point([0] + [255] * 255).convert("1")
            found = self._labels[key] = self.sprite(image, cut)
        return found

    def bar_colour(self, alarm: bool) -> RGB:
        """Return the colour of a filled bar."""
        return ALARM if alarm else self.felt.ink

    def tally(self, text: str, height: int, crown: bool = False) -> Sprite:
        """Return a number on a slab that may lie on any pattern: its corners are cut out."""
        key = ("tally", text, height, crown)
        found = self._labels.get(key)
        if found is None:
            found = self._labels[key] = self._tally(text, height, crown)
        return found

    def _tally(self, text: str, height: int, crown: bool) -> Sprite:
        mask = lettering(text, height, 0.05)
        tall = round(height * 1.9)
        mark = round(height * 1.1) + 6 if crown else 0
        wide = max(tall, mask.width + tall // 2 + 6 + mark)
        image = Image.new("RGB", (wide, tall), CREAM)
        image.paste(BLACK_INK, (0, 0), slab(wide, tall, tall // 2))
        image.paste(CREAM, (3, 3), slab(wide - 6, tall - 6, tall // 2 - 3))
        start = (wide - mask.width - mark) // 2
        if crown:
            image.paste(BLACK_INK, (start, (tall - height) // 2), filled(_CROWN, mark - 6, height))
        image.paste(BLACK_INK, (start + mark, (tall - height) // 2 - ascent(height)), mask)
        cut = slab(wide, tall, tall // 2).point([0] * 128 + [255] * 128).convert("1")
        return self.sprite(image, cut)

    def turn_arrow(self, size: int) -> Sprite:
        """Return the round arrow of an empty stock: the waste can be turned over."""
        return self._kept(("turn", size), lambda: self._turn_arrow(size))

    def _turn_arrow(self, size: int) -> Image.Image:
        image = Image.new("RGB", (size, size), self.felt.felt)
        image.paste(self.felt.ink, (0, 0), turn_mask(size))
        return image

    def _kept(self, key: tuple[object, ...], draw: Callable[[], Image.Image]) -> Sprite:
        found = self._labels.get(key)
        if found is None:
            if len(self._labels) >= _MOST_LABELS:
                self._labels.clear()
            found = self._labels[key] = self.sprite(draw())
        return found

    def _deck(self, size: Size) -> list[Sprite]:
        ground = self.felt.panel if size in _ON_PANEL else self.felt.felt
        plain = self._faces.empty(size, ground)
        return [self.sprite(self._faces.card(card, size, plain)) for card in range(CARDS)]

    def _own_backs(self, size: Size, ground: Ground) -> list[Sprite]:
        plain = self._faces.empty(size, self._grounds[ground], CREAM)
        return [self.sprite(self._faces.back(back, size, plain)) for back in _BACKS]

    def _corner_pair(self, size: Size) -> tuple[Sprite, Sprite]:
        """Draw a blank card lying on the body of another one and cut out its upper corners."""
        over = self._faces.empty(size, self.felt.face)
        side = self._faces.empty(size, self.felt.face).crop(
            (0, size.height // 2, size.width, size.height // 2 + 1)
        )
        left = over.crop((0, 0, _CORNER, _CORNER))
        right = over.crop((size.width - _CORNER, 0, size.width, _CORNER))
        for row in range(size.radius):
            left.paste(side.crop((0, 0, 2, 1)), (0, row)) if row < size.radius // 2 else None
            right.paste(
                side.crop((size.width - 2, 0, size.width, 1)), (_CORNER - 2, row)
            ) if row < size.radius // 2 else None
        return self.sprite(left), self.sprite(right)

    def _ring(self, size: Size) -> Sprite:
        """Draw a golden outline over a blank card; the mask leaves the card's middle alone."""
        ground = self.felt.panel if size in _ON_PANEL else self.felt.felt
        image = self._faces.empty(size, ground)
        outer = slab(size.width, size.height, size.radius, 4 if size in _ON_PANEL else 5)
        image.paste(GOLD, (0, 0), outer)
        cut = Image.new("L", image.size, 0)
        cut.paste(outer.point([0] + [255] * 255), (0, 0))
        return self.sprite(image, cut.convert("1"))


CHIP: Final = Size("chip", 36, 50, 5, 0)
BADGE: Final = Size("badge", 56, 78, 7, 0)
"""A seat's back on the board."""
__all__ = ["ALMOST_OUT", "BAND", "CHIP", "EDGE", "SHADOW", "Ground", "Sprites", "Tone"]
