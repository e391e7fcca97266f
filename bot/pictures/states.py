"""What should be known of a round that is not simply running, and of each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.phase import Phase

if TYPE_CHECKING:
    from bot.pictures.signs import Tone
    from bot.pictures.table_face import TableFace
    from bot.rules.views import PublicView, SeatSummary

ALMOST_OUT: Final = 3
"""A Nertz pile of so few cards is shown as a warning."""


def state_key(view: PublicView) -> str | None:
    """Return the key of the words for the state of a round, or None while it runs."""
    if view.paused:
        return "picture.state.paused"
    if view.phase is Phase.RUNNING:
        return None
    return f"picture.state.{view.phase.value}"


def seat_state(seat: SeatSummary, view: PublicView, table: TableFace) -> tuple[str, Tone] | None:
    """Return the key of the one thing that should be known of a seat, and how loud it is."""
    states: tuple[tuple[bool, str, Tone], ...] = (
        (seat.seat == view.caller, "picture.seat.called", "gold"),
        (seat.left, "picture.seat.left", "quiet"),
        (seat.nertz_count == 0, "picture.seat.out", "gold"),
        (seat.nertz_count <= ALMOST_OUT, "picture.seat.almost", "alarm"),
        (table.is_away(seat.seat), "picture.seat.away", "quiet"),
        (seat.voted, "picture.seat.stuck", "quiet"),
        (table.is_practice(seat.seat), "picture.seat.practice", "quiet"),
    )
    return next(((key, tone) for holds, key, tone in states if holds), None)
