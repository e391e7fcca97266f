"""A press of a button, as it is brought to whom it concerns."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import discord

    from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class Click:
    """A press of a button on a message of a table that lives."""

    interaction: discord.Interaction
    table: Table
    slot: str
    number: int | None = None
    """The number at the end of the slot, if it has one."""

    @property
    def person(self) -> int:
        """The id of who clicked."""
        return self.interaction.user.id


Handler = Callable[[Click], Awaitable[None]]


class Route(NamedTuple):
    """Who answers the clicks on a slot: `kind` alone, or followed by one of the numbers."""

    kind: str
    handler: Handler
    numbers: Collection[int | None] = (None,)
