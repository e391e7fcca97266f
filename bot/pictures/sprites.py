"""Cards and backs of one look: drawn once at start-up and reduced to its palette."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PIL import Image, ImageChops

from bot.pictures.canvas import BAND, PITCH, Canvas, Sprite
from bot.pictures.colours import ALARM, BLACK_INK, CREAM, RED_INK, RGB
from bot.pictures.faces import CARDS, INDEX, LARGE, MEDIUM, MINI, SHADOW, STUB, TABLE, Faces, Size, rank_mask
from bot.pictures.lettering import ascent
from bot.pictures.palette import Palette
from bot.pictures.picture import HEIGHT, WIDTH
from bot.pictures.shapes import slab
from bot.pictures.signs import Ground, Signs
from bot.pictures.sprite_cache import SpriteCache

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.pictures.canvas import Box
    from bot.pictures.look import Look

CHIP: Final = Size("chip", 36, 50, 5, 0)
"""A seat's back beside a number."""
BADGE: Final = Size("badge", 56, 78, 7, 0)
"""A seat's back on the board."""
FAN: Final = 46
"""Rows of a card in a fan that the next card leaves free, at most."""
_LAYER: Final = 6
"""Rows between two cards of a stack."""
_EDGE: Final = 16
"""Rows from the foot of a card up to where its corners are straight."""
_SIZES: Final = (LARGE, MEDIUM, TABLE, MINI, STUB)
_ON_PANEL: Final = (MINI, STUB)
_CORNER: Final = 12
_LINE: Final = 4
"""Width of a ring."""
_BAR_TALL: Final = 16
_BAR_INSET: Final = 5
"""Rows by which a piece that is gone is lower than one that is there, above and below."""
_BACKS: Final = range(8)
Start = tuple[bytes, ...]


