"""Private answers to an interaction: one line, perhaps with a file."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, TypeVar

import discord

from bot.discord_ui.clicks import is_ephemeral_hand
from bot.discord_ui.delivery import NOBODY_WAITS, NOT_SENT, came_too_late, code_of, once_more
from bot.discord_ui.sheet import bounded
from bot.discord_ui.waiting import within

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from bot.tables.ports import Clock

Result = TypeVar("Result")
LONGEST_REPLY: Final = 2000
"""Characters that Discord takes as the text of a plain message."""
_PATIENCE: Final = 1.5
"""Seconds that an answer may wait for all that it tells of before it is announced (design.md, tables)."""
_SINCE: Final = "waits since"
"""Among the extras of an interaction: when it began to wait (monotonic seconds)."""


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
        if interaction.response.is_done():
            await interaction.followup.send(text, files=list(files), ephemeral=not public)
        else:
            await interaction.response.send_message(text, files=list(files), ephemeral=not public)

    try:
        await once_more(send)
    except NOT_SENT as error:
        _too_late_or_wrong(error)


async def reply_kept(
    interaction: discord.Interaction, clock: Clock, kept: Awaitable[None], text: str
) -> None:
    """Answer once what was done is kept; raises `JournalFailed` if it can't be.

    `kept` is the table's `kept()`, taken right after it was done: whoever fails meanwhile has gone back.
    """
    await announced(interaction, clock, kept)
    await reply(interaction, text)


async def announced(interaction: discord.Interaction, clock: Clock, work: Awaitable[Result]) -> Result:
    """Do what an answer has to wait for; if that takes long, with what it waited for before, announce it.

    A click on a hand is acknowledged: the answer to come is the hand itself.
    """
    doing = asyncio.ensure_future(work)
    patience = interaction.extras.setdefault(_SINCE, clock.now()) + _PATIENCE - clock.now()
    if not await within(clock, patience, doing) and not interaction.response.is_done():
        of_hand = is_ephemeral_hand(interaction.message)
        try:
            await interaction.response.defer(ephemeral=True, thinking=not of_hand)
        except NOT_SENT as error:
            came_too_late("an announcement", error)
    return await doing


async def acknowledge(interaction: discord.Interaction) -> None:
    """Answer a click on a public message whose effect the message itself will show."""
    try:
        if interaction.response.is_done():  # It was announced that an answer would come: none will.
            await interaction.delete_original_response()
        else:
            await once_more(interaction.response.defer)
    except NOT_SENT as error:
        _too_late_or_wrong(error)


def _too_late_or_wrong(error: Exception) -> None:
    """Note an answer that nobody waits for any more, or that the network lost; raise what is our mistake."""
    if isinstance(error, discord.HTTPException) and code_of(error) not in NOBODY_WAITS:
        raise error
    came_too_late("a reply", error)
