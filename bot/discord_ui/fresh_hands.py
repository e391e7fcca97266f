"""A hand in a new ephemeral message: the answer to a command, or to a click on a public message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.discord_ui.delivery import ALREADY_ANSWERED, code_of, message_of, once_more, until_too_late
from bot.discord_ui.letters import LATE, Letter
from bot.discord_ui.refreshes import PATIENCE
from bot.discord_ui.studio import Urgency

if TYPE_CHECKING:
    from bot.discord_ui.grips import Grip
    from bot.discord_ui.letters import Desk, Note
    from bot.tables.ports import Clock
    from bot.tables.table import Table


async def open_hand(
    desk: Desk, grip: Grip, table: Table, interaction: discord.Interaction, note: Note
) -> int:
    """Send the hand as an ephemeral message and return its id; after 1.5 s answer first, send later.

    Raises `discord.HTTPException` or `OSError` where Discord did not take it.
    """
    if not interaction.response.is_done():
        letter = await desk.ready(grip, table, note, Urgency.CLICK, LATE)
        if letter is not None:
            message = await _send(desk.clock, interaction, letter)
            letter.delivered(grip, message)
            return message.id
        await interaction.response.defer(ephemeral=True, thinking=True)
    letter = await desk.ready(grip, table, note, Urgency.CLICK, PATIENCE)
    if letter is None:
        letter = Letter(text=grip.words("declined.not_kept"))
    message = await interaction.edit_original_response(**letter.body())
    letter.delivered(grip, message)
    return message.id


async def _send(clock: Clock, interaction: discord.Interaction, letter: Letter) -> discord.Message:
    """Answer with a hand. If Discord took an answer that seemed lost, it knows which message that made."""

    async def send() -> discord.InteractionCallbackResponse[discord.Client]:
        body = letter.body()
        files = [file for file in body["attachments"] if isinstance(file, discord.File)]
        return await interaction.response.send_message(view=body["view"], files=files, ephemeral=True)

    try:
        message = message_of(await until_too_late(clock, once_more(send)))
    except discord.HTTPException as error:
        if code_of(error) != ALREADY_ANSWERED:
            raise
        message = None
    return message or await interaction.original_response()
