"""The thread that a table is opened in: a new one, or one that was made for this and is empty yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord

from bot.discord_ui.commands.here import context_of, guild_of
from bot.discord_ui.transport.delivery import NOT_SENT
from bot.discord_ui.wording.names import given_name
from bot.locales.names import plain

if TYPE_CHECKING:
    from bot.discord_ui.context import Interaction

_LONGEST_NAME: Final = 100


async def thread_for_table(interaction: Interaction, channel: discord.TextChannel) -> int:
    """Return the id of a thread named after the host; raises `discord.HTTPException` or `OSError`.

    A process that was killed before it opened a table in its thread, or a table that could not be shown,
    leaves an empty one behind: the bot may not delete threads, so the next start of the same host takes it.
    """
    words = await context_of(interaction).choices.guild_words(guild_of(interaction))
    name = plain(words("thread.name", host=given_name(interaction.user)), _LONGEST_NAME)
    empty = await _empty_thread(interaction, channel, name)
    if empty is not None:
        return empty
    # Discord takes no other thread in an announcement channel than its own kind.
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    return (await channel.create_thread(name=name, type=kind)).id


async def _empty_thread(interaction: Interaction, channel: discord.TextChannel, name: str) -> int | None:
    """Return the newest open thread of the bot by that name, if nobody has ever written there."""
    user = interaction.client.user
    mine = [
        thread.id
        for thread in channel.threads
        if user is not None and thread.owner_id == user.id and thread.name == name and not thread.archived
    ]
    newest = max(mine, default=None)
    if newest is None or await context_of(interaction).tables.find(newest) is not None:
        return None
    try:
        thread = await interaction.client.fetch_channel(newest)  # The library does not count messages.
    except NOT_SENT:
        return None
    return newest if isinstance(thread, discord.Thread) and not thread.message_count else None
