"""Moves and seats that could not be kept: everybody is told who should be, and nothing is left in the log."""

from __future__ import annotations

import asyncio
import gc

from tests.discord_ui.club import member
from tests.faults.stormy import the_table_goes_on


async def test_who_asks_for_something_while_the_journal_is_about_to_fail_is_told_and_no_more(club, ana, ben):
    club.journal.held = True
    cleo = member(club, "cleo")
    asking = [
        asyncio.ensure_future(asked)
        for asked in (
            cleo.types("join"),
            ana.presses(ana.board, "hand"),
            ben.types("pause"),
            ben.types("draw"),
        )
    ]
    await club.clock.run(0.5)
    club.journal.broken = True
    club.journal.release()
    for asked in asking:
        assert not (await club.clock.awaits(asked)).failed
    gc.collect()
    await club.clock.run(1.0)
    gc.collect()
    club.journal.broken = False
    await the_table_goes_on(club, ana, ben)
    gc.collect()
