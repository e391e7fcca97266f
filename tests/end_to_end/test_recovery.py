"""Many tables after a kill: boards come back at a pace, a damaged table harms no other."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from statistics import mean
from typing import TYPE_CHECKING

from bot.sandbox.people import add_guild
from tests.end_to_end.player import Player, picture_of

if TYPE_CHECKING:
    from bot.sandbox.log import Request

TABLES = 24
DAMAGED = "can't be restored"


async def test_boards_come_back_within_the_limits_and_the_most_recently_active_first(sandbox, start_bot):
    add_guild(sandbox.world, 2, "Busy Server", [f"table-{n}" for n in range(TABLES)])
    bot = await start_bot()
    await bot.says("Ready")
    people = [Player(sandbox.person(f"p{n}"), f"table-{n}") for n in range(TABLES)]
    for person in people:
        assert not (await person.types("start")).failed
    await bot.kill()

    sandbox.log.clear()
    edits: list[Request] = []
    every = asyncio.Event()

    def hear(request: Request) -> None:
        if request.method == "PATCH" and request.status == 200 and request.channel_id is not None:
            edits.append(request)
        if len({one.channel_id for one in edits}) == TABLES:
            every.set()

    sandbox.log.watch(hear)
    bot = await start_bot()
    await asyncio.wait_for(every.wait(), timeout=60)
    assert not [one for one in sandbox.log if one.status == 429]
    newest_first: list[int | None] = [person.driver.channel_id(person.channel) for person in reversed(people)]
    began = [one.channel_id for one in sorted(edits, key=lambda one: one.at)]
    order = [newest_first.index(channel) for channel in dict.fromkeys(began)]
    # A request may overtake its neighbour on a busy machine; the mean is 12 in the wrong order, 8 in none.
    assert mean(abs(place - at) for at, place in enumerate(order)) <= 1
    assert await bot.terminate() == 0


async def test_a_damaged_record_costs_its_own_table_only_and_its_channel_is_told(
    sandbox, start_bot, tmp_path
):
    bot = await start_bot()
    await bot.says("Ready")
    ana, ben = Player(sandbox.person("ana"), "nertz"), Player(sandbox.person("ben"), "general")
    for player in (ana, ben):
        assert not (await player.types("start", practice=1, seats=2, level="beginner")).failed
    for player in (ana, ben):
        await player.driver.until_sees(player.channel, lambda one: "Round 1 ·" in one.text, timeout=30)
    await bot.kill()
    with closing(sqlite3.connect(tmp_path / "nertz.db")) as connection, connection:
        round_id = "(SELECT round_id FROM rounds WHERE channel_id = ?)"
        damage = f"UPDATE moves SET record = ? WHERE number = 1 AND round_id = {round_id}"
        impossible = '[1,"resume",null,5]'
        assert connection.execute(damage, (impossible, ana.driver.channel_id("nertz"))).rowcount == 1

    bot = await start_bot()
    await ana.driver.until_sees("nertz", lambda one: not one.ephemeral and DAMAGED in one.text, timeout=30)
    assert not (await ben.presses("My hand")).failed
    assert picture_of(ben.hand)
    assert DAMAGED not in ben.board.text
    assert not (await ana.types("start")).failed
    assert await bot.terminate() == 0
    assert "Traceback" not in bot.output
