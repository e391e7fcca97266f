"""The story of a round, and what is wrong with a file of one, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.story import CARD_DATA, PILE_DATA, SEAT_DATA

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.locales.words import Words
    from bot.rules.files import DamagedFile
    from bot.rules.story import Told


def told_in_words(told: Told, words: Words, name_of: Callable[[int], str]) -> str:
    """Return one sentence of a story; `name_of` names a seat (from 0)."""
    data = dict(told.data)
    data |= {name: words.card(data[name]) for name in CARD_DATA if name in data}
    data |= {name: name_of(data[name]) for name in SEAT_DATA if name in data}
    data |= {name: _pile(data[name], words) for name in PILE_DATA if name in data}
    return words(f"story.{told.code}", **data)


def damage_in_words(damage: DamagedFile, words: Words) -> str:
    """Return at which line a file fails, and why."""
    return words(f"verify.{damage.code}", line=damage.line, **damage.data)


def _pile(name: str, words: Words) -> str:
    if name[0] == "W":
        return words("place.work", pile=name[1:])
    return words({"N": "place.nertz", "V": "place.waste"}.get(name, "place.foundations"))
