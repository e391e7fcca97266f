"""The one place where errors of clicks and commands become answers."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.discord_ui import metrics
from bot.discord_ui.errors import explain
from bot.discord_ui.replies import reply
from bot.discord_ui.transport.delivery import NOBODY_WAITS, NOT_SENT, came_too_late, code_of

if TYPE_CHECKING:
    import discord

    from bot.discord_ui.wording.preferences import Choices
    from bot.tables.table import Table

_log = logging.getLogger(__name__)


async def apologise(
    interaction: discord.Interaction, error: BaseException, choices: Choices, table: Table | None
) -> None:
    """Answer with one friendly line; what nobody foresaw is logged as well. Nothing is raised."""
    try:
        if isinstance(error, NOT_SENT):
            came_too_late("an answer", error, **_where(interaction, table))
            if interaction.response.is_done() or code_of(error) in NOBODY_WAITS:
                return
        words = await choices.words(interaction)
        sentence = explain(error, words, table)
        if sentence is None:
            _log.error("an interaction failed", exc_info=error, extra=_where(interaction, table))
            sentence = words("error.unforeseen")
        else:
            metrics.refused(error)
        await reply(interaction, sentence)
    except NOT_SENT as lost:
        came_too_late("an answer", lost)
    except Exception:
        _log.exception("an interaction could not be answered", extra=_where(interaction, table))


def _where(interaction: discord.Interaction, table: Table | None) -> dict[str, object]:
    """Return what a log line tells of an interaction: where and who, and nothing secret."""
    return {
        "guild": interaction.guild_id,
        "channel": interaction.channel_id,
        "table": None if table is None else table.table_id,
        "round": None if table is None else table.round_id,
        "person": interaction.user.id,
    }
