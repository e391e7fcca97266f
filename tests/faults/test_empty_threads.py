"""Threads that a kill leaves empty: the next start of the same host takes them."""

from __future__ import annotations

import discord

from bot.locales.words import words_for
from tests.discord_ui.club import CHANNEL, member


def threads(club):
    return [one for one in club.sandbox.world.channels.values() if one.is_thread]


async def is_killed_between_thread_and_table(club) -> None:
    """Let the bot make Ana's thread, and nothing more: that is as far as the process came."""
    channel = club.client.get_channel(club.sandbox.channel(CHANNEL).id)
    name = words_for("en")("thread.name", host="Ana")
    await club.clock.awaits(channel.create_thread(name=name, type=discord.ChannelType.public_thread))
    club.seed += " after"
    await club.restarts()
    assert [len(one.messages) for one in threads(club)] == [0]


async def test_the_next_start_of_the_host_takes_the_empty_thread(club):
    ana = member(club, "ana")
    await is_killed_between_thread_and_table(club)
    assert not (await club.clock.awaits(ana.types("start", thread=True))).failed
    assert [one.id for one in threads(club)] == [table.channel_id for table in club.tables]


async def test_a_thread_of_another_host_or_one_in_use_is_not_taken(club):
    ana, ben = member(club, "ana"), member(club, "ben")
    await is_killed_between_thread_and_table(club)
    for one in (ben, ana, ana):
        assert not (await club.clock.awaits(one.types("start", thread=True))).failed
    assert len(threads(club)) == len(club.tables) == 3


async def test_a_thread_in_which_something_was_written_is_not_taken(club):
    ana = member(club, "ana")
    await club.clock.awaits(ana.types("start", thread=True))
    (table,) = club.tables
    await club.clock.awaits(ana.driver.command(table.channel_id, "nertz stop"))
    await club.clock.run(3.0)
    assert not (await club.clock.awaits(ana.types("start", thread=True))).failed
    assert len(threads(club)) == 2
    assert club.tables.at(club.sandbox.channel(CHANNEL).id) is None


async def test_a_thread_that_cannot_be_looked_at_is_left_alone(club):
    ana = member(club, "ana")
    await is_killed_between_thread_and_table(club)
    club.sandbox.faults.add("status", "/channels/*", "GET", status=403, code=50001)
    assert not (await club.clock.awaits(ana.types("start", thread=True))).failed
    assert len(threads(club)) == 2
