"""Interactions and their tokens: who may answer what, once, within 3 seconds and 15 minutes."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.sandbox.errors import DiscordError

if TYPE_CHECKING:
    from bot.sandbox.clock import SandboxClock, Timer
    from bot.sandbox.model import Message, User
    from bot.sandbox.snowflakes import Snowflakes

COMMAND = 2
COMPONENT = 3
AUTOCOMPLETE = 4

NEW_MESSAGE = 4
DEFERRED_MESSAGE = 5
DEFERRED_UPDATE = 6
UPDATE = 7
CHOICES = 8
ANSWERS = {
    COMMAND: (NEW_MESSAGE, DEFERRED_MESSAGE),
    COMPONENT: (NEW_MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE),
    AUTOCOMPLETE: (CHOICES,),
}

FIRST_ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 900.0
FIRST_LETTERS = "aW50ZXJhY3Rpb246"
"""Of every token: `interaction:` in base64, as Discord's have them."""
_SWEEP_EVERY = 2_000


@dataclass(frozen=True)
class Answer:
    """What a person's client got for a command or a click.

    `kind` is the callback type, None if nothing came in 3 seconds ("This interaction failed");
    `elapsed` is in seconds of the sandbox's clock, from the click to the answer's arrival.
    """

    kind: int | None
    elapsed: float
    message: dict[str, Any] | None = None
    choices: tuple[dict[str, Any], ...] = ()
    interaction_id: int = 0

    @property
    def failed(self) -> bool:
        """Whether the client shows a failure."""
        return self.kind is None


@dataclass
class Interaction:
    """One command, click or autocomplete of a person."""

    id: int
    token: str
    kind: int
    user: User
    guild_id: int
    channel_id: int
    device: str
    created: float
    command: str = ""
    clicked: Message | None = None
    answered: int | None = None
    original: Message | None = None
    owned: set[int] = field(default_factory=set)
    expired: bool = False
    _outcome: asyncio.Future[Answer] | None = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    timer: Timer | None = None

    def outcome(self) -> asyncio.Future[Answer]:
        """Return what the client waits for; to be taken before anything is answered."""
        if self._outcome is None:
            raise RuntimeError("this interaction has been settled")
        return self._outcome

    def settle(self, answer: Answer) -> None:
        """Let the person's client know, once; the answer is not kept, there may be many."""
        if self.timer is not None:
            self.timer.cancel()
        outcome, self._outcome = self._outcome, None
        if outcome is not None and not outcome.done():
            outcome.set_result(answer)


class Interactions:
    """All interactions whose tokens still live."""

    def __init__(self, clock: SandboxClock, new_id: Snowflakes) -> None:
        self._clock = clock
        self._new_id = new_id
        self._by_token: dict[str, Interaction] = {}
        self._until_sweep = _SWEEP_EVERY

    def __len__(self) -> int:
        return len(self._by_token)

    def begin(self, kind: int, user: User, guild_id: int, channel_id: int, device: str) -> Interaction:
        """Make an interaction with a fresh token; its client waits 3 seconds."""
        self._sweep()
        token = FIRST_LETTERS + secrets.token_urlsafe(48)
        one = Interaction(self._new_id(), token, kind, user, guild_id, channel_id, device, self._clock.now())
        one.timer = self._clock.call_later(
            FIRST_ANSWER_SECONDS,
            lambda: one.settle(Answer(None, FIRST_ANSWER_SECONDS, interaction_id=one.id)),
        )
        self._by_token[token] = one
        return one

    def to_answer(self, interaction_id: int, token: str) -> Interaction:
        """Return the interaction to be answered, or refuse: 10062 late or unknown, 40060 answered before."""
        one = self._by_token.get(token)
        if one is None or one.id != interaction_id or self._dead(one):
            raise DiscordError(10062)
        if one.answered is not None:
            raise DiscordError(40060)
        if self._clock.now() - one.created > FIRST_ANSWER_SECONDS:
            raise DiscordError(10062)
        return one

    def by_token(self, token: str) -> Interaction:
        """Return the answered interaction of a token, or refuse: 50027 expired, 10015 not answered."""
        one = self._by_token.get(token)
        if one is None or self._dead(one):
            raise DiscordError(50027)
        if one.answered is None:
            raise DiscordError(10015)
        return one

    def peek(self, token: str) -> Interaction | None:
        """Return the interaction of a token, whatever its state."""
        return self._by_token.get(token)

    def expire(self, device_or_user: str | None = None) -> int:
        """Let tokens die at once: all, or those of one person; returns how many."""
        struck = [
            one
            for one in self._by_token.values()
            if not one.expired and device_or_user in (None, one.user.name, one.device)
        ]
        for one in struck:
            one.expired = True
        return len(struck)

    def _dead(self, one: Interaction) -> bool:
        return one.expired or self._clock.now() - one.created > TOKEN_SECONDS

    def _sweep(self) -> None:
        self._until_sweep -= 1
        if self._until_sweep <= 0:
            self._until_sweep = _SWEEP_EVERY
            alive = {token: one for token, one in self._by_token.items() if not self._dead(one)}
            self._by_token = alive
