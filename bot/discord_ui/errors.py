"""Errors as sentences, in the person's language, and as answers. Nothing else makes sentences of errors."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

from discord import app_commands

from bot.discord_ui import metrics
from bot.discord_ui.replies import reply
from bot.discord_ui.transport.delivery import NOBODY_WAITS, NOT_SENT, came_too_late, code_of
from bot.discord_ui.wording.names import person_name, pile_name, seat_name, written
from bot.rules.house_rules import RULE_NAMES, RuleRefused
from bot.rules.refusal import Code, Refusal
from bot.tables.ports import JournalFailed, ReadFailed
from bot.tables.refusal import TableRefusal

if TYPE_CHECKING:
    import discord

    from bot.discord_ui.wording.preferences import Preferences
    from bot.locales.words import Words
    from bot.tables.table import Table

_PEOPLE_DATA: Final = ("host", "person", "asker", "to")
_LONGEST_RULE_NAME: Final = 40

_log = logging.getLogger(__name__)


class Declined(Exception):
    """The Discord face itself says no: the key of the sentence, and what fills it."""

    def __init__(self, key: str, **data: object) -> None:
        super().__init__(key)
        self.key = f"declined.{key}"
        self.data = data


def explain(error: BaseException, words: Words, table: Table | None = None) -> str | None:
    """Return why something was refused, as one friendly line; None if `error` is no refusal."""
    if isinstance(error, Refusal):
        return words(error.key, **_refusal_data(error, words, table))
    if isinstance(error, TableRefusal):
        return words(f"table.{error.code.value}", **_table_data(_said_back(error.data), table))
    if isinstance(error, RuleRefused):
        return _rule_refused(error, words)
    if isinstance(error, Declined):
        return words(error.key, **error.data)
    if isinstance(error, JournalFailed):
        return words("declined.not_kept")
    if isinstance(error, ReadFailed):
        return words("declined.not_read")
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return words("declined.old_command")
    if isinstance(error, app_commands.TransformerError):
        return words("declined.bad_option", value=written(str(error.value)))
    return None


def _refusal_data(error: Refusal, words: Words, table: Table | None) -> dict[str, Any]:
    data: dict[str, Any] = {
        name: written(value) if isinstance(value, str) else value for name, value in error.data.items()
    }
    for name in error.CARD_DATA:
        if data.get(name) is not None:
            data[name] = words.card(data[name])
    for name in error.SEAT_DATA:
        if data.get(name) is not None:
            data[name] = seat_name(table.state, data[name]) if table else data[name] + 1
    if error.code is Code.NOT_TOP:
        data["pile"] = pile_name(error.data["pile"], words)
    return data


def _said_back(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a sentence with every text as if somebody had typed it."""
    return {name: written(value) if isinstance(value, str) else value for name, value in data.items()}


def _table_data(data: dict[str, Any], table: Table | None) -> dict[str, Any]:
    if table is None:
        return {name: f"<@{value}>" if name in _PEOPLE_DATA else value for name, value in data.items()}
    return {
        name: person_name(table.state, value) if name in _PEOPLE_DATA else value
        for name, value in data.items()
    }


def _rule_refused(error: RuleRefused, words: Words) -> str:
    legal = ", ".join(f"`{value}`" for value in error.legal)
    if error.name in (*RULE_NAMES, "preset"):
        return words("declined.rule_value", name=error.name, legal=legal)
    return words("declined.rule_name", name=written(error.name, _LONGEST_RULE_NAME), legal=legal)


async def answer_error(
    interaction: discord.Interaction, error: BaseException, choices: Preferences, table: Table | None
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
