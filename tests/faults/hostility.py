"""Interactions that nobody means well with, made from a seed.

Each is one that discord.py can still read: what is missing or of a wrong type is what Discord calls
optional, or what people can type. None of them may do anything: people who may do a thing never ask for it.
"""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.model import Channel, Message, User

Json = dict[str, Any]

LETTERS = "abcz019:_-. \u0000\u200b\u202e\u0301\ud83c\U0001f0cfßÅ☃🎴'\"\\%{}$<@&>\n"
LOCALES = (
    "",
    "xx",
    "tlh-QO",
    "en",
    "EN-us",
    "pt",
    "zh-TW",
    "\u202een",
    "é" * 200,
    "../../etc",
    "None",
    "de",
    "ja",
)
PICTURES = (
    *("hand_1_1.png", "hand_0_0.png", "hand_-1_2.png", "hand_.png", "hand_1_1_1_1.png", "hand_٣_٣.png", ""),
    *("cat.png", f"hand_{10**15}_3.png", f"hand_{10**40}_{10**40}.png"),
)
OF_SEATED = ("deal", "ready", "leave", "pause", "resume", "stop", "rematch", "practice", "nopractice", "back")
"""Public buttons that refuse people without a seat."""
OF_HANDS = ("n", "w1", "w4", "w9", "v", "d", "s", "z", "o", "b", "r", "m0", "m7", "m199", "p0", "p9")
JOINING = ("join", "share", "accept", "imback")
"""Slots that do something for people without a seat; they are theirs to press."""
COMMANDS = (
    *("start", "leave", "ready", "deal", "hand", "move", "draw", "call", "stuck", "pause", "kick", "rematch"),
    *("status", "leaderboard", "stats", "rules", "replay", "me", "settings", "stop", "NERTZ", "", "kick all"),
)
"""All but `join`, which is for strangers."""
REFUSED = (
    "leave",
    "ready",
    "deal",
    "hand",
    "move",
    "draw",
    "call",
    "stuck",
    "pause",
    "rematch",
    "stop",
    "status",
)
"""Commands that do nothing for people without a seat, whatever their options are."""
OPTIONS = (
    *("move", "rules", "target", "preset", "seats", "practice", "level", "thread", "member", "topic", ""),
    *("theme", "deck", "assist", "language", "channel", "period", "forget", "rotate", "partner", "x" * 32),
)
OPTIONAL = (
    "locale",
    "guild_locale",
    "entitlements",
    "context",
    "app_permissions",
    "channel",
    "guild",
    "message",
)
"""Fields of an interaction that discord.py can do without."""


@dataclass
class Attack:
    """An interaction as it will be sent: its payload is Discord's with some of it changed."""

    user: User
    kind: int
    channel: Channel
    data: Json
    message: Message | None = None
    change: Callable[[Json], None] | None = None


