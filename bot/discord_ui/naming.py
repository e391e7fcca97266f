"""What people, seats and backs are called in a message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord.utils import escape_markdown

from bot.tables.seats import FORGOTTEN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.locales.words import Words
    from bot.tables.seats import Seat, TableState

BACKS: Final = ("🔴", "🔵", "🟢", "🟡", "🟣", "💠", "🟠", "⚫")
"""One sign for every back, near the colours of `bot.pictures`."""
PRACTICE: Final = "🤖"
_NOBODY: Final = "–"
"""Somebody who wanted to be forgotten."""


def person_name(state: TableState, person: int) -> str:
    """Return a person's display name as it was when they joined; a mention if nobody knows it."""
    name = state.names.get(person)
    if person == FORGOTTEN:
        return _NOBODY
    return escape_markdown(name) if name else f"<@{person}>"


def people_names(state: TableState, people: Iterable[int]) -> str:
    """Return several people's names in a row."""
    return " & ".join(person_name(state, person) for person in people)


def seat_name(state: TableState, at: int) -> str:
    """Return the name of a seat: its person, its two partners, or its practice player."""
    seat = state.seats[at]
    if seat.practice is not None:
        return escape_markdown(seat.name)
    return people_names(state, seat.people)


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
