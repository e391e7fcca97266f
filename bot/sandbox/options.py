"""The options of a slash command as a client sends them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.sandbox.model import Channel, User
    from bot.sandbox.world import World

SUBCOMMAND = 1
GROUP = 2
STRING = 3
INTEGER = 4
BOOLEAN = 5
USER = 6
CHANNEL = 7
NUMBER = 10

Json = dict[str, Any]


@dataclass(frozen=True)
class Named:
    """The people and channels that options name: a command brings them along."""

    users: list[User] = field(default_factory=list)
    channels: list[Channel] = field(default_factory=list)


def read_options(
    world: World, command: Json, path: list[str], given: Json, focused: str | None = None
) -> tuple[list[Json], Named]:
    """Return the nested `options` and who and what they name; raises ValueError with a sentence."""
    if path:
        found = _option(command, path[0])
        if found["type"] not in (SUBCOMMAND, GROUP):
            raise ValueError(f"{path[0]!r} is not a subcommand")
        inner, named = read_options(world, found, path[1:], given, focused)
        return [{"name": found["name"], "type": found["type"], "options": inner}], named
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in command.get("options") or ()):
        raise ValueError("choose a subcommand")
    return _values(world, command, given, focused)


def _option(command: Json, name: str) -> Json:
    for option in command.get("options") or ():
        if option["name"] == name:
            found: Json = option
            return found
    raise ValueError(f"there is no option {name!r}")


def _values(world: World, command: Json, given: Json, focused: str | None) -> tuple[list[Json], Named]:
    options: list[Json] = []
    named = Named()
    for option in command.get("options") or ():
        if option.get("required") and option["name"] not in given and focused is None:
            raise ValueError(f"option {option['name']!r} is required")
    for name, raw in given.items():
        option = _option(command, name)
        is_focused = name == focused
        value = str(raw) if is_focused else _checked(world, option, raw)
        if option["type"] == USER and not is_focused:
            named.users.append(world.users[int(value)])
        if option["type"] == CHANNEL and not is_focused:
            named.channels.append(world.channels[int(value)])
        body = {"name": name, "type": option["type"], "value": value}
        options.append({**body, "focused": True} if is_focused else body)
    return options, named


def _checked(world: World, option: Json, value: Any) -> Any:
    kind = option["type"]
    choices = option.get("choices")
    value = _converted(world, option["name"], kind, value)
    if choices and value not in [choice["value"] for choice in choices]:
        raise ValueError(f"{value!r} is not a choice of {option['name']!r}")
    size = len(value) if kind == STRING else value
    low = option.get("min_length" if kind == STRING else "min_value")
    high = option.get("max_length" if kind == STRING else "max_value")
    if kind in (STRING, INTEGER, NUMBER) and not (low is None or size >= low):
        raise ValueError(f"{option['name']!r} must be at least {low}")
    if kind in (STRING, INTEGER, NUMBER) and not (high is None or size <= high):
        raise ValueError(f"{option['name']!r} must be at most {high}")
    return value


def _converted(world: World, name: str, kind: int, value: Any) -> Any:
    if kind in (INTEGER, NUMBER):
        try:
            return int(value) if kind == INTEGER else float(value)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{name!r} wants a number") from error
    if kind == BOOLEAN:
        return value if isinstance(value, bool) else str(value).lower() == "true"
    if kind == USER:
        return _user_id(world, name, value)
    if kind == CHANNEL:
        return _channel_id(world, name, value)
    return str(value)


def _channel_id(world: World, name: str, value: Any) -> str:
    text = str(value).removeprefix("#")
    for channel in world.channels.values():
        if text in (str(channel.id), channel.name):
            return str(channel.id)
    raise ValueError(f"{name!r}: there is no channel called {text!r}")


def _user_id(world: World, name: str, value: Any) -> str:
    text = str(value).removeprefix("@")
    user = world.user_named(text) or (world.users.get(int(text)) if text.isdecimal() else None)
    if user is None:
        raise ValueError(f"{name!r}: there is nobody called {text!r}")
    return str(user.id)