class Hostility:
    """Makes attacks on a table: `seated` have hands there, `strangers` have nothing to do with it."""

    def __init__(self, seed: int, channel: Channel, seated: list[User], strangers: list[User]) -> None:
        self._chance = random.Random(seed)
        self._channel = channel
        self._seated = seated
        self._strangers = strangers
        messages = list(channel.messages.values())
        self._hands = [one for one in messages if _is_hand(one) and not one.dismissed]
        self._public = [one for one in messages if not one.ephemeral]

    def attack(self) -> Attack:
        """Return the next one."""
        make = self._chance.choice(
            (
                self._random_id,
                self._mutated_id,
                self._strange_type,
                self._foreign_hand,
                self._foreign_button,
                self._stale_hand,
                self._strange_command,
                self._command_of_stranger,
                self._strange_autocomplete,
            )
        )
        made = make()
        made.change = self._spoiling(made.kind)
        return made

    # Clicks

    def _random_id(self) -> Attack:
        return self._click(self._anybody(), self._text(), self._message())

    def _mutated_id(self) -> Attack:
        while True:
            mutated = self._mutate(self._real_id())
            if not mutated.rpartition(":")[2].startswith(JOINING):
                return self._click(self._stranger(), mutated, self._message())

    def _strange_type(self) -> Attack:
        attack = self._click(self._anybody(), "nz:1:n", self._message())
        attack.data["custom_id"] = self._chance.choice((None, 7, 1.5, True, 10**40, "nz"))
        attack.data["component_type"] = self._chance.choice((0, 2, 3, 8, 99, -1, "2", None))
        attack.data["values"] = self._chance.choice(([], ["x" * 5000], None, 3, {"a": 1}))
        return attack

    def _foreign_hand(self) -> Attack:
        hand = self._chance.choice(self._hands)
        slot = self._chance.choice((*OF_HANDS, self._real_id().rpartition(":")[2]))
        return self._click(self._stranger(), self._prefix() + slot, hand)

    def _foreign_button(self) -> Attack:
        slot = self._chance.choice(OF_SEATED)
        return self._click(self._stranger(), self._prefix() + slot, self._message())

    def _stale_hand(self) -> Attack:
        """A hand of an old or a coming round, of no message that there is, or with a picture of no hand."""
        hand = copy.copy(self._chance.choice(self._hands))
        owner = next(user for user in self._seated if user.id == hand.owner)
        attack = self._click(owner, self._prefix() + self._chance.choice(OF_HANDS[:-4]), hand)
        name = self._chance.choice(PICTURES)
        attack.data["picture"] = name
        return attack

    def _click(self, user: User, custom_id: str, message: Message) -> Attack:
        data: Json = {"custom_id": custom_id, "component_type": 2, "id": self._chance.randrange(50)}
        return Attack(user, COMPONENT, self._channel, data, message)

    # Commands

    def _strange_command(self) -> Attack:
        name = self._chance.choice(("nertz", "nertz", "nertz", "Nertz", "floor", "", self._text()[:32]))
        sub = self._chance.choice(COMMANDS)
        options = [self._option() for _ in range(self._chance.randrange(1, 5))]
        inner = {"name": sub, "type": self._chance.choice((1, 1, 1, 1, 2, 3)), "options": options}
        data = self._command(name, [inner] if self._chance.random() < 0.9 else options)
        return Attack(self._stranger(), COMMAND, self._channel, data)

    def _command_of_stranger(self) -> Attack:
        sub = self._chance.choice(REFUSED)
        options: list[Json] = []
        if sub == "move":
            options = [{"name": "move", "type": 3, "value": self._text()}]
        data = self._command("nertz", [{"name": sub, "type": 1, "options": options}])
        return Attack(self._stranger(), COMMAND, self._channel, data)

    def _strange_autocomplete(self) -> Attack:
        sub, option = self._chance.choice(
            (("move", "move"), ("start", "rules"), ("draw", "x"), ("moo", "move"))
        )
        typed = {"name": option, "type": 3, "value": self._text(), "focused": True}
        name = self._chance.choice(("nertz", "nertz", "nertz", "floor"))
        data = self._command(name, [{"name": sub, "type": 1, "options": [typed]}])
        return Attack(self._anybody(), AUTOCOMPLETE, self._channel, data)

    def _command(self, name: str, options: list[Json]) -> Json:
        return {"id": "1", "name": name, "type": 1, "options": options}

    def _option(self) -> Json:
        value = self._chance.choice((self._text(), 10**20, -1, 1.5, True, None, "0", ["x"], {"a": 1}))
        return {
            "name": self._chance.choice(OPTIONS),
            "type": self._chance.choice((3, 4, 5, 6, 10)),
            "value": value,
        }

    # Everything

    def _spoiling(self, kind: int) -> Callable[[Json], None]:
        chance = self._chance
        locale = chance.choice((*LOCALES, None, 7)) if chance.random() < 0.5 else "en-US"
        guild_locale = chance.choice((*LOCALES, None, 7)) if chance.random() < 0.1 else "en-US"
        dropped = [name for name in OPTIONAL if chance.random() < 0.06]
        version = chance.choice((1, 1, 1, 2, 10**9))

        def spoil(payload: Json) -> None:
            payload["locale"] = locale
            payload["version"] = version
            payload["guild_locale"] = guild_locale
            picture = payload["data"].pop("picture", None)
            if picture is not None:
                _show(payload["message"], picture)
            for name in dropped:
                payload.pop(name, None)

        return spoil

    def _text(self) -> str:
        chance = self._chance
        length = chance.choice((0, 1, 3, 12, 60, 100, 101, 700, 6000))
        text = "".join(chance.choices(LETTERS, k=length))
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def _mutate(self, text: str) -> str:
        chance = self._chance
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(text) + 1)
            how = chance.randrange(5)
            if how == 0:
                text = text[:at] + chance.choice(LETTERS) + text[at:]
            elif how == 1:
                text = text[:at] + text[at + 1 :]
            elif how == 2:
                text = text.upper()
            elif how == 3:
                text += str(chance.randrange(10**6))
            else:
                text = text.replace("nz:", f"nz:{chance.randrange(10**12):x}", 1)
        return text

    def _prefix(self) -> str:
        return self._real_id().rpartition(":")[0] + ":"

    def _real_id(self) -> str:
        return self._chance.choice(sorted(_ids(self._chance.choice(self._hands).components)))

    def _message(self) -> Message:
        return self._chance.choice([*self._public, *self._hands])

    def _stranger(self) -> User:
        return self._chance.choice(self._strangers)

    def _anybody(self) -> User:
        return self._chance.choice([*self._strangers, *self._seated])


def _is_hand(message: Message) -> bool:
    return message.ephemeral and any(file.filename.startswith("hand_") for file in message.attachments)


def _ids(components: Any) -> set[str]:
    found: set[str] = set()
    for one in components:
        if "custom_id" in one:
            found.add(one["custom_id"])
        found |= _ids(one.get("components") or ())
    return found


def _show(message: Json, picture: str) -> None:
    """Let a message show another picture."""
    text = {**message, "attachments": [{**one, "filename": picture} for one in message["attachments"]]}
    for component in text["components"]:
        if component["type"] == 12:
            for item in component["items"]:
                item["media"] = {**item["media"], "url": f"http://localhost/{picture}"}
    message.update(text)
