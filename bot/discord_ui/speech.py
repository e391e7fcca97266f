"""Refusals as sentences, in the person's language. Nothing else makes sentences of errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from discord import app_commands
from discord.utils import escape_markdown

from bot.discord_ui.naming import person_name, pile_name, seat_name
from bot.rules.house_rules import RULE_NAMES, RuleRefused
from bot.rules.refusal import Code, Refusal
from bot.tables.ports import JournalFailed
from bot.tables.refusal import TableRefusal

if TYPE_CHECKING:
    from bot.locales.words import Words
    from bot.tables.table import Table

_PEOPLE_DATA: Final = ("host", "person", "asker", "to")


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
        return words(f"table.{error.code.value}", **_table_data(error.data, table))
    if isinstance(error, RuleRefused):
        return _rule_refused(error, words)
    if isinstance(error, Declined):
        return words(error.key, **error.data)
    if isinstance(error, JournalFailed):
        return words("declined.not_kept")
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return words("declined.old_command")
    if isinstance(error, app_commands.TransformerError):
        return words("declined.bad_option", value=escape_markdown(str(error.value)[:100]))
    return None


def _refusal_data(error: Refusal, words: Words, table: Table | None) -> dict[str, Any]:
    data = dict(error.data)
    for name in error.CARD_DATA:
        if data.get(name) is not None:
            data[name] = words.card(data[name])
    for name in error.SEAT_DATA:
        if data.get(name) is not None:
            data[name] = seat_name(table.state, data[name]) if table else data[name] + 1
    if error.code is Code.NOT_TOP:
        data["pile"] = pile_name(data["pile"], words)
    if "text" in data:
        data["text"] = escape_markdown(data["text"])
    return data


def _table_data(data: dict[str, Any], table: Table | None) -> dict[str, Any]:
    if table is None:
        return {name: f"<@{value}>" if name in _PEOPLE_DATA else value for name, value in data.items()}
    return {
        name: person_name(table.state, value) if name in _PEOPLE_DATA else value
        for name, value in data.items()
    }


def _rule_refused(error: RuleRefused, words: Words) -> str:
    name = escape_markdown(error.name[:40])
    key = "declined.rule_value" if error.name in (*RULE_NAMES, "preset") else "declined.rule_name"
    return words(key, name=name, legal=", ".join(f"`{value}`" for value in error.legal))
