"""Several processes: shards of their own, a second one by mistake, graceful stops."""

from __future__ import annotations

import asyncio
import json
import os
import signal

import pytest

from bot.rules.round import Round
from bot.scores.store import Store
from tests.end_to_end.player import Player, has, picture_of
from tests.end_to_end.test_match import plays_round
from tests.end_to_end.truth import Shown, rows

FIRST, SECOND = "nertz", "games"
"""Channels of two servers, which lie in the shards 0 and 1 of 2."""
TAKEN = "Another process serves these shards already"
BACK = "Back in a moment"


def ana_at(sandbox, channel: str) -> Player:
    return Player(sandbox.person("ana"), channel)


async def opens_alone(player: Player) -> None:
    """Open a table against a practice player and wait for the cards."""
    assert not (await player.types("start", practice=1, seats=2, level="beginner")).failed
    await player.driver.until_sees(player.channel, lambda one: picture_of(one) is not None, timeout=15)


async def test_two_processes_serve_a_server_each_and_one_that_was_killed_goes_on_after_a_new_start(
    sandbox, start_bot, postgres_url
):
    first = await start_bot("run", "--shards", "0/2", database=postgres_url)
    second = await start_bot("run", "--shards", "1/2", database=postgres_url)
    await asyncio.gather(first.says("Ready"), second.says("Ready"))
    here, there = ana_at(sandbox, FIRST), ana_at(sandbox, SECOND)
    await asyncio.gather(opens_alone(here), opens_alone(there))
    shown = picture_of(there.hand)
    await second.kill()

    assert not (await here.presses("My hand")).failed
    second = await start_bot("run", "--shards", "1/2", database=postgres_url)
    await second.says("Ready")
    assert not (await there.presses("My hand")).failed
    assert not (await here.presses("My hand")).failed
    assert shown is not None
    again = picture_of(there.hand)
    assert again is not None
    assert again.split("_")[1] == shown.split("_")[1]
    assert await first.terminate() == 0
    assert await second.terminate() == 0
    assert "Traceback" not in first.output + second.output


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path) -> str:
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/nertz.db"
    url: str = request.getfixturevalue("postgres_url")
    return url


async def test_of_two_processes_started_at_once_one_serves_and_the_other_stops_with_one_sentence(
    sandbox, start_bot, database
):
    async with await Store.open(database):
        pass
    bots = await asyncio.gather(*(start_bot(database=database) for _ in range(2)))
    ends = [asyncio.create_task(bot.exits()) for bot in bots]
    done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED, timeout=40)
    [ended] = done
    stopped = bots[ends.index(ended)]
    serving = bots[1 - ends.index(ended)]
    ends[1 - ends.index(ended)].cancel()
    assert ended.result() == 2
    assert len(stopped.lines) == 1
    assert TAKEN in stopped.output
    await serving.says("Ready")
    await opens_alone(ana_at(sandbox, FIRST))
    assert await serving.terminate() == 0


async def test_a_process_whose_shards_lie_among_those_of_another_stops_too(sandbox, start_bot, tmp_path):
    serving = await start_bot()
    await serving.says("Ready")
    stopped = await start_bot("run", "--shards", "3/16")
    assert await stopped.exits() == 2
    assert TAKEN in stopped.output


async def test_a_process_that_slept_while_another_took_over_shows_nothing_any_more(
    sandbox, start_bot, tmp_path
):
    shown = Shown.at(sandbox)
    sleeper = await start_bot()
    await sleeper.says("Ready")
    ana, ben = ana_at(sandbox, FIRST), Player(sandbox.person("ben"), FIRST)
    assert not (await ana.types("start", seats=2)).failed
    assert not (await ben.presses("Join")).failed
    await ana.presses("Deal")
    await plays_round([ana, ben], until=lambda: len(ana.answered) > 5)
    os.kill(sleeper.pid, signal.SIGSTOP)
    successor = await start_bot()
    await successor.says("Ready")
    await plays_round([ana, ben], until=lambda: len(ana.answered) > 15)
    shown.draw_line()
    os.kill(sleeper.pid, signal.SIGCONT)
    assert await sleeper.exits() == 1
    assert "taken over these shards" in sleeper.output
    assert shown.older == []
    assert BACK not in ana.board.text
    await plays_round([ana, ben], until=lambda: len(ana.answered) > 20)
    assert await successor.terminate() == 0


async def test_a_stopped_bot_says_so_on_its_boards_keeps_everything_and_comes_back(
    sandbox, start_bot, tmp_path
):
    database = f"sqlite+aiosqlite:///{tmp_path}/nertz.db"
    shown = Shown.at(sandbox)
    bot = await start_bot()
    await bot.says("Ready")
    ana, ben = ana_at(sandbox, FIRST), Player(sandbox.person("ben"), FIRST)
    assert not (await ana.types("start", seats=2)).failed
    assert not (await ben.presses("Join")).failed
    await ana.presses("Deal")
    await plays_round([ana, ben], until=lambda: len(ana.answered) > 10)
    assert await bot.terminate() == 0
    assert bot.lines[-1] == "Stopped. Everything is kept."
    assert "Traceback" not in bot.output, bot.output
    assert BACK in ana.board.text
    versions = await kept_versions(database)
    assert {round_id: versions[round_id] for round_id in shown.newest} == shown.newest

    shown.draw_line()
    bot = await start_bot()
    await ana.driver.until_sees(FIRST, lambda one: not one.ephemeral and BACK not in one.text, timeout=30)
    assert has(ana.board, "My hand")
    await ana.acts()
    await ben.acts()
    assert shown.older == []
    assert await bot.terminate() == 0


async def test_nothing_new_begins_while_a_bot_stops(sandbox, start_bot, tmp_path):
    bot = await start_bot()
    await bot.says("Ready")
    ana = ana_at(sandbox, FIRST)
    assert not (await ana.types("start")).failed
    assert await bot.terminate() == 0
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path}/nertz.db") as store:
        [table] = await store.open_tables(lambda _: True)
    assert table.phase == "lobby"
    assert json.dumps(table.state["round_id"]) == "null"


async def kept_versions(database: str) -> dict[int, int]:
    """Return the number of records of every round, each of which replays."""
    async with await Store.open(database) as store:
        ids = [row.round_id for row in await rows(store.connections, "SELECT round_id FROM rounds")]
        rounds = [await store.load_round(round_id) for round_id in ids]
    found = {}
    for stored in rounds:
        assert stored is not None
        found[stored.round_id] = Round.replay(stored.header, stored.records).version
    return found
