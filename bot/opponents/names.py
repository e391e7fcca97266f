"""Names of practice players: words of card games that are the same in every language."""

from __future__ import annotations

from typing import Final

MARKER: Final = "🤖"
"""Stands before every practice player's name, wherever it is shown."""

_NAMES: Final = ("Pip", "Faro", "Riffle", "Bezique", "Skat", "Piquet", "Trey", "Tarot")


def practice_names(n: int) -> tuple[str, ...]:
    """Return `n` different names, the same ones every time.

    >>> practice_names(2)
    ('🤖 Pip', '🤖 Faro')
    """
    return tuple(f"{MARKER} {_name(number)}" for number in range(n))


def _name(number: int) -> str:
    lap, place = divmod(number, len(_NAMES))
    return _NAMES[place] if lap == 0 else f"{_NAMES[place]} {lap + 1}"
