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
_TURNS_WORK, _LOOKS_FURTHER, _GIVES_UP = 15, 24, 30
"""Actions in vain after which a player moves a work pile, looks at More, and says "stuck"."""
_HAND = re.compile(r"hand_(\d+)_(\d+)\.png")


class Player:
    """Taps what is green, then what is blue, else draws; calls as soon as the button turns red.

    After many draws in vain a move is made that is no progress but may lead to some; then "stuck" is said.
    """

    def __init__(self, driver: PersonDriver, channel: str) -> None:
        self.driver = driver
        self.channel = channel
        self.name = driver.name
        self.idle = 0
        """Actions since the last card that was played."""
        self._chooses = False
        """Has asked for More to move something."""
        self._changes = 0
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
        if "b" in buttons:
            return self._one_of_more(buttons)
        if buttons["z"].style == RED:
            return buttons["z"]
        cards = [buttons[slot] for slot in ("n", "w1", "w2", "w3", "w4", "v")]
        playable = [card for card in cards if not card.disabled]
        green = [card for card in playable if card.style == GREEN]
        blue = [card for card in playable if card.style == BLUE]
        # A work pile that moves for ever is no progress.
        if progress := green + [card for card in blue if slot_of(card) in "nv"]:
            self.idle = 0
            return progress[0]
        self.idle += 1
        if self.idle > _GIVES_UP:
            self.idle = 0
            return buttons["s"]
        return self._change(buttons, blue) or buttons["s" if buttons["d"].disabled else "d"]

    def _change(self, buttons: dict[str, Button], blue: list[Button]) -> Button | None:
        """Return what to do now and then if nothing goes on."""
        if self.idle == _TURNS_WORK and blue:
            return blue[0]
        if self.idle in (_TURNS_WORK, _LOOKS_FURTHER):
            self._chooses = True
            return buttons["o"]
        return None

    def _one_of_more(self, buttons: dict[str, Button]) -> Button:
        """Return a move of More, a different one each time; back if one was made or there is none."""
        moves = [button for slot, button in buttons.items() if re.fullmatch(r"m\d+", slot)]
        if not self._chooses or not moves:
            return buttons["b"]
        self._chooses = False
        self._changes += 1
        return moves[self._changes % len(moves)]


def slot_of(button: Button) -> str:
    """Return the last part of a custom id."""
    return button.custom_id.rpartition(":")[2]


def has(message: Shown, label: str) -> bool:
    """Return whether a message has a button of that label."""
    return any(label in (one.label, f"{one.emoji} {one.label}") for one in message.buttons)


def picture_of(message: Shown) -> str | None:
    """Return the name of a hand's picture; None for other messages."""
    if not message.ephemeral:
        return None
    return next((name for name in message.files if _HAND.fullmatch(name)), None)
