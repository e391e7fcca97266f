"""Routes that are used at the start, for threads and for answers that came late, while they refuse."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.discord_ui.club import CHANNEL, Club, member, strict_sandbox
from tests.discord_ui.patient_clock import PatientClock, SandboxTime, discord_sleeps_by
from tests.faults.stormy import newest, taps, the_table_goes_on

REFUSALS: dict[str, dict[str, Any]] = {
    "429": {"kind": "status", "status": 429, "retry_after": 2.0},
    "500": {"kind": "status", "status": 500},
    "500 for ever": {"kind": "status", "status": 500, "count": 5},
    "502": {"kind": "status", "status": 502},
    "403": {"kind": "status", "status": 403, "code": 50001},
    "404": {"kind": "status", "status": 404, "code": 0},
    "lost": {"kind": "drop_before", "count": 3},
    "taken, lost": {"kind": "drop_after"},
}


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_the_bot_starts_though_the_commands_are_not_taken(refusal):
    clock = PatientClock()
    with discord_sleeps_by(clock):
        async with strict_sandbox(clock=SandboxTime(clock)) as sandbox:
            sandbox.faults.add(route="/applications/*/commands", method="PUT", **REFUSALS[refusal])
            club = Club(sandbox, clock=clock)
            opening = asyncio.ensure_future(club.opens())
            while not opening.done():
                await clock.run(1.0)
                await asyncio.sleep(0.01)
            await opening
            assert club.client.is_ready()
            await club.closes()


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_a_thread_that_can_not_be_opened_leaves_no_table_behind(refusal, club):
    ana = member(club, "ana")
    club.sandbox.faults.add(route="/channels/*/threads", method="POST", **REFUSALS[refusal])
    answer = await club.clock.awaits(ana.types("start", thread=True), at_most=40.0)
    await club.clock.run(10.0)
    tables = club.tables.of_guild(club.sandbox.channel(CHANNEL).guild_id)
    assert len(tables) <= 1
    assert tables or not answer.failed
    assert all(table.channel_id in club.sandbox.world.channels for table in tables)
    assert not (await club.clock.awaits(ana.types("start"))).failed


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_an_answer_that_was_announced_and_then_refused_costs_no_move(refusal, club, ana, ben):
    before = newest(club)
    club.sandbox.faults.add(route="/webhooks/*", **REFUSALS[refusal])
    club.journal.held = True
    commands = [asyncio.ensure_future(ana.types("draw")), asyncio.ensure_future(ben.types("pause"))]
    await club.clock.run(2.0)
    club.journal.held = False
    club.journal.release()
    await club.clock.run(3.0)
    await club.clock.awaits(asyncio.gather(*commands))
    if club.table.state.paused:
        await club.clock.awaits(ben.types("pause"))
    assert newest(club) >= before + 1
    await club.clock.awaits(ana.types("hand"))
    assert (await taps(club, ana, "d")).kind == 7
    await the_table_goes_on(club, ana, ben)
