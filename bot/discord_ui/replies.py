"""Private answers to an interaction: one line, perhaps with a file."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord

if TYPE_CHECKING:
    from collections.abc import Sequence

_log = logging.getLogger(__name__)
_UNKNOWN_INTERACTION: Final = 10062
_ALREADY_ANSWERED: Final = 40060
_NO_ONE_WAITS: Final = frozenset({_UNKNOWN_INTERACTION, _ALREADY_ANSWERED})


async def reply(
    interaction: discord.Interaction,
    text: str,
    *,
    files: Sequence[discord.File] = (),
    public: bool = False,
) -> None:
    """Answer an interaction, only for the person unless `public`; an answer that came too late is no error."""
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
