"""What each kind of move is worth to a practice player: only the order matters, best first.

What is worth less than `DRAWS` is made by nobody who can still draw; `NO` is never made.
"""

from __future__ import annotations

from typing import Final

CALL: Final = 200
NERTZ_OUT: Final = 100
WORK_OUT: Final = 82
WASTE_OUT: Final = 80
NERTZ_ON_CARD: Final = 72
NERTZ_UNDER: Final = 70
KEEPS_PLACE: Final = 68
"""A work top that could go out, while the Nertz card has its only place on it."""
MAKES_PLACE: Final = 66
"""A card of the waste that the Nertz card can follow."""
NERTZ_TO_SPACE: Final = 62
UNCOVERS_PLACE: Final = 58
MAKES_SPACE: Final = 57
UNCOVERS_OUT: Final = 56
WASTE_UNDER: Final = 42
WASTE_ON_CARD: Final = 40
WASTE_TO_SPACE: Final = 36
UNCOVERS_FOR_WASTE: Final = 30
BETTER_THAN_NOTHING: Final = 28
"""A move that it makes only once the stock went by in vain."""
LONG_WAY: Final = 27
"""The first of several runs to move."""
SHIFTS: Final = 26
GIVES_UP: Final = 25
DRAWS: Final = 20
NO: Final = 0
