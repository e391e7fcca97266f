"""Where people are: everybody in one place at most.

A *place* is a seat or a line of the waiting list. A *request* is to ask for a partner's seat, or to be
invited to one; people without a place may have requests, and people with one may, too, until they are let
in. Whoever changes places does it here, so that the old place and the requests go with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.tables.seats import Seat, TableState


def is_known_here(state: TableState, person: int) -> bool:
    """Return whether a person has a place or a request."""
    return has_place(state, person) or person in state.asks or person in state.invites


def has_place(state: TableState, person: int) -> bool:
    """Return whether a person has a seat or waits for one."""
    return state.seat_of(person) is not None or person in state.waiting


def drop_requests(state: TableState, person: int) -> None:
    """End what a person asked for or was invited to, and what others hoped for from that person."""
    for requests in (state.asks, state.invites):
        requests.pop(person, None)
        for other in [other for other, asked in requests.items() if asked == person]:
            del requests[other]


def drop_all_requests(state: TableState) -> None:
    """End all requests: seats are no longer shared anew."""
    state.asks.clear()
    state.invites.clear()


def move_to(state: TableState, person: int, seat: Seat) -> None:
    """Let a person take a place at a seat, and give up every other one. In the lobby only."""
    drop_requests(state, person)
    stand_up(state, person)
    seat.people.append(person)


def stand_up(state: TableState, person: int) -> None:
    """Take a person from the list, or from a seat, which goes if it was theirs alone. In the lobby only."""
    if person in state.waiting:
        state.waiting.remove(person)
    at = state.seat_of(person)
    if at is not None:
        state.seats[at].people.remove(person)
        if not state.seats[at].people:
            del state.seats[at]
