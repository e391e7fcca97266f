"""Whose tables `/nertz status` tells of: those in channels that who asks can see, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import pytest

from bot.sandbox.model import Overwrite, Role
from bot.sandbox.permissions import bits
from tests.discord_ui.club import CHANNEL, eventually, member
from tests.discord_ui.registers import said

if TYPE_CHECKING:
    from bot.sandbox.model import Channel
    from tests.discord_ui.club import Club, Member

SIGHT = bits("view_channel")
HIDDEN = "nertz"


@pytest.fixture
def cleo(club: Club) -> Member:
    return member(club, "cleo")


async def changes(club: Club, channel: Channel, *rules: Overwrite) -> None:
    """Set what a channel allows, and wait until the bot knows it."""
    channel.overwrites = {rule.target: rule for rule in rules}
    club.sandbox.world.channel_changed(channel)

    def known() -> bool:
        found = club.client.get_channel(channel.id)
        return {one.id for one in found.overwrites} == set(channel.overwrites)  # type: ignore[union-attr]

    await eventually(known)


async def hides(club: Club, *rules: Overwrite) -> Channel:
    """Hide a channel from everybody but those to whom a rule shows it; the bot sees it."""
    channel = club.sandbox.channel(HIDDEN)
    nobody, the_bot = (
        Overwrite(channel.guild_id, 0, deny=SIGHT),
        Overwrite(club.sandbox.world.bot.id, 1, allow=SIGHT),
    )
    await changes(club, channel, nobody, the_bot, *rules)
    return channel


async def test_a_table_in_a_hidden_channel_is_told_to_who_sees_it_only(club, ana, ben, cleo):
    channel = await hides(club, Overwrite(cleo.id, 1, allow=SIGHT))
    await ana.driver.command(HIDDEN, "nertz start")
    assert f"<#{channel.id}>" in said(await cleo.types("status"))
    told = said(await ben.types("status"))
    assert "Ana" not in told
    assert str(channel.id) not in told


async def test_a_role_shows_a_hidden_channel_and_its_threads(club, ana, ben, cleo):
    guild = club.sandbox.world.guilds[club.sandbox.channel(HIDDEN).guild_id]
    role = Role(guild.id + 9, "Players", SIGHT, 3)
    guild.roles[role.id] = role
    club.sandbox.world.add_guild(guild)
    await eventually(lambda: club.client.get_guild(guild.id).get_role(role.id) is not None)
    guild.members[ben.id].roles.append(role.id)
    await hides(club, Overwrite(role.id, 0, allow=SIGHT))
    await ana.driver.command(HIDDEN, "nertz start", thread=True)
    assert "Ana" in said(await ben.types("status"))
    assert "Ana" not in said(await cleo.types("status"))


async def test_a_private_thread_is_told_to_those_who_play_there_or_manage_threads(club, ana, ben, cleo):
    await ben.types("start", thread=True)
    (table,) = club.tables.of_guild(club.sandbox.channel(CHANNEL).guild_id)
    await eventually(lambda: club.client.get_channel(table.channel_id) is not None)
    assert "Ben" in said(await cleo.types("status"))
    club.client.get_channel(table.channel_id)._type = discord.ChannelType.private_thread
    assert "Ben" not in said(await cleo.types("status"))
    assert "Ben" in said(await ben.types("status"))
    assert "Ben" in said(await ana.types("status"))


async def test_a_channel_that_the_bot_does_not_know_is_seen_by_nobody(club, ana):
    await ana.driver.command(HIDDEN, "nertz start")
    assert "Ana" in said(await ana.types("status"))
    channel = club.client.get_channel(club.sandbox.channel(HIDDEN).id)
    channel.guild._remove_channel(channel)
    assert "Ana" not in said(await ana.types("status"))
