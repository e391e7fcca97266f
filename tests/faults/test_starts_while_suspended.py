"""Tables that can't be announced while nothing can be kept: none is left behind that nobody sees."""

from __future__ import annotations

import asyncio

from tests.discord_ui.club import CHANNEL, member
from tests.faults.stormy import BOARD_POST, until


async def test_a_table_without_a_message_ends_though_it_was_suspended_just_then(club):
    channel = club.sandbox.channel(CHANNEL).id
    slow = club.sandbox.faults.add("delay", BOARD_POST, "POST", seconds=1.0)
    starting = asyncio.ensure_future(member(club, "ana").types("start"))
    await until(club, lambda: bool(slow.struck))
    table = club.tables.at(channel)
    club.sandbox.incidents.deny(channel, "send_messages")
    club.journal.broken = True
    table.choose_back(table.state.host, 5)
    await club.clock.run(2.0)
    assert not (await club.clock.awaits(starting)).failed
    assert table.state.suspended
    club.journal.broken = False
    await until(club, lambda: club.tables.at(channel) is None, 40.0)
