"""Commands as clients send them that know another version of the bot: unknown, or with other options."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import AppCommandOptionType, app_commands

_VALUES: Final[dict[AppCommandOptionType, type | tuple[type, ...]]] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
    AppCommandOptionType.number: (int, float),
}
"""What the values of options are; people and channels come as ids."""


def is_ours(interaction: discord.Interaction[Any]) -> bool:
    """Return whether a command, or the option that is being typed, is one that we have now.

    discord.py looks at the names of commands only: a text where a number is wanted would reach the command.
    """
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return False
    known = {option.display_name: option for option in command.parameters}
    options = _options(interaction.data)
    if interaction.type is discord.InteractionType.autocomplete:
        return any(one.get("focused") and _is_completed(known.get(one["name"])) for one in options)
    return all(_fits(one, known.get(one["name"])) for one in options)


def _is_completed(parameter: app_commands.Parameter | None) -> bool:
    return parameter is not None and parameter.autocomplete


def _fits(option: dict[str, Any], parameter: app_commands.Parameter | None) -> bool:
    if parameter is None or option["type"] != parameter.type.value:
        return False
    return isinstance(option["value"], _VALUES.get(parameter.type, str))


def _options(data: Any) -> list[dict[str, Any]]:
    """Return the options inside all subcommands."""
    options: list[dict[str, Any]] = data.get("options") or []
    while options and "options" in options[0]:
        options = options[0]["options"]
    return options
