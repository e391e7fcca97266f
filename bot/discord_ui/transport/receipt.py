"""When an interaction came: taken once, where it arrives, so that waits never add up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import discord

    from bot.tables.ports import Clock

LATE: Final = 1.5
"""Seconds after its receipt at which an interaction is announced or acknowledged."""
_KEY: Final = "received"
"""Among the extras of an interaction."""


def received(interaction: discord.Interaction, clock: Clock) -> float:
    """Return when an interaction came (monotonic seconds): when this was asked for the first time."""
    at: float = interaction.extras.setdefault(_KEY, clock.now())
    return at


def time_left(interaction: discord.Interaction, clock: Clock) -> float:
    """Return the seconds until an interaction is answered whatever is not ready; none if they are over."""
    return max(0.0, received(interaction, clock) + LATE - clock.now())
