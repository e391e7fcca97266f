"""What people, seats and backs are called in a message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord.utils import escape_markdown

if TYPE_CHECKING:
    from bot.locales.words import Words
    from bot.tables.seats import Seat, TableState

BACKS: Final = ("🔴", "🔵", "🟢", "🟡", "🟣", "💠", "🟠", "⚫")
"""One sign for every back, in the colours of `bot.pictures`."""
PRACTICE: Final = "🤖"


def person_name(state: TableState, person: int) -> str:
    """Return a person's display name as it was when they joined; a mention if nobody knows it."""
    name = state.names.get(person)
    return escape_markdown(name) if name else f"<@{person}>"


def seat_name(state: TableState, at: int, words: Words) -> str:
    """Return the name of a seat: its person, its two partners, or its practice player."""
    seat = state.seats[at]
    if seat.practice is not None or not seat.people:
        return f"{PRACTICE} {escape_markdown(seat.name) or words('seat.practice')}"
    return words("list.and").join(person_name(state, person) for person in seat.people)


def marked_name(state: TableState, at: int, words: Words) -> str:
    """Return a seat's sign and its name in bold."""
    return f"{BACKS[state.seats[at].back]} **{seat_name(state, at, words)}**"


def away_mark(seat: Seat, words: Words) -> str:
    """Return why nobody acts at a seat, in a word; empty if somebody does."""
    if seat.left:
        return words("seat.left")
    if seat.held is not None:
        return words("seat.held")
    return words("seat.frozen") if seat.frozen else ""
