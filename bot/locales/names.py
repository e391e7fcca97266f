"""What people wrote, names first of all, as plain text may hold it: on one line, and all of it shows.

A name must not change how anything beside it reads. So signs that turn a line round, that show nothing, or
that would cling to what stands before the name do not get through, and a name that runs from right to left
keeps its direction to itself.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_NAME: Final = 32
"""Signs of a name; Discord's own are no longer."""
_BLANKS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159")
"""Letters and symbols that show nothing."""
_JOINERS: Final = frozenset("\u200c\u200d\ufe0e\ufe0f")
"""Show nothing by themselves, but join letters or make one picture of several."""
_UNSEEN: Final = frozenset("\u034f\u17b4\u17b5\u2065\ufffc\U00016fe4")
_UNSEEN_RANGES: Final = (
    (0x180B, 0x180F),
    (0xFDD0, 0xFDEF),
    (0xFE00, 0xFE0D),
    (0xFFF0, 0xFFF8),
    (0xE0000, 0xE0FFF),
)
_MOST_MARKS: Final = 4
"""Accents and joiners on one sign: more of them reach into other lines."""
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_ISOLATE: Final = "\u2068"
_END: Final = "\u2069"


@lru_cache(maxsize=4096)
def plain(text: str, longest: int = LONGEST_NAME) -> str:
    """Return what shows of a name or text, on one line, cut to `longest` signs; "" if nothing does."""
    shown = " ".join(_settled(map(_harmless, text)).split())
    if all(_clings(sign) or sign == " " for sign in shown):
        return ""
    if len(shown) > longest:
        shown = shown[: longest - 1].rstrip() + "…"
    if any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in shown):
        return f"{_ISOLATE}{shown}{_END}"
    return shown


def _harmless(sign: str) -> str:
    """Return a sign, a space for what takes room and shows nothing, or nothing."""
    category, number = unicodedata.category(sign), ord(sign)
    if category in ("Cc", "Zs", "Zl", "Zp") or sign in _BLANKS:
        return " "
    if sign in _JOINERS:
        return sign
    if category in ("Cf", "Cs", "Co") or sign in _UNSEEN or number & 0xFFFE == 0xFFFE:
        return ""
    return "" if any(first <= number <= last for first, last in _UNSEEN_RANGES) else sign


def _settled(signs: Iterable[str]) -> str:
    """Join signs; what clings to the one before it needs one, and only a few may cling to the same."""
    settled, clinging = [""], 0
    for sign in filter(None, signs):
        clinging = clinging + 1 if _clings(sign) else 0
        if not clinging or (settled[-1].strip() and clinging <= _MOST_MARKS):
            settled.append(sign)
    return "".join(settled).rstrip("".join(_JOINERS))


def _clings(sign: str) -> bool:
    return sign in _JOINERS or unicodedata.category(sign).startswith("M")
