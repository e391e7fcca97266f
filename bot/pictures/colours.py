"""The colours of felt, cards and backs.

Suits of the four-colour deck, and the eight backs, were searched for: every pair differs by a colour
distance (CIEDE2000) of at least 20, also as seen with protanopia, deuteranopia and tritanopia.
`tests/pictures/test_colours.py` holds them to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.pictures.look import Deck, Theme

RGB = tuple[int, int, int]

BLACK_INK: Final[RGB] = (20, 22, 28)
RED_INK: Final[RGB] = (194, 0, 0)
BLUE_INK: Final[RGB] = (13, 19, 225)
GREEN_INK: Final[RGB] = (0, 128, 102)

GOLD: Final[RGB] = (255, 196, 46)
BRONZE: Final[RGB] = (176, 116, 18)
CREAM: Final[RGB] = (255, 250, 236)
SKIN: Final[RGB] = (244, 208, 172)
HAIR: Final[RGB] = (112, 62, 32)
ALARM: Final[RGB] = (214, 40, 40)

SUITS: Final[dict[Deck, tuple[RGB, ...]]] = {
    "two-colour": (BLACK_INK, RED_INK, RED_INK, BLACK_INK),
    "four-colour": (BLACK_INK, RED_INK, BLUE_INK, GREEN_INK),
}

BACKS: Final[tuple[RGB, ...]] = (
    (195, 5, 25),
    (32, 36, 143),
    (25, 112, 103),
    (255, 221, 46),
    (149, 115, 216),
    (118, 220, 215),
    (223, 134, 107),
    (51, 20, 35),
)


@dataclass(frozen=True, slots=True)
class Felt:
    """What lies under the cards in one theme."""

    felt: RGB
    panel: RGB
    """Areas set apart from the felt."""
    rim: RGB
    """Lines of empty places and panels."""
    ink: RGB
    """Digits and labels on felt and panel."""
    faint: RGB
    """Suits of empty places."""
    accent: RGB
    """Own counts and what deserves a look."""
    mark: RGB
    """Ring around what just changed."""
    shade: RGB
    """Deepest point of a shadow."""
    face: RGB
    edge: RGB
    """Outline of a card."""


FELTS: Final[dict[Theme, Felt]] = {
    "dark": Felt(
        felt=(20, 62, 52),
        panel=(14, 46, 39),
        rim=(58, 110, 95),
        ink=(244, 243, 234),
        faint=(38, 86, 73),
        accent=(255, 196, 46),
        mark=(255, 196, 46),
        shade=(6, 26, 21),
        face=(250, 249, 244),
        edge=(132, 134, 130),
    ),
    "light": Felt(
        felt=(212, 226, 208),
        panel=(192, 210, 190),
        rim=(132, 160, 134),
        ink=(22, 44, 34),
        faint=(174, 196, 172),
        accent=(122, 68, 0),
        mark=(238, 96, 0),
        shade=(140, 164, 142),
        face=(255, 255, 252),
        edge=(122, 132, 124),
    ),
}


def mix(one: RGB, other: RGB, share: float) -> RGB:
    """Return the colour `share` of the way from one to the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
