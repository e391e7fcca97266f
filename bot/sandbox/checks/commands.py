"""The rules of slash commands and of autocomplete choices."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from bot.sandbox.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.sandbox.components import Place

OPTIONS = 25
CHOICES = 25
CHARACTERS = 8000
SUBCOMMAND = 1
GROUP = 2
STRING = 3
_NAME = re.compile(r"[-_'\w]{1,32}")
_LOCALES = frozenset({
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl",
    "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja",
    "zh-TW", "ko",
})  # fmt: skip
_COMMAND_FIELDS = frozenset({
    "name", "name_localizations", "description", "description_localizations", "options", "type",
    "default_member_permissions", "dm_permission", "contexts", "integration_types", "nsfw", "id", "handler",
    "default_permission",
})  # fmt: skip
_OPTION_FIELDS = frozenset({
    "name", "name_localizations", "description", "description_localizations", "options", "type", "required",
    "choices", "channel_types", "min_value", "max_value", "min_length", "max_length", "autocomplete",
})  # fmt: skip

Json = dict[str, Any]


def command_problems(commands: Any) -> list[Problem]:
    """Return what is wrong with a bulk overwrite of commands."""
    if not isinstance(commands, list):
        return [Problem((), "LIST_TYPE_CONVERT", "Only iterables may be used")]
    problems = list(_duplicates((), commands))
    for index, command in enumerate(commands):
        problems.extend(_named_problems((index,), command, _COMMAND_FIELDS))
        if command.get("type", 1) == 1:
            problems.extend(_size_problems((index,), command))
    return problems


def choice_problems(data: Json) -> list[Problem]:
    """Return what is wrong with the answer to an autocomplete."""
    return list(_choices_problems(("data",), data))


def _named_problems(place: Place, one: Json, fields: frozenset[str]) -> Iterator[Problem]:
    for key in one.keys() - fields:
        yield Problem((*place, key), "UNKNOWN_FIELD", f"Discord knows no field {key!r} here")
    for name_place, name in _texts(place, one, "name"):
        if not _NAME.fullmatch(name) or name != name.lower():
            text = "Command name is invalid: 1-32 lower case letters, digits, - and _"
            yield Problem(name_place, "APPLICATION_COMMAND_INVALID_NAME", text)
    if one.get("type", 1) == 1 or fields is _OPTION_FIELDS:
        yield from _description_problems(place, one)
    yield from _options_problems(place, one)
    yield from _choices_problems(place, one)


def _description_problems(place: Place, one: Json) -> Iterator[Problem]:
    for text_place, text in _texts(place, one, "description"):
        if not 1 <= len(text) <= 100:
            yield Problem(text_place, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")


def _texts(place: Place, one: Json, key: str) -> Iterator[tuple[Place, str]]:
    yield (*place, key), str(one.get(key) or "")
    for locale, text in (one.get(f"{key}_localizations") or {}).items():
        here = (*place, f"{key}_localizations", locale)
        yield here, str(text) if locale in _LOCALES else ""


def _options_problems(place: Place, one: Json) -> Iterator[Problem]:
    options = one.get("options") or []
    if len(options) > OPTIONS:
        yield Problem((*place, "options"), "BASE_TYPE_MAX_LENGTH", f"Must be {OPTIONS} or fewer in length.")
    yield from _duplicates((*place, "options"), options)
    optional_seen = False
    for index, option in enumerate(options):
        here = (*place, "options", index)
        yield from _named_problems(here, option, _OPTION_FIELDS)
        if option.get("required") and optional_seen:
            text = "Required options must be placed before non-required options"
            yield Problem(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional_seen = optional_seen or not option.get("required")
        if option.get("autocomplete") and option.get("choices"):
            text = "an option has choices or autocomplete, not both"
            yield Problem(here, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", text)


def _duplicates(place: Place, options: list[Json]) -> Iterator[Problem]:
    names = Counter(option.get("name") for option in options)
    for index, option in enumerate(options):
        if names[option.get("name")] > 1:
            text = "Option name is not unique"
            yield Problem((*place, index), "APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE", text)


def _choices_problems(place: Place, one: Json) -> Iterator[Problem]:
    choices = one.get("choices") or []
    if len(choices) > CHOICES:
        yield Problem((*place, "choices"), "BASE_TYPE_MAX_LENGTH", f"Must be {CHOICES} or fewer in length.")
    names = Counter(choice.get("name") for choice in choices)
    for index, choice in enumerate(choices):
        here = (*place, "choices", index)
        for text_place, text in _texts(here, choice, "name"):
            if not 1 <= len(text) <= 100:
                yield Problem(text_place, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
        value = choice.get("value")
        if isinstance(value, str) and not 1 <= len(value) <= 100:
            yield Problem((*here, "value"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
        if place != ("data",) and names[choice.get("name")] > 1:
            text = "choice name is not unique"
            yield Problem((*here, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", text)


def _size_problems(place: Place, command: Json) -> Iterator[Problem]:
    size = command_size(command)
    if size > CHARACTERS:
        text = f"Command exceeds maximum size ({size} > {CHARACTERS})"
        yield Problem(place, "APPLICATION_COMMAND_TOO_LARGE", text)


def command_size(one: Json) -> int:
    """Return the characters of names, descriptions and values; of localisations the longest counts."""
    size = _longest(one, "name") + _longest(one, "description")
    for choice in one.get("choices") or ():
        size += _longest(choice, "name") + len(str(choice.get("value", "")))
    return size + sum(command_size(option) for option in one.get("options") or ())


def _longest(one: Json, key: str) -> int:
    texts = [one.get(key) or "", *(one.get(f"{key}_localizations") or {}).values()]
    return max(len(str(text)) for text in texts)
