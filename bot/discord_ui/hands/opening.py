"""A hand in a new ephemeral message: the answer to a command, or to a click on a public message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.discord_ui.drawing.queue import Urgency
from bot.discord_ui.hands.refreshes import PATIENCE
from bot.discord_ui.hands.rendering import HandMessage
from bot.discord_ui.replies import announce, is_announced
from bot.discord_ui.transport.delivery import ALREADY_ANSWERED, code_of, message_of, once_more, until_too_late
from bot.discord_ui.transport.messages import new_files
from bot.discord_ui.transport.proof import look, proof_in
from bot.discord_ui.transport.receipt import time_left

if TYPE_CHECKING:
    from bot.discord_ui.hands.rendering import HandRenderer, Note
    from bot.discord_ui.hands.sessions import HandSession
    from bot.discord_ui.transport.proof import Proof
    from bot.tables.ports import Clock
    from bot.tables.table import Table


async def open_hand(
    hand_renderer: HandRenderer,
    session: HandSession,
    table: Table,
    interaction: discord.Interaction,
    note: Note,
) -> Proof | None:
    """Send the hand as an ephemeral message; after 1.5 s answer first, send later.

    Returns the proof that the message is private and shows the hand; None if somebody else has answered.
    Raises `discord.HTTPException` or `OSError` where Discord did not take it.
    """
    hand_message = None
    if not interaction.response.is_done():
        patience = time_left(interaction, hand_renderer.clock)
        hand_message = await hand_renderer.ready(session, table, note, Urgency.CLICK, patience)
    if hand_message is None:
        await announce(interaction)
        hand_message = await hand_renderer.ready(session, table, note, Urgency.CLICK, PATIENCE)
    if hand_message is None:
        hand_message = HandMessage(text=session.words("declined.not_kept"))
    message = await _put(hand_renderer.clock, interaction, hand_message)
    proof = proof_in(message)
    if proof is not None:
        hand_message.delivered(session, message)
    return proof


async def _put(
    clock: Clock, interaction: discord.Interaction, hand_message: HandMessage
) -> discord.Message | None:
    """Send the hand in the way that is open yet, into a private message or nowhere."""
    if not interaction.response.is_done():
        return await _send(clock, interaction, hand_message)
    if is_announced(interaction) or await look(interaction) is not None:
        return await interaction.edit_original_response(**hand_message.body())
    return None


async def _send(
    clock: Clock, interaction: discord.Interaction, hand_message: HandMessage
) -> discord.Message | None:
    """Answer with a hand; if an answer was given already, find out whether it was this one."""

    async def send() -> discord.InteractionCallbackResponse[discord.Client]:
        body = hand_message.body()
        files = new_files(body)
        return await interaction.response.send_message(view=body["view"], files=files, ephemeral=True)

    try:
        message = message_of(await until_too_late(clock, once_more(send)))
    except discord.HTTPException as error:
        if code_of(error) != ALREADY_ANSWERED:
            raise
        message = None
    return message or await _fulfil(interaction, hand_message)


async def _fulfil(interaction: discord.Interaction, hand_message: HandMessage) -> discord.Message | None:
    """Find out who gave the answer that Discord has already, and return the message if it shows the hand.

    One that was only announced is edited now. Of any other answer, or a public one, nothing is touched.
    """
    message = await look(interaction)
    if message is not None and message.flags.loading:
        return await interaction.edit_original_response(**hand_message.body())
    return message if message is not None and hand_message.is_in(message) else None
