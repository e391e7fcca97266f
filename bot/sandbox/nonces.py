"""Nonces of messages that must not be created twice: Create Message with `enforce_nonce`."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

from bot.sandbox.errors import BodyRefused, Problem

if TYPE_CHECKING:
    from bot.sandbox.clock import SandboxClock
    from bot.sandbox.model import Message

NONCE_SECONDS: Final = 300.0
"""Discord's documentation says "the past few minutes"."""
NONCE_SIGNS: Final = 25


class Nonces:
    """Which message the bot, the only author here, created with which nonce a short while ago.

    A message that was deleted since stays known: creating it again is refused with 10008, as a retry must
    not bring back what somebody removed (discord-api-docs, pull request 6647).
    """

    def __init__(self, clock: SandboxClock) -> None:
        self._clock = clock
        self._known: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def find(self, body: dict[str, Any]) -> int | None:
        """Return the id of the message that a request with this nonce has created; or refuse the nonce."""
        nonce = _nonce_of(body)
        self._forget_old()
        if nonce is None or not body.get("enforce_nonce"):
            return None
        known = self._known.get(nonce)
        return None if known is None else known[0]

    def note(self, body: dict[str, Any], message: Message) -> None:
        """Remember the nonce of a message that was created now."""
        nonce = _nonce_of(body)
        if nonce is not None:
            self._known[nonce] = (message.id, self._clock.now())
            self._known.move_to_end(nonce)

    def _forget_old(self) -> None:
        while self._known:
            nonce, (_, since) = next(iter(self._known.items()))
            if self._clock.now() - since <= NONCE_SECONDS:
                return
            del self._known[nonce]


def _nonce_of(body: dict[str, Any]) -> str | None:
    nonce = body.get("nonce")
    if nonce is None:
        return None
    if len(str(nonce)) > NONCE_SIGNS:
        text = f"Must be {NONCE_SIGNS} or fewer in length."
        raise BodyRefused([Problem(("nonce",), "BASE_TYPE_MAX_LENGTH", text)])
    return str(nonce)
