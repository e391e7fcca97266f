"""However much somebody types, they get an answer, and one that Discord takes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import discord
import pytest
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st

import bot.discord_ui
from bot.discord_ui.commands.group import nertz_group
from bot.discord_ui.replies import reply
from bot.discord_ui.transport.components import bounded
from tests.discord_ui.club import playing
from tests.discord_ui.registers import said
from tests.discord_ui.test_router import Desk
from tests.examples import examples

if TYPE_CHECKING:
    from collections.abc import Iterator

HOUSE: Final = Path(bot.discord_ui.__file__).parent
LONGEST_OPTION: Final = 6000
"""Signs that Discord lets somebody type into an option."""
TYPED: Final = (
    "W" + "1" * 3000,
    "N:7H>W" + "9" * 3000,
    "W" + "0" * 3000 + ":7H>F",
    "_a\\*" * 1500,
    "<@1>" * 750,
)


def texts() -> Iterator[tuple[str, str, int]]:
    """Yield command, name and most signs of every option into which any text may be typed."""
    for command in nertz_group().commands:
        assert isinstance(command, app_commands.Command)
        for option in command.parameters:
            if option.type is discord.AppCommandOptionType.string and not option.choices:
                yield command.name, option.display_name, int(option.max_value or LONGEST_OPTION)


def test_there_are_texts_to_type():
    assert len(list(texts())) >= 5


@pytest.mark.parametrize(("command", "option", "longest"), list(texts()))
async def test_a_long_text_in_any_option_is_answered(club, command: str, option: str, longest: int):
    ana, _ = await playing(club, "ana ben")
    for typed in TYPED:
        answer = await ana.types(command, **{option: typed[:longest]})
        assert 0 < len(said(answer)) <= 2000
        assert "Something went wrong" not in said(answer)


@examples(300)
@given(st.text(st.sampled_from("ab \\*\n"), max_size=80), st.integers(4, 60))
def test_a_text_is_cut_between_words_and_never_behind_a_lone_backslash(text: str, most: int):
    cut = bounded(text, most)
    assert len(cut) <= most
    if len(text) <= most:
        assert cut == text
    else:
        assert cut.endswith("…")
        assert text.startswith(cut[:-1])
        assert not cut[:-1].endswith(("\\", " ", "\n"))


@pytest.mark.parametrize("length", [1, 2000, 2001, 50_000])
async def test_every_reply_keeps_to_what_discord_takes(length: int):
    one = Desk().interaction({})
    await reply(one, "x" * length)
    (text,) = one.response.said
    assert len(text) == (length if length <= 2000 else 1001)


def test_no_other_file_sends_a_text_of_its_own():
    sends = re.compile(r"\.(?:send_message|followup\.send|send)\((?!view=|\s*view=|\))")
    found = {path.name for path in HOUSE.rglob("*.py") if sends.search(path.read_text(encoding="utf-8"))}
    assert found == {"replies.py", "process.py"}  # the latter: to its process
