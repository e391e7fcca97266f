"""Where a round stands."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """The stations of a round (RULES.md section 5). A pause is no phase: it may lie over any of them."""

    DEALT = "dealt"
    RUNNING = "running"
    CLOSING = "closing"
    """Somebody called; cards in the air may finish their move."""
    CALLED = "called"
    STUCK = "stuck"
    VOID = "void"

    @property
    def over(self) -> bool:
        """Return whether nothing can be played any more."""
        return self in (Phase.CALLED, Phase.STUCK, Phase.VOID)
