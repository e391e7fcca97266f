"""Names and descriptions of the commands, in every language that there is a catalogue for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from discord import app_commands

from bot.locales.words import words_for

if TYPE_CHECKING:
    from discord import Locale

MOST_CHOICES: Final = 25
"""Preferences of an option that Discord takes."""
LONGEST_CHOICE: Final = 100
"""Characters of a choice."""
Commands = tuple[app_commands.Command[Any, ..., Any], ...]
_Described = TypeVar("_Described", bound=Callable[..., Any])


class CommandTranslator(app_commands.Translator):
    """Gives discord.py the catalogue's sentence for a `spoken` key."""

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the sentence, or None where the English one serves."""
        words = words_for(locale.value)
        key = string.extras.get("key")
        if key is None or words.language == "en":
            return None
        sentence = words(key)
        return None if sentence == string.message else sentence


def spoken(key: str) -> app_commands.locale_str:
    """Return the English sentence of a key, marked for translation."""
    return app_commands.locale_str(words_for("en")(key), key=key)


def choice(key: str, value: str) -> app_commands.Choice[str]:
    """Return a choice of an option whose name is translated."""
    return app_commands.Choice(name=spoken(key), value=value)


def options(command: str, *names: str) -> Callable[[_Described], _Described]:
    """Name and describe the options of a command: keys `option.<command>.<name>` and `….name`."""

    def described(function: _Described) -> _Described:
        keys = {name: f"option.{command}.{name}" for name in names}
        app_commands.describe(**{name: spoken(key) for name, key in keys.items()})(function)
        app_commands.rename(**{name: spoken(f"{key}.name") for name, key in keys.items()})(function)
        return function

    return described
