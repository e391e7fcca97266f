"""When a round is not simply running, pictures say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.phase import Phase

if TYPE_CHECKING:
    from bot.rules.views import PublicView


def state_key(view: PublicView) -> str | None:
    """Return the key of the words for the state of a round, or None while it runs."""
    if view.paused:
        return "picture.state.paused"
    if view.phase is Phase.RUNNING:
        return None
    return f"picture.state.{view.phase.value}"
