"""Public messages that a kill has left behind: they are put away once they were clicked and answered."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.discord_ui import custom_ids
from bot.discord_ui.transport import components
from bot.discord_ui.transport.components import RawComponents
from bot.discord_ui.transport.delivery import NOT_SENT
from bot.discord_ui.transport.messages import message_body

if TYPE_CHECKING:
    from bot.discord_ui.wording.preferences import Preferences
    from bot.tables.registry import Tables
    from bot.tables.table import Table

_BOARD: Final = "board_"

_log = logging.getLogger(__name__)


class Clicked:
    """The message that a click is about to be answered on, which is put away if nothing else will do it.

    Make it before the click is answered: a table that this very click closes says goodbye itself.
    """

    def __init__(self, tables: Tables, choices: Preferences, interaction: discord.Interaction) -> None:
        self._tables = tables
        self._choices = choices
        self._interaction = interaction
        self._message = interaction.message  # A hand that is opened lets go of it.
        self._table_id = None if self._message is None else _table_of(self._message)
        self._was_open = self._table_id is not None and tables.is_open(self._table_id)

    async def put_away(self) -> None:
        """Take the buttons from a message of a closed table; delete another message of an open one."""
        message, table_id = self._message, self._table_id
        if message is None or table_id is None or not self._interaction.response.is_done():
            return
        if message.flags.ephemeral:
            return
        table = self._tables.by_id(table_id)
        try:
            if table is not None:
                await _put_away_older(message, table)
            elif not self._was_open:
                words = await self._choices.guild_words(self._interaction.guild_id or 0)
                await _strip(message, words("face.closed_title"))
        except NOT_SENT as error:
            _log.debug("an older message was gone already: %s", error)


async def _put_away_older(message: discord.Message, table: Table) -> None:
    """Delete a message of the table that the journal does not know; a board may be that of a round before."""
    known = table.state.message
    if known.id is None or table.state.suspended or message.id in (known.id, known.before):
        return
    _log.info("an older message of a table is put away", extra={"table": table.table_id})
    if any(attached.filename.startswith(_BOARD) for attached in message.attachments):
        await _strip(message)
    else:
        await message.delete()


async def _strip(message: discord.Message, *titles: str) -> None:
    """Leave picture and text as they are, below those titles, without buttons."""
    texts = [part.content for part in message.components if isinstance(part, discord.TextDisplay)]
    gallery = [components.picture(one.filename, one.description or "") for one in message.attachments]
    view = RawComponents([*gallery, components.text("\n".join([*titles, *texts]))])
    await message.edit(**message_body(view, *message.attachments))


def _table_of(message: discord.Message) -> int | None:
    """Return the table that the buttons of a message belong to."""
    rows = [part for part in message.components if isinstance(part, discord.ActionRow)]
    for one in (button for row in rows for button in row.children if isinstance(button, discord.Button)):
        button_id = custom_ids.read(one.custom_id or "")
        if button_id is not None:
            return button_id.table_id
    return None
