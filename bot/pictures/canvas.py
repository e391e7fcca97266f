"""The picture while it is composed: rows of palette entries on which finished sprites are pasted.

A canvas notes what lies where; rows are filled when the picture is packed, in parts. Most of a hand is what
it was a click ago: rows that begin as those of an earlier picture and have the same sprites at the same
places are neither filled nor packed again.

The rows lie in a buffer of our own that a Pillow image maps: what Pillow pastes is at once in the buffer, and
the PNG is packed from there without a copy. Pastes go to the core of that image: `Image.paste` does the same
after looking at its arguments, which takes four times as long as the paste itself.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image

from bot.pictures.chunk_cache import ChunkCache
from bot.pictures.picture import HEIGHT, WIDTH
from bot.pictures.png import pack, write_png

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.pictures.png import Part

Box = tuple[int, int, int, int]

MARGIN: Final = 1
"""Columns left of the picture: the row filter of the PNG (see `png`), always 0."""
PITCH: Final = MARGIN + WIDTH
"""Bytes from one row to the next."""
BAND: Final = 20
"""Rows that the starts of several pictures may share; 35 of them are a picture."""
CUTS: Final = (0, 120, 400, HEIGHT)
"""Rows, whole bands, where pictures are cut into parts. Of a hand: the foundations of everybody, what a draw
leaves as it was, and what every draw changes."""
PARTS: Final = ChunkCache(2 << 20)
"""Of all pictures that this process draws and that may come again."""


class Sprite:
    """A finished piece in the colours of one palette; pixels outside `mask` are left alone.

    Pasting through a mask takes a nanosecond for each pixel: `hole` is a box that the mask leaves alone, and
    of which nothing need be looked at.
    """

    __slots__ = ("around", "core", "height", "image", "mask", "mask_core", "width")

    def __init__(self, image: Image.Image, mask: Image.Image | None = None, hole: Box | None = None) -> None:
        self.image: Final = image
        self.mask: Final = mask
        self.width, self.height = image.size
        self.core: Final = image.im
        self.mask_core: Final = None if mask is None else mask.im
        self.around: Final = () if mask is None or hole is None else tuple(_around(image, mask, hole))


def _around(image: Image.Image, mask: Image.Image, hole: Box) -> Iterator[tuple[Sprite, Box]]:
    """Cut what lies around a hole into pieces, each with its box."""
    if mask.crop(hole).getbbox() is not None:
        raise ValueError(f"the mask does not leave {hole} alone")
    left, top, right, bottom = hole
    wide, tall = image.size
    for box in (
        (0, 0, wide, top),
        (0, top, left, bottom),
        (right, top, wide, bottom),
        (0, bottom, wide, tall),
    ):
        yield Sprite(image.crop(box), mask.crop(box)), box


class Placed(NamedTuple):
    """What was put where: lets tests (and the alt text's author) check a picture against its view."""

    what: str
    key: int
    x: int
    y: int


_PROOF: Final = 255


class Rows:
    """Bytes, row by row, and the image that maps them."""

    __slots__ = ("data", "image", "paste")

    def __init__(self) -> None:
        self.data: Final = bytearray(PITCH * HEIGHT)
        self.image: Final = Image.frombuffer("L", (PITCH, HEIGHT), self.data, "raw", "L", 0, 1)
        self.image.readonly = 0  # Pillow copies it before the first paste otherwise
        self.paste: Final = self.image.im.paste
        self.paste(_PROOF, (0, 0, 1, 1))
        if self.data[0] != _PROOF:
            raise TypeError("this Pillow copies a buffer that it should map: every picture would be empty")

    def fill(self, start: Iterable[bytes], steps: Iterable[_Step], top: int = 0) -> None:
        """Put bands one under another, over everything that was there, and paste what lies on them."""
        view, at = memoryview(self.data), top * PITCH
        for band in start:
            view[at : at + len(band)] = band
            at += len(band)
        for step in steps:
            self._paste(*step)

    def _paste(self, y: int, bottom: int, x: int, what: Sprite | _Colour) -> None:
        if isinstance(what, _Colour):
            self.paste(what.entry, (x, y, what.right, bottom))
        elif what.mask_core is None:
            self.paste(what.core, (x, y, x + what.width, bottom))
        elif not what.around:
            self.paste(what.core, (x, y, x + what.width, bottom), what.mask_core)
        else:
            for piece, (left, top, right, end) in what.around:
                self.paste(piece.core, (x + left, y + top, x + right, y + end), piece.mask_core)


class _Colour(NamedTuple):
    right: int
    entry: int


_Step = tuple[int, int, int, Sprite | _Colour]
"""What is pasted: first row, row after the last, first column, and a sprite or a rectangle's colour."""

_SPARE: Final[list[Rows]] = []
"""At most one: pictures are packed one at a time. Were they not, some would get new rows."""


def _rows() -> Rows:
    try:
        return _SPARE.pop()
    except IndexError:
        return Rows()


class Canvas:
    """A picture on its way; it starts as bands of other pictures, put one under another.

    `comes_again`: its packed parts are kept, others may be drawn of the same sprites. The last part is not:
    that one hardly ever comes again.
    """

    def __init__(self, start: tuple[bytes, ...], palette: bytes, *, comes_again: bool = False) -> None:
        if len(start) * BAND != HEIGHT:
            raise ValueError(f"a picture does not start with {len(start)} bands")
        self.palette: Final = palette
        self.placed: list[Placed] = []
        self._start: Final = start
        self._comes_again: Final = comes_again
        self._steps: list[_Step] = []

    def stamp(self, sprite: Sprite, x: int, y: int) -> None:
        """Paste a sprite with its upper left corner at a place of the picture."""
        self._steps.append((y, y + sprite.height, x + MARGIN, sprite))

    def put(self, what: str, key: int, sprite: Sprite, x: int, y: int) -> None:
        """Paste a sprite that stands for something, and note it."""
        self.placed.append(Placed(what, key, x, y))
        self.stamp(sprite, x, y)

    def fill(self, box: Box, colour: int) -> None:
        """Fill a rectangle (right and lower edge excluded) with a palette entry."""
        left, top, right, bottom = box
        if right > left and bottom > top:
            self._steps.append((top, bottom, left + MARGIN, _Colour(right + MARGIN, colour)))

    def bands(self) -> tuple[bytes, ...]:
        """Return the picture as it is now, to start others with."""
        rows, tall = memoryview(self._drawn().data), PITCH * BAND
        return tuple(bytes(rows[at : at + tall]) for at in range(0, len(rows), tall))

    def png(self) -> bytes:
        """Return the picture as PNG bytes."""
        rows = _rows()
        parts = [self._part(rows, top, bottom) for top, bottom in pairwise(CUTS)]
        _SPARE[:] = [rows]
        return write_png(parts, WIDTH, HEIGHT, self.palette)

    def _part(self, rows: Rows, top: int, bottom: int) -> Part:
        steps = [step for step in self._steps if step[0] < bottom and step[1] > top]
        start = self._start[top // BAND : bottom // BAND]

        def packed() -> Part:
            rows.fill(start, steps, top)
            return pack(memoryview(rows.data)[top * PITCH : bottom * PITCH])

        if bottom == HEIGHT or not self._comes_again:
            return packed()
        return PARTS.get((top, start, *steps), packed)

    def picture(self) -> Image.Image:
        """Return the picture without its filter column, in mode P."""
        shown = self._drawn().image.crop((MARGIN, 0, PITCH, HEIGHT))
        shown.putpalette(self.palette)
        return shown

    def _drawn(self) -> Rows:
        rows = Rows()
        rows.fill(self._start, self._steps)
        return rows
