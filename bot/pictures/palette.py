"""One palette of at most 256 colours per look: antialiasing is baked in as ramps between two colours."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Final

from PIL import Image

from bot.pictures.colours import (
    ALARM,
    BACKS,
    BLACK_INK,
    BRONZE,
    CREAM,
    FELTS,
    GOLD,
    HAIR,
    RED_INK,
    RGB,
    SKIN,
    SUITS,
    mix,
)

if TYPE_CHECKING:
    from bot.pictures.look import Look

_MOST: Final = 256


def _ramps(look: Look) -> list[tuple[RGB, RGB, int]]:
    """Pairs of colours that meet in a picture, and how many steps lie between them."""
    ground = FELTS[look.theme]
    suits = dict.fromkeys((*SUITS[look.deck], BLACK_INK, RED_INK))
    ramps = [
        (ground.felt, ground.ink, 7),
        (ground.panel, ground.ink, 7),
        (ground.felt, ground.shade, 4),
        (ground.felt, ground.rim, 2),
        (ground.panel, ground.rim, 2),
        (ground.felt, ground.faint, 2),
        (ground.face, ground.edge, 3),
        (ground.edge, ground.felt, 2),
        (ground.face, ground.mark, 3),
        (ground.mark, ground.felt, 3),
        (ground.mark, ground.panel, 3),
        (ground.felt, ground.accent, 4),
        (ground.panel, ground.accent, 4),
        (ground.rim, ground.ink, 3),
        (GOLD, ground.felt, 3),
        (GOLD, ground.panel, 3),
        (GOLD, ground.face, 3),
        (GOLD, BLACK_INK, 4),
        (GOLD, BRONZE, 2),
        (BRONZE, ground.face, 1),
        (BRONZE, BACKS[3], 2),
        (SKIN, HAIR, 2),
        (SKIN, ground.face, 1),
        (HAIR, ground.face, 2),
        (ALARM, CREAM, 5),
        (ALARM, ground.felt, 1),
        (ALARM, ground.panel, 1),
    ]
    ramps += [(ground.face, suit, 7) for suit in suits]
    ramps += [(suit, GOLD, 2) for suit in suits if suit != BLACK_INK]
    ramps += [(back, CREAM, 4) for back in BACKS]
    ramps += [(back, ground.panel, 2) for back in BACKS]
    return ramps


class Palette:
    """The colours of one look, and the way from RGB to them."""

    def __init__(self, look: Look) -> None:
        ground = FELTS[look.theme]
        colours: dict[RGB, None] = dict.fromkeys(
            (ground.felt, ground.panel, ground.rim, ground.ink, ground.faint, ground.shade, ground.face)
        )
        for one, other, steps in _ramps(look):
            for step in range(steps + 2):
                colours[mix(one, other, step / (steps + 1))] = None
        if len(colours) > _MOST:
            raise ValueError(f"{len(colours)} colours do not fit into one palette")
        self.colours: Final = tuple(colours)
        self.data: Final = bytes(part for colour in self.colours for part in colour)
        self._index = {colour: place for place, colour in enumerate(self.colours)}
        self._lock = Lock()
        self._image = Image.new("P", (1, 1))
        self._image.putpalette(self.data)

    def index(self, colour: RGB) -> int:
        """Return the entry of a colour that the palette holds exactly."""
        return self._index[colour]

    def quantise(self, image: Image.Image) -> Image.Image:
        """Return the palette image nearest to an RGB one."""
        with self._lock:  # Pillow keeps what it has found in the palette's own memory
            return image.quantize(palette=self._image, dither=Image.Dither.NONE)
