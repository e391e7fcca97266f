"""Texts of house rules that are too long to be read back: Discord takes none of them."""

from __future__ import annotations

import pytest

from bot.rules.house_rules import HouseRules
from bot.sandbox.user_actions import CannotDo
from tests.discord_ui.club import CHANNEL, member
from tests.discord_ui.registers import said


async def test_settings_longer_than_an_answer_cannot_be_given(club, ana):
    with pytest.raises(CannotDo, match="at most"):
        await ana.types("settings", rules="penalty=1, " * 300 + "penalty=1")
    guild = club.sandbox.channel(CHANNEL).guild_id
    assert (await club.client.context.choices.guild(guild)).rules == ""


async def test_every_rule_at_once_can_be_given_and_is_read_back(club):
    every = ", ".join(f"{name}={value}" for name, value in HouseRules().as_dict().items())
    assert "Settings of this server" in said(await member(club, "ana").types("settings", rules=every))
