"""What a practice player believes about the foundations: what it saw, and what it played itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.rules.views import FoundationView, Landing

_KING = 12
"""`card % 13` of a king."""


def believed_fits(seat: int, seen: Sequence[FoundationView], landings: Sequence[Landing]) -> frozenset[Card]:
    """Return the cards, aces aside, that a foundation seems to wait for.

    The others' plays count as `seen`; a player knows at once what it played itself (`landings` of `seat`).
    """
    tops = {index: pile.suit * 13 + pile.rank - 1 for index, pile in enumerate(seen)}
    for landing in landings:
        if landing.seat == seat:
            tops[landing.foundation] = max(landing.card, tops.get(landing.foundation, 0))
    return frozenset(top + 1 for top in tops.values() if top % 13 != _KING)
