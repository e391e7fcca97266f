"""What is known of a table's public message, before and after Discord has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Fate = Literal["stays", "goes", "gone"]
"""What becomes of the message before: it stays without buttons, is to be deleted, or is there no more."""


@dataclass(slots=True)
class PublicMessage:
    """The newest public message of a table, and the one before as long as something is to be done to it.

    `number` is kept before a message is sent and `id` afterwards, so that no kill in between makes two of it
    or none: whoever finds a number without an id sends the message again, by the same name.
    """

    number: int = 0
    """Counts the messages of the table; 0: none was asked for, so nobody can have seen the table."""
    id: int | None = None
    """Discord's id of the newest; None: it may have been sent or not."""
    before: int | None = None
    """Discord's id of the one before, until it is finished or deleted."""
    before_stays: bool = False
    """The one before shows a finished round."""

    def ask(self, fate: Fate) -> int:
        """Turn to a new message, and return its number."""
        self.before = None if fate == "gone" else self.id
        self.before_stays = fate == "stays"
        self.number += 1
        self.id = None
        return self.number

    def note(self, number: int, message_id: int) -> bool:
        """Take the id of a message that was sent; return whether that is news."""
        if number == self.number and self.id != message_id:
            self.id = message_id
            return True
        if number == self.number - 1 and self.before is None and self.id is None:
            self.before = message_id  # It was still on its way when the next one was asked for.
            return True
        return False

    def settle(self, message_id: int) -> bool:
        """Note that nothing is to be done any more to the one before; return whether that is news."""
        if self.before != message_id:
            return False
        self.before = None
        return True
