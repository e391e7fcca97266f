"""Where a command was given: the context, the person's language, the table of the channel."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from bot.discord_ui.actions import TableActions
from bot.discord_ui.replies import announced
from bot.discord_ui.transport.receipt import time_left
from bot.discord_ui.transport.waiting import within
from bot.tables.refusal import TableCode, TableRefusal

if TYPE_CHECKING:
    from bot.discord_ui.context import Context, Interaction
    from bot.locales.words import Words
    from bot.tables.table import Table


def context_of(interaction: Interaction) -> Context:
    """Return what the client that received the command works with."""
    return interaction.client.context


def actions_of(interaction: Interaction) -> TableActions:
    """Return what the buttons of public messages do: commands do the same."""
    return TableActions(interaction.client.context)


async def words_of(interaction: Interaction) -> Words:
    """Return the sentences in the language of the person who gave the command."""
    return await context_of(interaction).choices.words(interaction)


async def table_here(interaction: Interaction) -> Table:
    """Return the table of the channel, awake; `TableRefusal` (no_table) if there is none."""
    table = await table_or_none(interaction)
    if table is None:
        raise TableRefusal(TableCode.NO_TABLE)
    return table


async def table_or_none(interaction: Interaction) -> Table | None:
    """Return the table of the channel, awake, if there is one. Whoever looks for it is here."""
    context = context_of(interaction)
    table = await announced(interaction, context.clock, context.tables.find(interaction.channel_id or 0))
    if table is not None:
        table.touch(interaction.user.id)
    return table


async def table_in_time(interaction: Interaction) -> Table | None:
    """Return the table of the channel if it wakes in time: completions can't be announced."""
    context = context_of(interaction)
    finding = asyncio.ensure_future(context.tables.find(interaction.channel_id or 0))
    if not await within(context.clock, time_left(interaction, context.clock), finding):
        finding.cancel()  # It goes on waking up.
        return None
    table = finding.result()
    if table is not None:
        table.touch(interaction.user.id)
    return table


def guild_of(interaction: Interaction) -> int:
    """Return the id of the server; commands are given on servers only."""
    return cast("int", interaction.guild_id)
