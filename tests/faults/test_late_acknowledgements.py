"""Acknowledgements (type 6) that Discord does not take at once: nobody's hand may wait for them."""

from __future__ import annotations

import asyncio

from tests.faults.stormy import CALLBACK, newest, plays_out, the_table_goes_on


async def test_a_hand_is_up_to_date_soon_though_its_acknowledgement_meets_errors(club, ana, ben):
    club.journal.held = True
    click = asyncio.ensure_future(ana.taps("d"))
    club.sandbox.faults.add("status", CALLBACK, status=502, count=5)
    await club.clock.run(2.0)
    club.journal.release()
    await club.clock.run(3.0)
    assert ana.version == newest(club)
    assert (await club.clock.awaits(click)).failed
    await plays_out(club, ben)
    await club.clock.run(1.5)
    assert ana.version == newest(club)
    await the_table_goes_on(club, ana, ben)
