"""What an answer proves: which private message the token of an interaction may change.

40060 says only that *somebody* answered: this process, whose connection broke, or another one with the same
token. After it, `@original` may be the public message that was clicked; so it is looked at before anything is
done to it.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

import discord

from bot.discord_ui.transport.delivery import NOT_SENT

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Proof:
    """Discord's word that only one person sees a message. `proof_in` is the only way to get it."""

    message_id: int


def proof_in(message: discord.Message | None) -> Proof | None:
    """Return the proof that a message of Discord's is private; None if it is not."""
    return Proof(message.id) if message is not None and message.flags.ephemeral else None


async def look(interaction: discord.Interaction) -> discord.Message | None:
    """Return an interaction's `@original`, if it is private; None if it is public or can't be seen."""
    try:
        message = await interaction.original_response()
    except (*NOT_SENT, discord.ClientException) as error:
        _log.info("what an interaction was answered with could not be seen: %s", error)
        return None
    return message if message.flags.ephemeral else None
