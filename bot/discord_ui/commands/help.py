"""Commands that show something: rules and replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord import app_commands

from bot.discord_ui.commands.here import context_of
from bot.discord_ui.pages import show_replay, show_rules
from bot.discord_ui.wording.translator import Commands, choice, options, spoken
from bot.pictures.help_cards import TOPICS

_TOPIC_CHOICES: Final = [choice(f"help.{topic}.title", topic) for topic in TOPICS]

if TYPE_CHECKING:
    from bot.discord_ui.context import Interaction


@app_commands.command(name=spoken("command.rules.name"), description=spoken("command.rules"))
@options("rules", "topic")
@app_commands.choices(topic=_TOPIC_CHOICES)
async def rules(interaction: Interaction, topic: str = TOPICS[0]) -> None:
    """Explain one thing about the game."""
    await show_rules(context_of(interaction), interaction, topic)


@app_commands.command(name=spoken("command.replay.name"), description=spoken("command.replay"))
async def replay(interaction: Interaction) -> None:
    """Show this channel's last round again."""
    await show_replay(context_of(interaction), interaction)


COMMANDS: Commands = (rules, replay)