class Sprites:
    """The sprites of one look."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.palette: Final = Palette(look)
        self.signs: Final = Signs(look, self.palette)
        self.felt: Final = self.signs.felt
        self.faces: Final = Faces(look)
        self._sprite_cache = SpriteCache()
        self._bands: dict[bytes, bytes] = {}
        self._starts: dict[str, Start] = {}
        self._cards = {size.name: self._deck(size) for size in _SIZES}
        self.faces.forget_portraits()
        self._heads = {size.name: self._all_heads(size) for size in (LARGE, MEDIUM)}
        self._rings = {size.name: self._ring(size) for size in _SIZES}
        self._stacked_rings = {size.name: self._ring(size, stacked=True) for size in (LARGE, MEDIUM)}
        self._backs = {size.name: self._all_backs(size, "felt") for size in (LARGE, MEDIUM)}
        grounds: tuple[Ground, ...] = ("felt", "panel")
        self.chips: Final = {ground: self._all_backs(CHIP, ground) for ground in grounds}
        self.badges: Final = {ground: self._all_backs(BADGE, ground) for ground in grounds}
        self._table: Final = self._felt()

    def canvas(self) -> Canvas:
        """Return an empty table."""
        return Canvas(self._table, self.palette.data)

    def drawn_canvas(self, name: str, draw: Callable[[], Canvas]) -> Canvas:
        """Return a canvas that starts as a drawing; the drawing is made once."""
        start = self._starts.get(name)
        if start is None:
            start = self._starts[name] = self._start(draw())
        return Canvas(start, self.palette.data, comes_again=True)

    def sprite(self, image: Image.Image, mask: Image.Image | None = None, hole: Box | None = None) -> Sprite:
        """Reduce an RGB picture to the palette."""
        return Sprite(self.palette.quantise(image), mask, hole)

    def index(self, colour: RGB) -> int:
        """Return the palette entry of one of the palette's own colours."""
        return self.palette.index(colour)

    def card(self, card: int, size: Size) -> Sprite:
        """Return a card lying face up."""
        return self._cards[size.name][card]

    def upper_part(self, card: int, size: Size, height: int) -> Sprite:
        """Return the first rows of a card: one without its shadow, or one that is cut off."""
        whole = self._cards[size.name][card].image
        return self._sprite_cache.get(
            ("part", card, size.name, height), lambda: Sprite(whole.crop((0, 0, size.width, height)))
        )

    def back(self, back: int, size: Size) -> Sprite:
        """Return a card lying face down."""
        return self._backs[size.name][back]

    def head(self, card: int, size: Size, *, stacked: bool) -> Sprite:
        """Return the rows of a card that the next one in a fan leaves free; stacked: it lies on another."""
        return self._heads[size.name][stacked][card]

    def stack(self, back: int, size: Size, layers: int) -> Sprite:
        """Return what shows of cards that lie face down under another one: their feet."""
        return self._sprite_cache.get(
            ("stack", back, size.name, layers), lambda: self._stack(back, size, layers)
        )

    def ring(self, size: Size, *, stacked: bool = False) -> Sprite:
        """Return the ring that marks what just changed; stacked: on a card that lies on another one."""
        return (self._stacked_rings if stacked else self._rings)[size.name]

    def band(self, backs: tuple[int, ...], width: int, height: int) -> Sprite:
        """Return the stripe of the owners of a card."""
        key = ("band", backs, width, height)
        return self._sprite_cache.get(key, lambda: self.sprite(self.faces.band(backs, width, height)))

    def joker_rank(self, rank: int, size: Size, *, black: bool) -> Sprite:
        """Return what a joker stands for, to lie beside its star."""
        mask = rank_mask(rank, size)
        top = ascent(INDEX) - 2
        cut = (0, top, mask.width, top + INDEX + 4)
        ink = BLACK_INK if black else RED_INK
        key = ("rank", rank, size.name, black)
        return self._sprite_cache.get(key, lambda: self.signs.inked(mask.crop(cut), "face", ink))

    def bar(self, count: int, pieces: int, width: int, *, alarm: bool) -> Sprite:
        """Return a Nertz pile as a bar on a panel: of so many pieces the first `count` still lie there."""
        key = ("bar", count, pieces, width, alarm)
        return self._sprite_cache.get(key, lambda: self._bar(count, pieces, width, alarm=alarm))

    def _bar(self, count: int, pieces: int, width: int, *, alarm: bool) -> Sprite:
        image = Image.new("P", (width, _BAR_TALL), self.index(self.felt.panel))
        full, gone = self.index(ALARM if alarm else self.felt.ink), self.index(self.felt.rim)
        for piece in range(pieces):
            inset, colour = (0, full) if piece < count else (_BAR_INSET, gone)
            start, end = width * piece // pieces, width * (piece + 1) // pieces - 2
            image.paste(colour, (start, inset, end, _BAR_TALL - inset))
        return Sprite(image)

    def _felt(self) -> Start:
        table = Canvas((bytes(PITCH * BAND),) * (HEIGHT // BAND), self.palette.data)
        table.fill((0, 0, WIDTH, HEIGHT), self.index(self.felt.felt))
        return self._start(table)

    def _start(self, drawing: Canvas) -> Start:
        """Return the bands of a drawing; those that look the same are kept once, whatever they belong to."""
        return tuple(self._bands.setdefault(band, band) for band in drawing.bands())

    def _ground(self, size: Size) -> RGB:
        return self.felt.panel if size in _ON_PANEL else self.felt.felt

    def _deck(self, size: Size) -> list[Sprite]:
        plain = self.faces.empty(size, self._ground(size))
        return [self.sprite(self.faces.card(card, size, plain)) for card in range(CARDS)]

    def _all_backs(self, size: Size, ground: Ground) -> list[Sprite]:
        plain = self.faces.empty(size, self.signs.ground(ground), CREAM)
        return [self.sprite(self.faces.back(back, size, plain)) for back in _BACKS]

    def _all_heads(self, size: Size) -> tuple[list[Sprite], list[Sprite]]:
        """Return the heads of all cards as they lie on felt, then as they lie on another card."""
        box = (0, 0, size.width, FAN)
        alone = [Sprite(card.image.crop(box)) for card in self._cards[size.name]]
        corners, mask = self._upper_corners(size)
        stacked = []
        for head in alone:
            image = head.image.copy()
            image.paste(corners, (0, 0), mask)
            stacked.append(Sprite(image))
        return alone, stacked

    def _upper_corners(self, size: Size) -> tuple[Image.Image, Image.Image]:
        """Return the head of a card on another one, and the mask of its corners: all that differs on felt."""
        box = (0, 0, size.width, FAN)
        on_felt = self.faces.empty(size, self.felt.felt).crop(box)
        on_card = self.faces.lying_on_another(size).crop(box)
        differs = ImageChops.difference(on_felt, on_card).convert("L").point([0] + [255] * 255).convert("1")
        differs.paste(0, (_CORNER, 0, size.width - _CORNER, FAN))
        differs.paste(0, (0, _CORNER, size.width, FAN))
        return self.palette.quantise(on_card), differs

    def _stack(self, back: int, size: Size, layers: int) -> Sprite:
        whole = self.back(back, size).image
        image = Image.new("P", (size.width, layers * _LAYER + SHADOW))
        for layer in range(layers, 0, -1):
            bottom = whole.height if layer == layers else size.height
            edge = whole.crop((0, size.height - _EDGE, size.width, bottom))
            image.paste(edge, (0, layer * _LAYER - _EDGE))
        return Sprite(image)

    def _ring(self, size: Size, *, stacked: bool = False) -> Sprite:
        """Draw an outline over a blank card; the mask leaves the card's middle alone."""
        image = self.faces.lying_on_another(size) if stacked else self.faces.empty(size, self._ground(size))
        line = slab(size.width, size.height, size.radius, _LINE)
        image.paste(self.felt.mark, (0, 0), line)
        cut = Image.new("L", image.size, 0)
        cut.paste(line.point([0] + [255] * 255), (0, 0))
        middle = (_LINE, size.radius, size.width - _LINE, size.height - size.radius)
        return self.sprite(image, cut.convert("1"), middle)
