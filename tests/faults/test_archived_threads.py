"""Threads that are archived or locked under their table: opened again, or the table ends with a word.

DISCORD.md, 6: 50083, locked threads; the state is kept.
"""

from __future__ import annotations

import pytest

from bot.tables.seats import TablePhase
from tests.discord_ui.club import CHANNEL, member
from tests.faults.stormy import nothing_is_lost, until


async def in_a_thread(club):
    ana, ben = member(club, "ana"), member(club, "ben")
    await club.clock.awaits(ana.types("start", thread=True))
    (table,) = club.tables.of_guild(club.sandbox.channel(CHANNEL).guild_id)
    await club.clock.awaits(ben.driver.command(table.channel_id, "nertz join"))
    await club.clock.awaits(ana.driver.command(table.channel_id, "nertz deal"))
    await club.clock.run(25.0)
    assert table.state.phase is TablePhase.ROUND
    return table, ana, ben


@pytest.mark.parametrize("told", [True, False])
async def test_a_thread_that_is_archived_is_opened_again(told, club):
    table, ana, ben = await in_a_thread(club)
    if not told:
        club.sandbox.faults.add("lose", "THREAD_UPDATE")
    club.sandbox.incidents.archive_thread(table.channel_id)
    await club.clock.awaits(ana.driver.command(table.channel_id, "nertz draw"))
    await club.clock.run(10.0)
    assert not club.sandbox.world.channels[table.channel_id].archived
    assert not (await club.clock.awaits(ben.driver.command(table.channel_id, "nertz draw"))).failed
    await club.clock.run(3.0)
    board = next(one for one in reversed(ana.driver.sees(table.channel_id)) if not one.ephemeral)
    assert board.alt_texts[0].endswith(f" {table.public_view().version}")
    nothing_is_lost(club, table)


@pytest.mark.parametrize("refusal", [{"status": 403, "code": 50001}, {"status": 500}, {"status": 404}])
async def test_a_thread_that_cannot_be_opened_again_costs_nothing_but_its_board(refusal, club):
    table, ana, _ = await in_a_thread(club)
    club.sandbox.faults.add("status", f"/channels/{table.channel_id}", "PATCH", count=5, **refusal)
    club.sandbox.incidents.archive_thread(table.channel_id)
    await club.clock.run(30.0)
    before = table.public_view().version
    assert not (await club.clock.awaits(ana.driver.command(table.channel_id, "nertz draw"))).failed
    assert table.public_view().version == before + 1
    nothing_is_lost(club, table)


async def test_a_thread_that_is_locked_ends_its_table_with_a_word(club):
    table, ana, ben = await in_a_thread(club)
    await club.clock.awaits(ben.driver.command(table.channel_id, "nertz hand"))
    club.sandbox.incidents.archive_thread(table.channel_id, locked=True)
    await until(club, lambda: table.state.phase is TablePhase.CLOSED)
    await club.clock.run(2.0)
    assert "closed" in ben.driver.sees(table.channel_id)[-1].text
    nothing_is_lost(club, table)
    assert not (await club.clock.awaits(ana.types("start"))).failed
