"""The commands as Discord takes them: within its limits, in every language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.discord_ui.tree import NertzTree
from bot.discord_ui.wording.translator import CommandTranslator, choice, spoken
from bot.locales.words import LANGUAGES, words_for
from bot.pictures.help_cards import TOPICS

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAME = re.compile(r"[-_'\w]{1,32}")


@pytest.fixture
async def payload() -> dict[str, Any]:
    client = discord.Client(intents=discord.Intents(guilds=True))
    tree = NertzTree(client, None)  # type: ignore[arg-type]
    (group,) = tree.get_commands()
    told: dict[str, Any] = await group.get_translated_payload(tree, CommandTranslator())
    await client.close()
    return told


def everything(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for option in node.get("options", ()):
        yield from everything(option)


def longest(node: dict[str, Any], key: str) -> int:
    return max(len(text) for text in (node[key], *(node.get(f"{key}_localizations") or {}).values()))


async def test_all_commands_together_stay_below_the_8000_characters_of_discord(payload: dict[str, Any]):
    size = 0
    for node in everything(payload):
        size += longest(node, "name") + longest(node, "description")
        size += sum(longest(one, "name") + len(str(one["value"])) for one in node.get("choices", ()))
    assert size <= 8000


async def test_names_descriptions_options_and_choices_stay_within_discords_limits(payload: dict[str, Any]):
    for node in everything(payload):
        names = [node["name"], *(node.get("name_localizations") or {}).values()]
        assert all(_NAME.fullmatch(name) and name == name.lower() for name in names), names
        assert 1 <= longest(node, "description") <= 100
        assert len(node.get("options", ())) <= 25
        assert len(node.get("choices", ())) <= 25
        assert all(longest(one, "name") <= 100 for one in node.get("choices", ()))


async def test_no_two_commands_or_options_share_a_name_in_any_language(payload: dict[str, Any]):
    for node in everything(payload):
        for locale in (None, *discord.Locale):
            names = [
                (option.get("name_localizations") or {}).get(str(locale), option["name"])
                for option in node.get("options", ())
            ]
            assert len(set(names)) == len(names), (node["name"], str(locale))


async def test_commands_are_for_servers_only_and_asked_of_everybody(payload: dict[str, Any]):
    assert payload["contexts"] == [0]
    assert payload["integration_types"] == [0]
    assert payload["default_member_permissions"] is None


async def test_every_command_of_the_design_is_there(payload: dict[str, Any]):
    names = {option["name"] for option in payload["options"]}
    assert names >= {
        *("start", "join", "leave", "ready", "deal", "hand", "move", "draw", "call", "stuck", "pause"),
        *("kick", "rematch", "status", "leaderboard", "stats", "rules", "replay", "me", "settings", "stop"),
    }


def test_every_page_of_the_rules_fits_in_one_message_in_every_language():
    for language in LANGUAGES:
        words = words_for(language)
        for topic in TOPICS:
            assert 0 < len(words(f"help.{topic}")) <= 2000
            assert 0 < len(words(f"help.{topic}.title")) <= 100


async def test_english_is_not_translated_into_itself():
    translator = CommandTranslator()
    context: Any = None
    assert await translator.translate(spoken("command.join"), discord.Locale.british_english, context) is None
    assert await translator.translate(spoken("command.join"), discord.Locale.japanese, context) is None
    bare = discord.app_commands.locale_str("bare")
    assert await translator.translate(bare, discord.Locale.french, context) is None


def test_a_choice_keeps_its_value_whatever_it_is_called():
    one = choice("level.easy", "easy")
    assert one.value == "easy"
    assert one.name == "easy"
