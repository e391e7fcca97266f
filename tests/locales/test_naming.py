"""Sentences call buttons, commands and house rules by the names that people see."""

from __future__ import annotations

import re
from typing import Final

import pytest

from bot.locales.words import LANGUAGES
from bot.rules.house_rules import RULE_NAMES, HouseRules
from tests.locales.catalogues import sentences

LABELS: Final = [
    *(f"button.{slot}" for slot in ("join", "ready", "hand", "pause", "resume", "rematch")),
    *(f"hand.{slot}" for slot in ("draw", "turn", "stuck", "call", "more")),
]
_COMMAND: Final = re.compile(r"`/nertz (\S+?)((?: [^`]*)?)`")
_OPTION: Final = re.compile(r"(?:^| )([\w-]+):")
_RULES: Final = re.compile(r"(?:\w+=\w+)(?:, \w+=\w+)*")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_names_a_button_names_it_by_its_label(language: str):
    english, here = sentences("en"), sentences(language)
    named = 0
    for label in LABELS:
        wanted, theirs = f"**{english[label].text}**", f"**{here[label].text}**"
        for key in (key for key, entry in english.items() if wanted in entry.text):
            named += 1
            assert theirs in here[key].text, (key, theirs)
    assert named > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_names_a_command_names_it_as_discord_shows_it(language: str):
    here = sentences(language)
    commands = {entry.text: key.split(".")[1] for key, entry in here.items() if _is_name(key, "command")}
    for key, entry in here.items():
        for name, rest in _COMMAND.findall(entry.text):
            assert name in commands, (key, name)
            options = {here[one].text for one in here if _is_name(one, f"option.{commands[name]}")}
            assert set(_OPTION.findall(rest)) <= options, (key, rest)


def _is_name(key: str, start: str) -> bool:
    return key.startswith(f"{start}.") and key.endswith(".name")


@pytest.mark.parametrize("language", LANGUAGES)
def test_house_rules_that_a_sentence_gives_as_examples_can_be_typed_so(language: str):
    found = 0
    for entry in sentences(language).values():
        for example in _RULES.findall(entry.text):
            if example.split("=")[0] in RULE_NAMES:
                found += 1
                HouseRules.parse(example)
    assert found >= 5


def test_french_signs_do_not_stand_alone_on_a_new_line():
    loose = [key for key, entry in sentences("fr").items() if re.search(r" [?!;:»]|« ", entry.text)]
    assert loose == []
