"""Words, numbers, badges and outlines on the felt: small sprites, drawn once each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from PIL import Image

from bot.pictures.canvas import Sprite
from bot.pictures.colours import ALARM, BLACK_INK, CREAM, FELTS, GOLD, RED_INK, RGB
from bot.pictures.icons import icon_mask
from bot.pictures.lettering import ascent, lettering
from bot.pictures.shapes import crown_mask, slab, suit_mask, turn_mask
from bot.pictures.sprite_cache import SpriteCache

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from bot.pictures.look import Look
    from bot.pictures.palette import Palette

Ground = Literal["felt", "panel", "face"]
Tone = Literal["ink", "gold", "alarm", "quiet", "black", "red"]

_BOLD: Final = 0.05
_FRAME: Final = 4
_FEW: Final = 3
"""Longer texts are words: they are written less boldly than numbers."""
_HALF: Final = [0] * 128 + [255] * 128
"""Cuts a grey mask to black and white."""


class Signs:
    """The signs of one look."""

    def __init__(self, look: Look, palette: Palette) -> None:
        self.felt: Final = FELTS[look.theme]
        self._palette = palette
        self._sprite_cache = SpriteCache()
        self._grounds: dict[Ground, RGB] = {
            "felt": self.felt.felt,
            "panel": self.felt.panel,
            "face": self.felt.face,
        }
        self._tones: dict[Tone, RGB] = {
            "ink": self.felt.ink,
            "gold": self.felt.accent,
            "alarm": ALARM,
            "quiet": self.felt.rim,
            "black": BLACK_INK,
            "red": RED_INK,
        }
        self._badges: dict[Tone, tuple[RGB, RGB]] = {
            "gold": (GOLD, BLACK_INK),
            "alarm": (ALARM, CREAM),
            "ink": (self.felt.ink, self.felt.felt),
            "quiet": (self.felt.rim, self.felt.ink),
        }

    def ground(self, name: Ground) -> RGB:
        """Return the colour of a ground."""
        return self._grounds[name]

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
        return self._sprite_cache.get(
            key, lambda: self.inked(lettering(text, height, weight, widest), ground, self._tones[tone])
        )

    def inked(self, mask: Image.Image, ground: Ground, ink: RGB) -> Sprite:
        """Return a grey mask in a colour on a ground."""
        image = Image.new("RGB", mask.size, self._grounds[ground])
        image.paste(ink, (0, 0), mask)
        return self._sprite(image)

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
        return self._sprite_cache.get(key, lambda: self._pill(text, height, ground, tone, crown, widest))

    def _pill(
        self, text: str, height: int, ground: Ground, tone: Tone, crown: bool, widest: int | None
    ) -> Sprite:
        fill, ink = self._badges[tone]
        tall = round(height * 1.7)
        mark = round(height * 1.1) + 5 if crown else 0
        weight = _BOLD if len(text) <= _FEW else _BOLD / 2
        mask = lettering(text, height, weight, widest - tall // 2 - 4 - mark if widest else None)
        wide = max(tall, mask.width + tall // 2 + 4 + mark)
        image = Image.new("RGB", (wide, tall), self._grounds[ground])
        image.paste(fill, (0, 0), slab(wide, tall, tall // 2))
        self._write(image, mask, height, ink, mark)
        return self._sprite(image)

    def tally(self, text: str, height: int, *, crown: bool = False) -> Sprite:
        """Return a number on a slab that may lie on any pattern: its corners are cut out."""
        return self._sprite_cache.get(
            ("tally", text, height, crown), lambda: self._tally(text, height, crown)
        )

    def _tally(self, text: str, height: int, crown: bool) -> Sprite:
        mask = lettering(text, height, _BOLD)
        tall = round(height * 1.9)
        mark = round(height * 1.1) + 6 if crown else 0
        wide = max(tall, mask.width + tall // 2 + 6 + mark)
        image = Image.new("RGB", (wide, tall), CREAM)
        image.paste(BLACK_INK, (0, 0), slab(wide, tall, tall // 2))
        image.paste(CREAM, (3, 3), slab(wide - 6, tall - 6, tall // 2 - 3))
        self._write(image, mask, height, BLACK_INK, mark)
        return self._sprite(image, slab(wide, tall, tall // 2).point(_HALF).convert("1"))

    def _write(self, image: Image.Image, mask: Image.Image, height: int, ink: RGB, mark: int) -> None:
        """Write a text into the middle of a badge, after a crown that is `mark` pixels wide."""
        left, top = (image.width - mask.width - mark) // 2, (image.height - height) // 2
        if mark:
            image.paste(ink, (left, top), crown_mask(mark - 5, height))
        image.paste(ink, (left + mark, top - ascent(height)), mask)

    def suit(self, suit: int, size: int, ground: Ground = "felt") -> Sprite:
        """Return the faint suit of an empty place."""
        key = ("suit", suit, size, ground)
        return self._sprite_cache.get(key, lambda: self.inked(suit_mask(suit, size), ground, self.felt.faint))

    def icon(self, name: str, size: int, ground: Ground = "felt", tone: Tone = "ink") -> Sprite:
        """Return an icon (see `icons`) in a square."""
        key = ("icon", name, size, ground, tone)
        return self._sprite_cache.get(
            key, lambda: self.inked(icon_mask(name, size), ground, self._tones[tone])
        )

    def cut_out(self, key: Hashable, mask: Callable[[], Image.Image], ink: RGB) -> Sprite:
        """Return a shape that may lie on anything: its edge is cut hard."""
        return self._sprite_cache.get(key, lambda: self._cut_out(mask(), ink))

    def _cut_out(self, mask: Image.Image, ink: RGB) -> Sprite:
        return self._sprite(Image.new("RGB", mask.size, ink), mask.point(_HALF).convert("1"))

    def turn_arrow(self, size: int) -> Sprite:
        """Return the round arrow of an empty stock: the waste can be turned over."""
        return self._sprite_cache.get(
            ("turn", size), lambda: self.inked(turn_mask(size), "felt", self.felt.ink)
        )

    def panel(self, width: int, height: int, radius: int) -> Sprite:
        """Return an area set apart from the felt."""
        key = ("panel", width, height, radius)
        return self._sprite_cache.get(
            key, lambda: self.inked(slab(width, height, radius), "felt", self.felt.panel)
        )

    def outline(self, width: int, height: int, radius: int, ground: Ground = "felt") -> Sprite:
        """Return the outline of an empty place."""
        key = ("outline", width, height, radius, ground)
        return self._sprite_cache.get(
            key, lambda: self.inked(slab(width, height, radius, 2), ground, self.felt.rim)
        )

    def frame(self, width: int, height: int, radius: int) -> Sprite:
        """Return a golden line around a panel; its inside is left alone."""
        return self._sprite_cache.get(("frame", width, height), lambda: self._frame(width, height, radius))

    def _frame(self, width: int, height: int, radius: int) -> Sprite:
        image = Image.new("RGB", (width, height), self.felt.felt)
        image.paste(self.felt.panel, (0, 0), slab(width, height, radius))
        line = slab(width, height, radius, _FRAME)
        image.paste(self.felt.mark, (0, 0), line)
        inside = (_FRAME, radius, width - _FRAME, height - radius)
        return Sprite(self._palette.quantise(image), line.point(_HALF).convert("1"), inside)

    def _sprite(self, image: Image.Image, mask: Image.Image | None = None) -> Sprite:
        return Sprite(self._palette.quantise(image), mask)
