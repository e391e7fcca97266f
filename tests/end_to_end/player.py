"""A member of the server who plays with the buttons of the hand, looking only at what the page shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.interactions import Answer
    from bot.sandbox.person import PersonDriver
    from bot.sandbox.shown import Button, Shown

GREEN, BLUE, RED = 3, 1, 4
_HAND = re.compile(r"hand_(\d+)_(\d+)\.png")


class Player:
    """Taps what is green, then what is blue, else draws; calls as soon as the button turns red."""

    def __init__(self, driver: PersonDriver, channel: str) -> None:
        self.driver = driver
        self.channel = channel
        self.name = driver.name
        self.idle = 0
        """Actions since the last card that was played."""
        self.answered: list[str] = []
        """Names of the pictures that came as answers to clicks."""

    @property
    def hand(self) -> Shown:
        """The newest hand that is seen; LookupError if there is none."""
        return self._newest(lambda one: picture_of(one) is not None)

    @property
    def board(self) -> Shown:
        """The newest public message; LookupError if there is none."""
        return self._newest(lambda one: not one.ephemeral)

    def _newest(self, wanted: Callable[[Shown], bool]) -> Shown:
        for one in reversed(self.driver.sees(self.channel)):
            if wanted(one):
                return one
        raise LookupError(f"{self.name} sees no such message")

    async def types(self, path: str, **options: object) -> Answer:
        """Send a command of `/nertz`."""
        return await self.driver.command(self.channel, f"nertz {path}", **options)

    async def presses(self, label: str) -> Answer:
        """Press a button of the newest public message that has one of that label."""
        wanted = await self.driver.until_sees(self.channel, lambda one: not one.ephemeral and has(one, label))
        return await self.driver.click(wanted, label=label)

    async def acts(self) -> Answer | None:
        """Make the best move that the colours show; None once the hand can do nothing more."""
        hand = self.hand
        button = self._best({slot_of(one): one for one in hand.buttons})
        if button.disabled:
            return None
        answer = await self.driver.click(hand, custom_id=button.custom_id)
        if (shown := picture_of(self.hand)) is not None:
            self.answered.append(shown)
        return answer

    def _best(self, buttons: dict[str, Button]) -> Button:
        if buttons["z"].style == RED:
            return buttons["z"]
        cards = [buttons[slot] for slot in ("n", "w1", "w2", "w3", "w4", "v")]
        for colour in (GREEN, BLUE):
            for card in cards:
                # A work pile that moves for ever is no progress: blue ones are tapped from N and V only.
                if card.style == colour and not card.disabled and (colour == GREEN or slot_of(card) in "nv"):
                    self.idle = 0
                    return card
        self.idle += 1
        if self.idle > 30:
            self.idle = 0
            return buttons["s"]
        return buttons["s"] if buttons["d"].disabled else buttons["d"]


def slot_of(button: Button) -> str:
    """Return the last part of a custom id."""
    return button.custom_id.rpartition(":")[2]


def has(message: Shown, label: str) -> bool:
    """Tell whether a message has a button of that label."""
    return any(label in (one.label, f"{one.emoji} {one.label}") for one in message.buttons)


def picture_of(message: Shown) -> str | None:
    """Return the name of a hand's picture; None for other messages."""
    if not message.ephemeral:
        return None
    return next((name for name in message.files if _HAND.fullmatch(name)), None)
