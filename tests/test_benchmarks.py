"""Every benchmark runs to its end on any machine: a small one each, its figures are not looked at."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import cast

import psutil
import pytest

from tests.benchmarks.__main__ import names
from tests.benchmarks.crowd import Clicker
from tests.benchmarks.sides import Side
from tests.discord_ui.club import CHANNEL
from tests.end_to_end.bot_process import ROOT, BotProcess
from tests.end_to_end.parlour import next_round, parlour, sits_down, wins

SECONDS = 240.0
"""The smallest ones take a few; a busy machine may take its time, but nothing hangs."""
SMALL = {
    "clicks": ("--tables 1 --people 2 --runs 1 --seconds 0.5 --settle 0", {"bot_ms_p50", "ratio_throughput"}),
    "engine": ("--rounds 1 --runs 1", {"plies_per_s", "ratio", "replay_moves_per_s", "stuck_ms_p99"}),
    "fuzz": ("--count 30", {"count"}),
    "journal": ("--moves 200 --clicks 5", {"moves_per_s", "full", "postgresql"}),
    "kills": ("--kills 1", {"lost", "wrong", "answered"}),
    "levels": ("--deals 1", {"rounds", "wins"}),
    "pictures": ("--positions 3 --baseline 3 --seconds 0.2", {"hand_ms", "board_bytes", "ratio"}),
    "recovery": ("--tables 3 --moves 20 --clicks 2", {"seconds", "first_click_ms_max"}),
    "soak": ("--clicks 40 --tables 2 --pause 0", {"growth", "view_store"}),
    "standings": ("--results 500 --people 20", {"results", "people"}),
    "tables": ("--tables 2 --runs 1 --seconds 0.5 --settle 0.2", {"bytes_per_table", "cpu_ratio"}),
}


def test_every_benchmark_is_run_here():
    assert set(SMALL) == set(names())


@pytest.mark.parametrize("name", SMALL)
def test_benchmark_ends_with_its_figures(name):
    words, keys = SMALL[name]
    command = [sys.executable, "-m", "tests.benchmarks", name, *words.split()]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    assert ran.returncode == 0, ran.stderr
    figures = json.loads(ran.stdout.strip().splitlines()[-1])
    assert keys <= figures.keys()


@pytest.mark.parametrize("rounds", [1, 2], ids=["after a match", "after a round"])
async def test_people_who_click_play_on(rounds):
    async with parlour() as club:
        people = await sits_down(club, "ana ben", rules=f"rounds={rounds}")
        await people[0].types("deal")
        await next_round(*people)
        side = Side("bot", club.sandbox, psutil.Process(), cast("BotProcess", None))
        place = club.sandbox.channel(CHANNEL).id
        await wins(people[0])
        clickers = [Clicker(side, one.driver, place, one.hand.id) for one in people]
        assert [one.choice() for one in clickers] == [None, None]
        play_on = asyncio.gather(*(one.plays_the_next_round() for one in clickers))
        while not play_on.done():
            await asyncio.sleep(0.02)
            await club.clock.run(0.3)
        await play_on
        assert None not in [one.choice() for one in clickers]
