"""The picture while it is composed: a palette image on which finished sprites are pasted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bot.pictures.png import write_png

if TYPE_CHECKING:
    from PIL import Image

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A finished piece in the colours of one palette; pixels outside `mask` are left alone."""

    image: Image.Image
    mask: Image.Image | None = None

    @property
    def width(self) -> int:
        """Width in pixels."""
        return self.image.width

    @property
    def height(self) -> int:
        """Height in pixels."""
        return self.image.height


@dataclass(frozen=True, slots=True)
class Placed:
    """What was put where: lets tests (and the alt text's author) check a picture against its view."""

    what: str
    key: int
    x: int
    y: int


@dataclass(slots=True)
class Canvas:
    """One column wider than the picture: column 0 is the row filter of the PNG (see `png`)."""

    image: Image.Image
    palette: bytes
    placed: list[Placed] = field(default_factory=list)

    @property
    def width(self) -> int:
        """Width of the picture."""
        return self.image.width - MARGIN

    @property
    def height(self) -> int:
        """Height of the picture."""
        return self.image.height

    def stamp(self, sprite: Sprite, x: int, y: int) -> None:
        """Paste a sprite with its upper left corner at a place of the picture."""
        if sprite.mask is None:
            self.image.paste(sprite.image, (x + MARGIN, y))
        else:
            self.image.paste(sprite.image, (x + MARGIN, y), sprite.mask)

    def put(self, what: str, key: int, sprite: Sprite, x: int, y: int) -> None:
        """Paste a sprite that stands for something, and note it."""
        self.placed.append(Placed(what, key, x, y))
        self.stamp(sprite, x, y)

    def fill(self, box: Box, colour: int) -> None:
        """Fill a rectangle (right and lower edge excluded) with a palette entry."""
        left, top, right, bottom = box
        if right > left and bottom > top:
            self.image.paste(colour, (left + MARGIN, top, right + MARGIN, bottom))

    def png(self) -> bytes:
        """Return the picture as PNG bytes."""
        return write_png(self.image.tobytes(), self.width, self.height, self.palette)

    def picture(self) -> Image.Image:
        """Return the picture without its filter column, in mode P."""
        shown = self.image.crop((MARGIN, 0, self.image.width, self.image.height))
        shown.putpalette(self.palette)
        return shown


MARGIN: Final = 1
