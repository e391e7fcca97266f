"""Pictures and buttons as Discord's clients take them.

DISCORD.md, 4 (pictures that stack up), 5 (a picture that an edit refuses), 7 (selects), 8 and 9
(buttons that move), 10 (long labels), 11 (pictures that jump), 13 (drawing in the event loop).
"""

from __future__ import annotations

import asyncio
import io
import sys
from typing import TYPE_CHECKING

import psutil
import pytest
from PIL import Image

from bot.discord_ui.drawing.process import RenderProcess
from bot.sandbox.components import every
from tests.discord_ui.club import CHANNEL, is_hand
from tests.faults.stormy import (
    BOARD_EDIT,
    HAND_EDIT,
    a_round,
    newest,
    plays_out,
    stormy_house,
    taps,
    the_table_goes_on,
)

if TYPE_CHECKING:
    from bot.sandbox.shown import Shown

STANDS_STILL = (sys.executable, "-c", "import sys; sys.stdin.buffer.read()")
ROW, BUTTON, GALLERY = 1, 2, 12


async def a_busy_while(club, *people):
    for _ in range(2):
        for one in people:
            await plays_out(club, one)
            await taps(club, one, "d")
        await club.clock.run(1.5)


async def test_after_many_edits_every_message_holds_one_file_and_shows_it(club, ana, ben):
    await a_busy_while(club, ana, ben)
    for message in (*ana.driver.sees(CHANNEL), *ben.driver.sees(CHANNEL)):
        assert len(message.files) == len(message.pictures) == 1
        assert message.pictures[0].partition("?")[0].endswith(message.files[0])
    for request in club.sandbox.log:
        body = request.body.get("data", request.body) if isinstance(request.body, dict) else {}
        assert request.method == "DELETE" or not body.get("components") or "attachments" in body
    await the_table_goes_on(club, ana, ben)


@pytest.mark.parametrize("code", [50035, 0])
@pytest.mark.parametrize("route", [HAND_EDIT, BOARD_EDIT])
async def test_a_picture_that_an_edit_refuses_leaves_text_and_buttons(route, code, club, ana, ben):
    club.sandbox.faults.add("status", route, "PATCH", status=400, code=code)
    await plays_out(club, ana)
    await club.clock.run(4.0)
    assert (await taps(club, ben, "d")).kind == 7
    assert ben.version == newest(club)
    assert all(len(one.files) <= 1 for one in ben.driver.sees(CHANNEL))


async def test_an_edit_that_never_takes_a_picture_costs_one_try_for_each_hand(club, ana, ben):
    fault = club.sandbox.faults.add("status", HAND_EDIT, "PATCH", status=400, code=50035)
    for _ in range(3):
        await plays_out(club, ana)
        await club.clock.run(2.0)
    edits = club.sandbox.log.where("PATCH", "webhooks")
    assert fault.struck == 1
    assert [bool(one.files) for one in edits if one.status == 200] == [False] * (len(edits) - 1)
    assert (await taps(club, ben, "r")).kind == 7
    assert ben.version == newest(club)


async def test_a_direct_answer_whose_picture_is_refused_becomes_a_new_message(club, ana, ben):
    old = ana.hand
    club.sandbox.faults.add("status", "*/callback", status=400, code=50035)
    await taps(club, ana, "d")
    assert ana.hand.id > old.id
    assert ana.version == newest(club)
    await the_table_goes_on(club, ana, ben)


def places(message: Shown) -> list[list[str]]:
    """Return the slots of the buttons, row by row."""
    rows = [one for one in every(message.raw["components"]) if one["type"] == ROW]
    return [[button["custom_id"].rpartition(":")[2] for button in row["components"]] for row in rows]


async def test_buttons_of_a_hand_never_change_their_place_or_id(club, ana, ben):
    before = places(ana.hand)
    await a_busy_while(club, ana, ben)
    assert places(ana.hand) == places(ben.hand) == before
    await taps(club, ana, "o")
    await taps(club, ana, "b")
    assert places(ana.hand) == before


async def test_messages_that_are_edited_hold_no_selects_and_labels_are_short(ana, ben):
    for message in (*ana.driver.sees(CHANNEL), *ben.driver.sees(CHANNEL)):
        kinds = {one["type"] for one in every(message.raw["components"])}
        assert kinds <= {ROW, BUTTON, 10, GALLERY, 17}
        if is_hand(message):
            short = [one.label for one in message.buttons if one.custom_id[-2:] not in (":d", ":s")]
            assert all(len(label) <= 6 for label in short)
            assert sum(len(label) <= 4 for label in short) >= 6


async def test_every_picture_of_a_table_has_the_same_size(club, ana, ben):
    await a_busy_while(club, ana, ben)
    sizes = {
        Image.open(io.BytesIO(file.data)).size
        for request in club.sandbox.log
        for file in request.files
        if file.filename.endswith(".png")
    }
    assert sizes == {(1100, 700)}


async def test_a_slow_painter_holds_up_neither_the_loop_nor_a_heartbeat(caplog):
    """Drawing happens in a process of its own; while it stands still, the gateway and clicks are answered."""
    async with stormy_house(heartbeat_seconds=0.05) as club:
        ana, ben = await a_round(club)
        club.renders.use_process(stands_still := RenderProcess(STANDS_STILL), warm=frozenset())
        click = asyncio.ensure_future(ana.taps("d", forged=True))
        beats = club.sandbox.gateway.heartbeats
        while club.sandbox.gateway.heartbeats < beats + 3:
            await asyncio.sleep(0.01)
        assert not click.done()
        await club.clock.run(2.0)
        assert (await click).kind == 6
        while stands_still.alive:
            for child in psutil.Process().children():
                child.kill()
            await asyncio.sleep(0.01)
        await the_table_goes_on(club, ana, ben)
        assert not [one for one in caplog.records if "heartbeat blocked" in one.getMessage().lower()]
