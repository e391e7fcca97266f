"""40060 says that somebody answered, not who, nor with what: nothing is taken for a hand without a look.

Another process with the same token was quicker, or the connection broke after Discord had taken the answer.
"""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest

from bot.discord_ui.transport.proof import proof_in
from tests.discord_ui.club import CHANNEL, is_hand, member
from tests.faults.stormy import CALLBACK, newest, plays_out, taps, the_table_goes_on, until

EPHEMERAL, LOADING, V2 = 64, 128, 32768
WORD = "from the other one"
PANEL = {"components": [{"type": 10, "content": WORD}], "allowed_mentions": {"parse": []}}
OTHERS: dict[str, dict[str, Any]] = {
    "a private word": {"type": 4, "data": PANEL | {"flags": V2 | EPHEMERAL}},
    "a public word": {"type": 4, "data": PANEL | {"flags": V2}},
    "a private announcement": {"type": 5, "data": {"flags": EPHEMERAL}},
    "a public announcement": {"type": 5},
    "an acknowledgement": {"type": 6},
}
FIRST_OF_A_COMMAND = [name for name in OTHERS if OTHERS[name]["type"] != 6]


async def quicker(club, asking, answer) -> None:
    """Let another process answer an interaction before this one can, and time pass until all is at rest."""
    slow = club.sandbox.faults.add("delay", CALLBACK, seconds=0.3)
    waiting = asyncio.ensure_future(asking)
    await until(club, lambda: bool(slow.struck))
    one = list(club.sandbox.interactions._by_token.values())[-1]
    url = f"{club.sandbox.api_url}/interactions/{one.id}/{one.token}/callback"
    async with aiohttp.ClientSession() as session, session.post(url, json=answer) as response:
        assert response.status in (200, 204)
    await club.clock.run(3.5)
    await waiting


def public(club) -> list[dict[str, Any]]:
    """Return what everybody sees in the channel."""
    return [one.raw for one in member(club, "dan").driver.sees(CHANNEL) if not one.ephemeral]


def nothing_of_others_was_touched(club) -> None:
    """What the other process said to everybody is as it was; then it goes, so that boards are boards."""
    for raw in public(club):
        if raw["flags"] & LOADING or WORD in str(raw["components"]):
            assert raw["edited_timestamp"] is None
            club.sandbox.incidents.delete_message(int(raw["channel_id"]), int(raw["id"]))


async def nothing_of_a_hand_is_public(club, ana, ben) -> None:
    """Let others play, so that every hand is refreshed; then look at all that was ever sent."""
    for one in (ben, ana):
        await plays_out(club, one)
        await club.clock.run(2.5)
    nothing_of_others_was_touched(club)
    assert not any(ephemeral is False for _, ephemeral in club.secrets_sent())
    assert not any("hand_" in str(raw) for raw in public(club))


@pytest.mark.parametrize("answer", OTHERS)
async def test_a_click_on_the_board_that_another_process_answered(answer, club, ana, ben):
    await quicker(club, ana.presses(ana.board, "hand"), OTHERS[answer])
    await nothing_of_a_hand_is_public(club, ana, ben)
    assert (await taps(club, ana, "d")).kind == 7
    assert ana.version == newest(club)


@pytest.mark.parametrize("answer", FIRST_OF_A_COMMAND)
async def test_a_command_that_another_process_answered(answer, club, ana, ben):
    await quicker(club, ana.types("hand"), OTHERS[answer])
    await nothing_of_a_hand_is_public(club, ana, ben)
    assert (await taps(club, ana, "d")).kind == 7
    assert ana.version == newest(club)


@pytest.mark.parametrize("answer", OTHERS)
async def test_a_click_on_a_hand_that_another_process_answered(answer, club, ana, ben):
    before = newest(club)
    await quicker(club, ana.taps("d"), OTHERS[answer])
    assert newest(club) == before + 1
    await nothing_of_a_hand_is_public(club, ana, ben)
    await the_table_goes_on(club, ana, ben)


async def test_what_another_process_said_is_left_as_it_is(club, ana, ben):
    await quicker(club, ana.types("hand"), OTHERS["a public word"])
    await quicker(club, ana.types("hand"), OTHERS["a private word"])
    said = [one.text for one in ana.driver.sees(CHANNEL)]
    assert said.count(WORD) == 2
    await nothing_of_a_hand_is_public(club, ana, ben)


@pytest.mark.parametrize("drops", [1, 2])
@pytest.mark.parametrize("asked", ["draw", "pause"])
async def test_an_announcement_whose_connection_broke_ends_with_the_answer(asked, drops, club, ana, ben):
    club.journal.held = True
    asking = asyncio.ensure_future(ana.types(asked))
    club.sandbox.faults.add("drop_after", CALLBACK)
    if drops == 2:
        club.sandbox.faults.add("drop_before", CALLBACK, skip=1)
    await club.clock.run(2.0)
    assert (await club.clock.awaits(asking)).kind == 5
    assert any(one.waiting for one in ana.driver.sees(CHANNEL))
    club.journal.release()
    await club.clock.run(3.0)
    assert not any(one.waiting for one in ana.driver.sees(CHANNEL))
    if asked == "pause":
        assert any(one.ephemeral and "paused" in one.text for one in ana.driver.sees(CHANNEL))
        await club.clock.awaits(ana.types("pause"))
    else:
        assert is_hand(ana.driver.sees(CHANNEL)[-1])
        assert ana.version == newest(club)
    await the_table_goes_on(club, ana, ben)


async def test_an_acknowledgement_ends_an_announcement_that_seemed_lost(club):
    """The table is long in coming, so an answer is announced; then there is nothing to say."""
    ana = member(club, "ana")
    await club.clock.awaits(ana.types("start"))
    table = club.table
    club.tables._asleep[table.table_id] = (table.guild_id, table.channel_id)
    del club.tables._tables[table.table_id]
    waking = asyncio.Event()
    load = club.journal.load_table

    async def slowly(table_id):
        await waking.wait()
        return await load(table_id)

    club.journal.load_table = slowly
    pressing = asyncio.ensure_future(ana.presses(ana.board, "practice"))
    club.sandbox.faults.add("drop_after", CALLBACK)
    await club.clock.run(2.0)
    assert (await club.clock.awaits(pressing)).kind == 5
    waking.set()
    await club.clock.run(3.0)
    assert len(club.table.state.seats) == 2
    assert not any(one.waiting for one in ana.driver.sees(CHANNEL))


async def test_only_a_message_that_one_person_sees_is_proof(club, ana):
    channel = club.client.get_partial_messageable(club.table.channel_id)
    assert proof_in(await channel.fetch_message(ana.board.id)) is None
    assert proof_in(None) is None
