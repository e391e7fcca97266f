"""Public messages that no table knows: a kill may leave one behind. It is removed once it was clicked."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.discord_ui import custom_ids
from bot.discord_ui.transport.delivery import NOT_SENT

if TYPE_CHECKING:
    from bot.tables.registry import Tables
    from bot.tables.table import Table

_BOARD: Final = "board_"

_log = logging.getLogger(__name__)


async def remove_orphan(
    tables: Tables, interaction: discord.Interaction, message: discord.Message | None
) -> None:
    """Delete the message that was clicked and answered, if its table lives and has another one instead."""
    table = tables.at(interaction.channel_id or 0)
    if message is None or table is None or not interaction.response.is_done():
        return
    if message.flags.ephemeral or not _is_orphan(message, table):
        return
    _log.info("an older message of a table is removed", extra={"table": table.table_id})
    try:
        await message.delete()
    except NOT_SENT as error:
        _log.debug("an older message was gone already: %s", error)


def _is_orphan(message: discord.Message, table: Table) -> bool:
    """Return whether it is a message of this table, but not the one that the journal knows of."""
    known = table.state.message
    if known.id is None or table.state.suspended or message.id in (known.id, known.before):
        return False
    return _is_of(message, table) and not _shows_another_round(message, table)


def _is_of(message: discord.Message, table: Table) -> bool:
    prefix = custom_ids.prefix(table.table_id)
    rows = [part for part in message.components if isinstance(part, discord.ActionRow)]
    buttons = [one for row in rows for one in row.children if isinstance(one, discord.Button)]
    return any((button.custom_id or "").startswith(prefix) for button in buttons)


def _shows_another_round(message: discord.Message, table: Table) -> bool:
    """Return whether it is the board of a round that is over: that may stay."""
    names = [attachment.filename for attachment in message.attachments]
    present = f"{_BOARD}{table.round_id}_"
    return any(name.startswith(_BOARD) and not name.startswith(present) for name in names)
