"""The tree of commands: `/nertz` and the one place where its errors become sentences."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.discord_ui.commands.group import nertz_group
from bot.discord_ui.old_clients import is_ours
from bot.discord_ui.replies import reply
from bot.discord_ui.speech import explain

if TYPE_CHECKING:
    from bot.discord_ui.client import NertzClient

_log = logging.getLogger(__name__)
_SERVERS: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
_SERVER_INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=False)


class NertzTree(app_commands.CommandTree["NertzClient"]):
    """Holds `/nertz`, on servers only."""

    def __init__(self, client: NertzClient) -> None:
        super().__init__(
            client,
            allowed_contexts=_SERVERS,
            allowed_installs=_SERVER_INSTALLS,
        )
        self.add_command(nertz_group())

    async def interaction_check(self, interaction: discord.Interaction[NertzClient], /) -> bool:
        """Let nobody's command be done twice, though the gateway may tell of it twice; nor one of others."""
        if not interaction.client.parts.router.is_new(interaction):
            return False
        if is_ours(interaction):
            return True
        if interaction.type is not discord.InteractionType.autocomplete:
            raise app_commands.CommandNotFound("nertz", [])
        await interaction.response.autocomplete([])
        return False

    async def on_error(
        self, interaction: discord.Interaction[NertzClient], error: app_commands.AppCommandError
    ) -> None:
        """Answer with one friendly line; what nobody foresaw is logged as well."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        parts = interaction.client.parts
        words = await parts.choices.words(interaction)
        sentence = explain(cause, words, parts.tables.at(interaction.channel_id or 0))
        if sentence is None:
            _log.error("A command failed", exc_info=cause)
            sentence = words("error.unforeseen")
        await reply(interaction, sentence)
