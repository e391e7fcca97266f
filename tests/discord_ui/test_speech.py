"""Every refusal is one friendly line, in every language, and every sentence that the code names exists."""

from __future__ import annotations

import re
from pathlib import Path

import discord
import pytest

import bot.discord_ui
from bot.discord_ui.errors import Declined, explain
from bot.discord_ui.permissions import _ALL
from bot.discord_ui.wording.names import BACKS, pile_name
from bot.locales.words import LANGUAGES, words_for
from bot.rules.cards import parse_card
from bot.rules.house_rules import RuleRefused
from bot.rules.refusal import Code, Refusal
from bot.tables.events import ClosedReason
from bot.tables.ports import JournalFailed, ReadFailed
from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.seats import TablePhase
from tests.tables.evening import Evening

ENGLISH = words_for("en")
HOUSE = Path(bot.discord_ui.__file__).parent
_NAMED = re.compile(r'\b(?:words|many|spoken|words\.many)\(\s*"([a-z_]+\.[a-z_.]+)"')
_DECLINED = re.compile(r'Declined\(\s*"([a-z_]+)"')


def sources() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(HOUSE.rglob("*.py")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_the_code_names_exists(language: str):
    words = words_for(language)
    code = sources()
    named = set(_NAMED.findall(code)) | {f"declined.{key}" for key in _DECLINED.findall(code)}
    assert len(named) > 100
    assert [key for key in sorted(named) if not words.has(key)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_is_named_by_a_code_exists(language: str):
    words = words_for(language)
    keys = [
        *(f"table.{code.value}" for code in TableCode),
        *(f"closed.{reason.value}" for reason in ClosedReason),
        *(f"phase.{phase.value}" for phase in TablePhase),
        *(f"permission.{name}" for name in _ALL),
        *(f"button.{slot}" for slot in ("join", "ready", "deal", "hand", "leave", "practice", "nopractice")),
        *(f"button.{slot}" for slot in ("back", "howto", "accept", "pause", "resume", "imback", "rematch")),
    ]
    assert [key for key in keys if not words.has(key)] == []


def test_cards_seats_and_piles_are_named_in_words():
    refusal = Refusal(Code.NOT_TOP, card=parse_card("TS"), pile="V")
    assert explain(refusal, ENGLISH) == (
        "10♠ can't be taken from the waste now: it is covered, hidden or gone."
    )
    assert pile_name("W3", ENGLISH) == "pile 3"


async def test_the_faster_player_is_named():
    evening = Evening()
    evening.running_with("Ana Ben")
    refusal = Refusal(Code.BEATEN, by=1, card=parse_card("2H"))
    assert explain(refusal, ENGLISH, evening.table) == "Ben was faster with 2♥. Yours stays where it was."


async def test_the_host_is_named():
    evening = Evening()
    ana, _ = evening.in_lobby("Ana Ben")
    refusal = TableRefusal(TableCode.NOT_HOST, host=ana.id)
    assert "Only the host can do that: Ana. " in (explain(refusal, ENGLISH, evening.table) or "")
    assert f"Only the host can do that: <@{ana.id}>. " in (explain(refusal, ENGLISH) or "")


def test_what_somebody_typed_cannot_format_or_fill_in_the_sentence():
    said = explain(Refusal(Code.MALFORMED, text="**{card}** @everyone"), ENGLISH)
    assert said is not None
    assert "\\*\\*{card}\\*\\*" in said
    said = explain(RuleRefused("*{x}*" * 30, ("a", "b")), ENGLISH)
    assert said is not None
    assert len(said) < 300


def test_what_is_no_refusal_is_not_explained():
    assert explain(ValueError("a bug"), ENGLISH) is None


def test_trouble_with_the_journal_and_old_commands_have_a_line_each():
    for error in (
        JournalFailed("full"),
        ReadFailed("disconnected"),
        discord.app_commands.CommandNotFound("x", []),
        Declined("nobody_asks"),
    ):
        assert explain(error, ENGLISH)


def test_every_back_has_a_sign_of_its_own():
    assert len(set(BACKS)) == 8
