"""Channels and servers that go while nothing can be kept: their tables end as soon as they can."""

from __future__ import annotations

import pytest

from bot.tables.seats import TablePhase
from tests.faults.stormy import until


@pytest.fixture
async def suspended(club, ana, ben):
    """The table is suspended; the journal works again when the test says so."""
    club.journal.broken = True
    await club.clock.awaits(ana.taps("d"))
    assert club.table.state.suspended
    return club.table


@pytest.mark.parametrize("gone", ["channel", "server"])
async def test_a_suspended_table_whose_place_is_gone_ends_when_it_lives_again(gone, club, suspended):
    if gone == "channel":
        club.sandbox.incidents.delete_channel(suspended.channel_id)
    else:
        club.sandbox.incidents.kick_bot(suspended.guild_id)
    await club.clock.run(2.0)
    club.journal.broken = False
    await until(club, lambda: suspended.state.phase is TablePhase.CLOSED, 40.0)
    assert club.tables.at(suspended.channel_id) is None
