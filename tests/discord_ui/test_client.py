"""What comes from Discord's gateway: servers, channels, threads; and what Discord is told at the start."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot.discord_ui.permissions import invite_url
from bot.locales.words import words_for
from tests.discord_ui.club import CHANNEL, Club, member, playing, strict_sandbox
from tests.discord_ui.registers import said

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.discord_ui.club import Member

COMMANDS = "PUT /applications/{application_id}/commands"


def test_the_invite_link_has_exactly_the_scopes_and_permissions_that_are_needed():
    query = parse_qs(urlsplit(invite_url(42)).query)
    assert query["client_id"] == ["42"]
    assert set(query["scope"][0].split()) == {"bot", "applications.commands"}
    permissions = discord.Permissions(int(query["permissions"][0]))
    assert {name for name, given in permissions if given} == {
        "read_messages",
        "send_messages",
        "attach_files",
        "create_public_threads",
        "send_messages_in_threads",
    }


async def test_commands_are_synced_once_and_again_only_when_they_have_changed():
    async with strict_sandbox() as sandbox:
        club = Club(sandbox)
        await club.opens()
        syncs = [one for one in sandbox.log if one.name == COMMANDS]
        assert len(syncs) == 1
        await club.client.setup_hook()
        assert len([one for one in sandbox.log if one.name == COMMANDS]) == 1
        await club.client.mark.write("of other commands")
        await club.client.setup_hook()
        assert len([one for one in sandbox.log if one.name == COMMANDS]) == 2
        assert sandbox.violations == []
        await club.closes()


async def syncs_after(club: Club) -> int:
    """Start the client once more, and return how often Discord was told of the commands by then."""
    club.sandbox.log.clear()
    await club.client.setup_hook()
    return len([one for one in club.sandbox.log if one.name == COMMANDS and one.status == 200])


async def test_commands_that_another_program_changed_are_told_anew(club):
    before = club.sandbox.commands.listing()
    club.sandbox.commands.replace(club.client.application_id, before, None)
    assert await syncs_after(club) == 1
    assert await syncs_after(club) == 0


async def test_commands_whose_mark_was_not_kept_before_a_kill_are_told_anew(club):
    club.client.mark.mark = None
    assert await syncs_after(club) == 1
    assert await syncs_after(club) == 0


@pytest.mark.parametrize("drop", ["drop_before", "drop_after"])
async def test_commands_whose_answer_was_lost_are_told_once_more(drop, club):
    club.client.mark.mark = None
    club.sandbox.faults.add(drop, "/applications/*/commands", "PUT")
    assert await syncs_after(club) == 1
    assert await syncs_after(club) == 0


async def test_only_the_guilds_intent_is_asked_for_and_nothing_is_cached(club):
    assert club.client.intents == discord.Intents(guilds=True)
    assert not club.client.cached_messages
    assert all(list(guild.members) == [guild.me] for guild in club.client.guilds)


async def test_a_server_that_sends_the_bot_away_ends_its_tables(club, ana):
    await ana.types("start")
    guild = club.table.guild_id
    await ana.driver.command("games", "nertz start")
    club.sandbox.incidents.kick_bot(guild)
    await eventually(lambda: not club.tables.of_guild(guild))
    assert len(club.tables) == 1


async def test_an_outage_ends_no_table(club, ana):
    await ana.types("start")
    guild = club.table.guild_id
    club.sandbox.incidents.guild_unavailable(guild)
    club.sandbox.incidents.guild_available(guild)
    assert said(await ana.types("status"))
    assert club.tables.of_guild(guild)


async def test_a_deleted_channel_ends_its_table(club):
    await playing(club, "ana ben")
    channel = club.table.channel_id
    ana = member(club, "ana")
    club.sandbox.incidents.delete_channel(channel)
    await ana.driver.command("side-table", "nertz status")
    assert club.tables.at(channel) is None


async def test_a_deleted_thread_ends_its_table(club):
    thread, ana = await table_in_thread(club)
    club.sandbox.incidents.delete_channel(thread)
    await ana.types("status")
    assert club.tables.at(thread) is None


async def test_an_archived_thread_is_opened_again_while_its_table_lives(club):
    thread, _ = await table_in_thread(club)
    club.sandbox.incidents.archive_thread(thread)
    await eventually(lambda: not club.sandbox.world.channels[thread].archived)
    assert club.tables.at(thread) is not None


async def test_a_locked_thread_ends_its_table(club):
    thread, ana = await table_in_thread(club)
    club.sandbox.incidents.archive_thread(thread, locked=True)
    await ana.types("status")
    assert club.tables.at(thread) is None


async def test_an_archived_thread_without_a_table_stays_archived(club):
    thread, ana = await table_in_thread(club)
    await ana.driver.command(thread, "nertz stop")
    club.sandbox.incidents.archive_thread(thread)
    await ana.types("status")
    assert club.sandbox.world.channels[thread].archived


async def test_replies_are_in_the_persons_language_and_boards_in_the_servers(club):
    ana, cleo = member(club, "ana"), member(club, "cleo")
    await ana.types("start")
    assert club.client.guilds
    await cleo.types("join")
    assert said(await cleo.types("join")) == words_for("fr")("table.already_seated")
    assert "Join" in [button.label for button in cleo.board.buttons]


async def eventually(happens: Callable[[], bool]) -> None:
    """Let the gateway tell the bot, and the bot do what it does."""
    async with asyncio.timeout(5):
        while not happens():
            await asyncio.sleep(0.005)


async def table_in_thread(club: Club) -> tuple[int, Member]:
    ana = member(club, "ana")
    await ana.types("start", thread=True)
    (table,) = club.tables.of_guild(club.sandbox.channel(CHANNEL).guild_id)
    return table.channel_id, ana
