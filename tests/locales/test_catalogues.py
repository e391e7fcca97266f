"""Every language says everything that English says, with the same data and within Discord's limits."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from string import Formatter
from typing import Final

import pytest

import bot
from bot.locales.words import DOMAINS, LANGUAGES, words_for
from tests.locales.catalogues import FOLDER, catalogue, entries, sentences

TRANSLATIONS: Final = [language for language in LANGUAGES if language != "en"]
PLURALS: Final = {
    "en": "(n != 1)",
    "es": "(n != 1)",
    "fr": "(n > 1)",
    "nl": "(n != 1)",
    "pt_BR": "(n > 1)",
}
COMPUTED: Final = (
    "away.", "back.", "button.", "card.rank.", "cli.", "closed.", "db.problem.", "deck.", "declined.",
    "help.", "language.", "leaderboard.title.", "level.", "move.", "notice.", "option.", "period.",
    "permission.",
    "phase.", "picture.state.", "preset.", "preset_name.", "refusal.", "rule.", "rule_name.", "rules.away.",
    "simulate.help.", "story.", "table.", "theme.", "topic.", "verify.",
)  # fmt: skip
"""Beginnings of keys whose rest the code fills in."""
LABELS: Final = {
    "hand.draw": 4,
    "hand.turn": 4,
    "hand.stuck": 4,
    "hand.more": 4,
    "hand.call": 6,
    "hand.shift": 6,
}
"""Five such buttons share a row of a phone; a button with a move, `10♥→W3`, is as long as the longest."""
_NAME: Final = re.compile(r"[-_'\w]{1,32}")


def placeholders(form: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in Formatter().parse(form) if name is not None)


def code() -> str:
    room = Path(bot.__file__).parent
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(room.rglob("*.py")))


def test_there_are_no_other_catalogues():
    found = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.po")}
    assert found == {f"{language}/{domain}.po" for language in LANGUAGES for domain in DOMAINS}


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_header_tells_language_letters_and_plurals(language: str, domain: str):
    read = catalogue(language, domain)
    assert str(read.locale) == language
    assert read.charset.lower() == "utf-8"
    assert (read.num_plurals, read.plural_expr) == (2, PLURALS[language])


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_keys_are_those_of_english(language: str, domain: str):
    english, here = entries("en", domain), entries(language, domain)
    assert sorted(here) == sorted(english)
    assert {key for key in here if here[key].plural != english[key].plural} == set()


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_there_in_every_form(language: str, domain: str):
    read = catalogue(language, domain)
    assert [error for _, errors in read.check() for error in errors] == []
    assert not read.obsolete
    for entry in entries(language, domain).values():
        assert not entry.fuzzy, entry.key
        assert len(entry.forms) == (2 if entry.plural else 1), entry.key
        assert all(form.strip() == form != "" for form in entry.forms), entry.key


def test_no_key_belongs_to_two_domains():
    assert len(sentences("en")) == sum(len(entries("en", domain)) for domain in DOMAINS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_has_the_placeholders_of_the_english_sentence(language: str):
    english = sentences("en")
    for key, entry in sentences(language).items():
        wanted = placeholders(english[key].forms[0])
        assert [placeholders(form) for form in entry.forms] == [wanted] * len(entry.forms), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_markdown_is_closed_and_starts_lines_as_in_english(language: str):
    english = sentences("en")
    for key, entry in sentences(language).items():
        for form in entry.forms:
            assert form.count("**") % 2 == 0, key
            assert form.count("`") % 2 == 0, key
            same = _line_starts(form) == _line_starts(english[key].forms[0])
            assert same or key in LABELS, key


def _line_starts(form: str) -> list[str]:
    """Return what makes headings, small print and lists, and the signs that sentences begin with."""
    found = (re.match(r"[^\w{*`'\"¡¿«“-]*(?:-# )?", line) for line in form.split("\n"))
    return [start[0].rstrip() for start in found if start]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_commands_and_options_are_such_as_discord_takes(language: str):
    for key, entry in sentences(language).items():
        if key.startswith(("command.", "option.")):
            if key.endswith(".name"):
                assert _NAME.fullmatch(entry.text), key
                assert entry.text == entry.text.lower(), key
            else:
                assert len(entry.text) <= 100, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_of_buttons_are_short(language: str):
    here = sentences(language)
    for key, most in LABELS.items():
        assert len(here[key].text) <= most, key
    long = [key for key, entry in here.items() if key.startswith("button.") and len(entry.text) > 20]
    assert long == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_and_picture_words_are_short(language: str):
    most = {"preset.": 100, "picture.seat.": 16, "picture.state.": 32, "picture.": 32, "thread.name": 90}
    for key, entry in sentences(language).items():
        limits = [limit for start, limit in most.items() if key.startswith(start)]
        assert not limits or len(entry.text) <= limits[0], key


def test_cards_are_written_with_the_letters_on_the_pictures():
    for language in LANGUAGES:
        assert [words_for(language).card(card) for card in (0, 22, 36, 50, 51)] == [
            "A♠",
            "10♥",
            "J♦",
            "Q♣",
            "K♣",
        ]


def test_every_sentence_is_used():
    text = code()
    used = set(re.findall(r"""["']([a-z_]+(?:\.[\w-]+)+)["']""", text))
    assert [start for start in COMPUTED if f'"{start}{{' not in text] == []
    filled_in = set(re.findall(r"""["']([\w-]+)(?:["']|\.\{)|^ +(\w+): |(\w+)=""", text, re.MULTILINE))
    rests = {word for found in filled_in for word in found if word}
    left = [key for key in sentences("en") if key not in used and not _is_computed(key, rests)]
    assert left == []


def _is_computed(key: str, rests: set[str]) -> bool:
    """Return whether the code makes the key of a beginning and of words that it has."""
    return any(
        key.startswith(start)
        and all(part in rests or part.isdigit() for part in key[len(start) :].split("."))
        for start in COMPUTED
    )
