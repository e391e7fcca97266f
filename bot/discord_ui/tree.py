"""The tree of commands: `/nertz`, on servers only."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.discord_ui.commands.group import nertz_group
from bot.discord_ui.commands.stale import is_ours
from bot.discord_ui.errors import answer_error
from bot.tables.refusal import TableRefusal

if TYPE_CHECKING:
    from bot.discord_ui.context import ContextClient, Interaction
    from bot.discord_ui.router import ClickRouter

_SERVERS: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
_SERVER_INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=False)


class NertzTree(app_commands.CommandTree["ContextClient"]):
    """Holds `/nertz`, on servers only."""

    def __init__(self, client: ContextClient, router: ClickRouter) -> None:
        super().__init__(
            client,
            allowed_contexts=_SERVERS,
            allowed_installs=_SERVER_INSTALLS,
        )
        self._router = router
        self.add_command(nertz_group())

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Let nobody's command be done twice, though the gateway may tell of it twice; nor one of others."""
        if not self._router.is_new(interaction):
            return False
        if is_ours(interaction):
            table = interaction.client.context.tables.at(interaction.channel_id or 0)
            if table is not None:
                with suppress(TableRefusal):  # Were it to leave here, nobody would answer.
                    table.touch(interaction.user.id)  # Whatever somebody asks for shows that they are here.
            return True
        if interaction.type is not discord.InteractionType.autocomplete:
            raise app_commands.CommandNotFound("nertz", [])
        await interaction.response.autocomplete([])
        return False

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer with one friendly line."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        context = interaction.client.context
        await answer_error(
            interaction, cause, context.choices, context.tables.at(interaction.channel_id or 0)
        )
