"""What people, seats and backs are called: the one place that reads names, and text that somebody typed.

Whatever people wrote comes out of here, literal in a message (`written`, and all that ends in `_name`), or as
plain text for pictures and threads (`plain_…`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bot.locales.names import LONGEST_NAME, plain
from bot.tables.seats import FORGOTTEN

if TYPE_CHECKING:
    from collections.abc import Iterable

    import discord

    from bot.locales.words import Words
    from bot.tables.seats import Seat, TableState

BACKS: Final = ("🔴", "🔵", "🟢", "🟡", "🟣", "💠", "🟠", "⚫")
"""One sign for every back, near the colours of `bot.pictures`."""
PRACTICE: Final = "🤖"
_NOBODY: Final = "–"
"""Somebody who wanted to be forgotten."""


_LONGEST_TYPED: Final = 100
"""Signs of a typed text that are said back."""
_MARKDOWN: Final = re.compile(r"[\\*_~|`<>#\[\]():@+.\-]")
"""Signs that Discord may read as more than themselves: formats, lists, links, mentions, emojis."""


def written(text: str, longest: int = _LONGEST_TYPED) -> str:
    """Return what somebody wrote as a message may hold it: it reads as it stands, and does nothing."""
    return _MARKDOWN.sub(r"\\\g<0>", plain(text, longest))


def given_name(user: discord.abc.User) -> str:
    """Return the display name that Discord tells of somebody, as plain text, for a table to keep."""
    return _plain(user.display_name, user.id)


def person_name(state: TableState, person: int) -> str:
    """Return a person's display name as it was when they joined; a mention if nobody knows it."""
    if person == FORGOTTEN or person in state.names:
        return written(plain_person_name(state, person), LONGEST_NAME)
    return f"<@{person}>"


def people_names(state: TableState, people: Iterable[int]) -> str:
    """Return several people's names in a row."""
    return " & ".join(person_name(state, person) for person in people)


def seat_name(state: TableState, at: int) -> str:
    """Return the name of a seat: its person, its two partners, or its practice player."""
    seat = state.seats[at]
    if seat.practice is not None:
        return written(seat.name, LONGEST_NAME)
    return people_names(state, seat.people)


def plain_person_name(state: TableState, person: int) -> str:
    """Return a person's display name for plain text; a number where it is not known or shows nothing."""
    if person == FORGOTTEN:
        return _NOBODY
    return _plain(state.names.get(person, ""), person)


def plain_seat_name(state: TableState, at: int) -> str:
    """Return the name of a seat for plain text."""
    seat = state.seats[at]
    if seat.practice is not None:
        return plain(seat.name)
    return " & ".join(plain_person_name(state, person) for person in seat.people)


def _plain(name: str, person: int) -> str:
    return plain(name) or f"#{person % 10_000:04d}"


def marked_name(state: TableState, at: int) -> str:
    """Return a seat's sign and its name in bold."""
    return f"{BACKS[state.seats[at].back]} **{seat_name(state, at)}**"


def away_mark(seat: Seat, words: Words) -> str:
    """Return why its people don't act at a seat, in a word; empty if they do."""
    if seat.left:
        return words("seat.left")
    if seat.held is not None:
        return words("seat.held", robot=PRACTICE)
    return words("seat.frozen") if seat.frozen else ""


def pile_name(pile: str, words: Words) -> str:
    """Return what people call a pile, named `N`, `V`, `W1` and so on."""
    if pile[0] == "W":
        return words("place.work", pile=pile[1:])
    return words("place.nertz" if pile == "N" else "place.waste")


def moment(at_ms: int) -> str:
    """Return a point in time that Discord counts down to, in everybody's own language."""
    return f"<t:{round(at_ms / 1000)}:R>"
