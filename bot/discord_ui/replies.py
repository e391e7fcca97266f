"""Private answers to an interaction: one line, perhaps with a file."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.discord_ui.waiting import within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables.ports import Clock
    from bot.tables.table import Table

_log = logging.getLogger(__name__)
_UNKNOWN_INTERACTION: Final = 10062
_ALREADY_ANSWERED: Final = 40060
_PATIENCE: Final = 1.5
"""Seconds that an answer may wait for its commit before it is announced (design.md, tables)."""
_NO_ONE_WAITS: Final = frozenset({_UNKNOWN_INTERACTION, _ALREADY_ANSWERED})


async def reply(
    interaction: discord.Interaction,
    text: str,
    *,
    files: Sequence[discord.File] = (),
    public: bool = False,
) -> None:
    """Answer an interaction, for the person only unless `public`; coming too late is no error."""
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text, files=list(files), ephemeral=not public)
        else:
            await interaction.response.send_message(text, files=list(files), ephemeral=not public)
    except discord.InteractionResponded:
        _log.info("Answered twice: %s", text)
    except discord.HTTPException as error:
        if error.code not in _NO_ONE_WAITS:
            raise
        _log.info("An answer came too late (%s)", error.code)


async def reply_kept(interaction: discord.Interaction, clock: Clock, table: Table, text: str) -> None:
    """Answer once everything that the table did is kept; raises `JournalFailed` if it can't be."""
    kept = asyncio.ensure_future(table.kept())
    if not await within(clock, _PATIENCE, kept):
        await interaction.response.defer(ephemeral=True, thinking=True)
    await kept
    await reply(interaction, text)


async def acknowledge(interaction: discord.Interaction) -> None:
    """Answer a click on a public message whose effect the message itself will show."""
    try:
        await interaction.response.defer()
    except discord.HTTPException as error:
        if error.code not in _NO_ONE_WAITS:
            raise
