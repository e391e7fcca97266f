"""The slash commands that the bot has registered, for everywhere or for one guild."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, Any

from bot.sandbox.errors import DiscordError

if TYPE_CHECKING:
    from bot.sandbox.clock import SandboxClock
    from bot.sandbox.snowflakes import Snowflakes

COMMANDS = 100
CREATES_PER_DAY = 200
DAY = 86_400.0
Json = dict[str, Any]


class CommandBook:
    """Commands by scope (None: global). More than 100 are refused (30032), and 200 new ones a day (30034)."""

    def __init__(self, clock: SandboxClock, new_id: Snowflakes) -> None:
        self._clock = clock
        self._new_id = new_id
        self._commands: dict[int | None, dict[tuple[int, str], Json]] = defaultdict(dict)
        self._created: dict[int | None, deque[float]] = defaultdict(deque)
        self.syncs = 0

    def listing(self, guild_id: int | None = None) -> list[Json]:
        """Return the commands of a scope."""
        return list(self._commands[guild_id].values())

    def seen_in(self, guild_id: int) -> list[Json]:
        """Return what a person can use in a guild."""
        return [*self.listing(), *self.listing(guild_id)]

    def replace(self, application_id: int, commands: list[Json], guild_id: int | None) -> list[Json]:
        """Set all commands of a scope; those with a known name keep their id."""
        if len(commands) > COMMANDS:
            raise DiscordError(30032)
        old = self._commands[guild_id]
        self._count_new(guild_id, sum(_key(one) not in old for one in commands))
        self.syncs += 1
        self._commands[guild_id] = {
            _key(one): self._stored(application_id, one, guild_id) for one in commands
        }
        return self.listing(guild_id)

    def upsert(self, application_id: int, command: Json, guild_id: int | None) -> Json:
        """Create or replace one command."""
        self._count_new(guild_id, _key(command) not in self._commands[guild_id])
        stored = self._stored(application_id, command, guild_id)
        self._commands[guild_id][_key(command)] = stored
        return stored

    def find(self, command_id: int, guild_id: int | None) -> Json:
        """Return a command of a scope by its id, or refuse with 10063."""
        for one in self._commands[guild_id].values():
            if one["id"] == str(command_id):
                return one
        raise DiscordError(10063)

    def change(self, application_id: int, known: Json, changes: Json, guild_id: int | None) -> Json:
        """Give a command other fields; it keeps its id, under another name, too."""
        self.remove(known, guild_id)
        stored = self._stored(application_id, {**settable(known), **changes}, guild_id)
        stored["id"] = known["id"]
        self._commands[guild_id][_key(stored)] = stored
        return stored

    def remove(self, known: Json, guild_id: int | None) -> None:
        """Delete a command."""
        del self._commands[guild_id][_key(known)]

    def _count_new(self, guild_id: int | None, new: int) -> None:
        made = self._created[guild_id]
        now = self._clock.now()
        while made and made[0] <= now - DAY:
            made.popleft()
        if len(made) + new > CREATES_PER_DAY:
            raise DiscordError(30034)
        made.extend([now] * new)

    def _stored(self, application_id: int, command: Json, guild_id: int | None) -> Json:
        known = self._commands[guild_id].get(_key(command))
        stored: Json = {
            "type": 1,
            "options": [],
            "name_localizations": None,
            "description_localizations": None,
            "default_member_permissions": None,
            "dm_permission": True,
            "contexts": None,
            "integration_types": [0],
            "nsfw": False,
            **command,
            "id": known["id"] if known else str(self._new_id()),
            "application_id": str(application_id),
            "version": str(self._new_id()),
        }
        needed = stored["default_member_permissions"]
        stored["default_member_permissions"] = None if needed is None else str(needed)
        if guild_id is not None:
            stored["guild_id"] = str(guild_id)
        return stored


def settable(command: Json) -> Json:
    """Return those fields of a stored command that a bot may set."""
    given_by_discord = ("id", "application_id", "guild_id", "version")
    return {key: value for key, value in command.items() if key not in given_by_discord}


def _key(command: Json) -> tuple[int, str]:
    return (command.get("type", 1), command["name"])


def is_visible(command: Json, held: int) -> bool:
    """Whether a member with these permission bits sees a command in the picker."""
    needed = command.get("default_member_permissions")
    return command.get("type", 1) == 1 and (needed is None or held & int(needed) == int(needed))
