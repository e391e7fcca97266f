"""`/nertz status` while the journal hangs: it tells of nothing that is not kept, and announces itself."""

from __future__ import annotations

import asyncio

from tests.discord_ui.club import CHANNEL, member
from tests.discord_ui.registers import said


async def test_a_status_of_moves_that_are_not_kept_yet_is_announced(club, ana, ben):
    club.journal.held = True
    drawing = asyncio.ensure_future(ben.taps("d"))
    asking = asyncio.ensure_future(ana.types("status"))
    await club.clock.run(2.5)
    assert asking.result().kind == 5
    club.journal.release()
    await drawing
    await ana.driver.until(lambda: "Round 1" in ana.driver.sees(CHANNEL)[-1].text)


async def test_a_status_tells_of_other_tables_what_is_kept(club, ana):
    cleo = member(club, "cleo")
    other = next(one for one in club.sandbox.world.channels.values() if one.name not in (CHANNEL, "games"))
    await club.clock.awaits(cleo.driver.command(other.id, "nertz start"))
    club.journal.held = True
    club.tables.at(other.id).join(ana.id, "Ana")
    asking = asyncio.ensure_future(ana.types("status"))
    await club.clock.run(1.0)
    assert not asking.done()
    club.journal.release()
    told = said(await club.clock.awaits(asking)).rpartition("\n")[2]
    assert "Cleo" in told
    assert "Ana" in told
