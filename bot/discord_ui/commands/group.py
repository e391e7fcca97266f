"""The command group `/nertz`: at most 25 commands of at most 25 options each."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.discord_ui.commands import help as asking
from bot.discord_ui.commands import info as telling
from bot.discord_ui.commands import round as playing
from bot.discord_ui.commands import seats as seating
from bot.discord_ui.commands import settings as choosing
from bot.discord_ui.commands import start as opening
from bot.discord_ui.wording.translator import spoken


def nertz_group() -> app_commands.Group:
    """Return the group with all its commands."""
    group = app_commands.Group(name="nertz", description=spoken("command.nertz"))
    areas: list[tuple[app_commands.Command[Any, ..., Any], ...]] = [
        opening.COMMANDS,
        seating.COMMANDS,
        playing.COMMANDS,
        telling.COMMANDS,
        asking.COMMANDS,
        choosing.COMMANDS,
    ]
    for commands in areas:
        for command in commands:
            group.add_command(command)
    return group
