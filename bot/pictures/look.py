"""How a person wants the cards to look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Theme = Literal["light", "dark"]
Deck = Literal["two-colour", "four-colour"]

THEMES: Final[tuple[Theme, ...]] = ("dark", "light")
DECKS: Final[tuple[Deck, ...]] = ("two-colour", "four-colour")


@dataclass(frozen=True, slots=True)
class Look:
    """Felt and deck of a picture: a setting of each person, and of a server for its boards."""

    theme: Theme = "dark"
    deck: Deck = "two-colour"


LOOKS: Final = tuple(Look(theme, deck) for theme in THEMES for deck in DECKS)
