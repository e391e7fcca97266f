"""Private answers to an interaction: one line, perhaps with a file."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

import discord

from bot.discord_ui.transport.components import bounded
from bot.discord_ui.transport.delivery import (
    ALREADY_ANSWERED,
    NOBODY_WAITS,
    NOT_SENT,
    came_too_late,
    code_of,
    once_more,
)
from bot.discord_ui.transport.messages import is_ephemeral
from bot.discord_ui.transport.proof import look
from bot.discord_ui.transport.receipt import time_left
from bot.discord_ui.transport.waiting import within

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from bot.tables.ports import Clock

Result = TypeVar("Result")
LONGEST_REPLY: Final = 2000
"""Characters that Discord takes as the text of a plain message."""


async def reply(
    interaction: discord.Interaction,
    text: str,
    *,
    files: Sequence[discord.File] = (),
    public: bool = False,
) -> None:
    """Answer an interaction, for the person only unless `public`; coming too late is no error."""
    text = bounded(text, LONGEST_REPLY)

    async def send() -> None:
        for file in files:
            file.reset(seek=True)
        if is_announced(interaction):
            await _fill(interaction, text, files)
        elif interaction.response.is_done():
            await interaction.followup.send(text, files=list(files), ephemeral=not public)
        else:
            await interaction.response.send_message(text, files=list(files), ephemeral=not public)

    try:
        try:
            await once_more(send)
        except discord.HTTPException as error:
            if code_of(error) != ALREADY_ANSWERED or not await _is_waiting(interaction):
                raise
            await once_more(partial(_fill, interaction, text, files))
    except NOT_SENT as error:
        _too_late_or_wrong(error)


def is_announced(interaction: discord.Interaction) -> bool:
    """Return whether Discord has taken from this process the word that an answer will come."""
    return interaction.response.type is discord.InteractionResponseType.deferred_channel_message


async def _is_waiting(interaction: discord.Interaction) -> bool:
    """Return whether an announcement that seemed lost is there, and its person waits for the answer."""
    message = await look(interaction)
    return message is not None and message.flags.loading


async def _fill(interaction: discord.Interaction, text: str, files: Sequence[discord.File]) -> None:
    """Put the answer where it was announced; done twice, it is there once."""
    for file in files:
        file.reset(seek=True)
    mentions = discord.AllowedMentions.none()
    await interaction.edit_original_response(content=text, attachments=list(files), allowed_mentions=mentions)


async def reply_kept(
    interaction: discord.Interaction, clock: Clock, kept: Awaitable[None], text: str
) -> None:
    """Answer once what was done is kept; raises `JournalFailed` if it can't be.

    `kept` is the table's `kept()`, taken right after it was done: whoever fails meanwhile has gone back.
    """
    await announced(interaction, clock, kept)
    await reply(interaction, text)


async def announced(interaction: discord.Interaction, clock: Clock, work: Awaitable[Result]) -> Result:
    """Do what an answer has to wait for; announce it once its interaction came 1.5 s ago.

    A click on a hand is acknowledged: the answer to come is the hand itself.
    """
    doing = asyncio.ensure_future(work)
    if not await within(clock, time_left(interaction, clock), doing) and not interaction.response.is_done():
        await announce(interaction)
    return await doing


async def announce(interaction: discord.Interaction) -> None:
    """Say that an answer will come, unless that was said; whether it arrived shows when the answer comes."""
    if interaction.response.is_done():
        return
    of_hand = is_ephemeral(interaction.message)
    try:
        await once_more(partial(interaction.response.defer, ephemeral=True, thinking=not of_hand))
    except NOT_SENT as error:
        came_too_late("an announcement", error)


async def acknowledge(interaction: discord.Interaction) -> None:
    """Answer a click on a public message whose effect the message itself will show."""
    try:
        if not interaction.response.is_done():
            await once_more(interaction.response.defer)
        elif is_announced(interaction):
            await _withdraw(interaction)
    except NOT_SENT as error:
        if code_of(error) == ALREADY_ANSWERED and await _is_waiting(interaction):
            await _withdraw(interaction)
        else:
            _too_late_or_wrong(error)


async def _withdraw(interaction: discord.Interaction) -> None:
    """Take back the word that an answer will come: none will."""
    try:
        await once_more(interaction.delete_original_response)
    except NOT_SENT as error:
        came_too_late("the end of an announcement", error)


def _too_late_or_wrong(error: Exception) -> None:
    """Note an answer that nobody waits for any more, or that the network lost; raise what is our mistake."""
    if isinstance(error, discord.HTTPException) and code_of(error) not in NOBODY_WAITS:
        raise error
    came_too_late("a reply", error)
