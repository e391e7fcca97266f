"""What a table costs: memory of the bot's process, and whether many tables make each request dearer.

    uv run python -m tests.benchmarks tables

`bytes_per_table`: growth of the process from one table to `--tables`, each with two people, their hands and a
board, by table. `cpu_ratio`: processor time of the bot per request sent (answers, refreshes, boards), at the
same rate of clicks, with `--tables` over the same with one.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from tests.benchmarks.crowd import Crowd, at_tables
from tests.benchmarks.sides import bot_side

if TYPE_CHECKING:
    from bot.sandbox.log import Request
    from tests.benchmarks.sides import Side

_PEOPLE = 2
_MOST_LOOKS = 60
"""So many looks whether all is shown, then it goes on: a slow machine may never come to rest."""


@dataclass
class Requests:
    """Counts what the bot sends."""

    count: int = 0

    def heard(self, _: Request) -> None:
        """Count one."""
        self.count += 1


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="tables", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=5.0, help="clicks a second")
    parser.add_argument("--seconds", type=float, default=10.0, help="of a run")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--settle", type=float, default=5.0, help="seconds from look to look")
    options = parser.parse_args(argv)
    figures = asyncio.run(_measure(options))
    for name, value in figures.items():
        print(f"{name:24}{value:>12}")
    print(json.dumps(figures))


async def _measure(options: argparse.Namespace) -> dict[str, float]:
    requests = Requests()
    async with bot_side(options.tables) as bot:
        bot.sandbox.log.watch(requests.heard)
        one = await at_tables(bot, 1, _PEOPLE)
        with_one = [await _cpu_ms(bot, one, requests, options) for _ in range(options.runs)]
        before = bot.memory_mb()
        many = await at_tables(bot, options.tables - 1, _PEOPLE, first=1)
        await _settled(requests, options.settle)
        after = bot.memory_mb()
        gc.collect()
        gc.freeze()
        with_many = [await _cpu_ms(bot, many, requests, options) for _ in range(options.runs)]
    return {
        "tables": options.tables,
        "bytes_per_table": round((after - before) * 2**20 / (options.tables - 1)),
        "cpu_ms_with_one": round(median(with_one), 2),
        "cpu_ms_with_many": round(median(with_many), 2),
        "cpu_ratio": round(median(with_many) / median(with_one), 2),
    }


async def _settled(requests: Requests, seconds: float) -> None:
    """Wait until all that was to be shown after the deal is shown."""
    for _ in range(_MOST_LOOKS):
        before = requests.count
        await asyncio.sleep(seconds)
        if requests.count <= before + 20:
            return


async def _cpu_ms(bot: Side, crowd: Crowd, requests: Requests, options: argparse.Namespace) -> float:
    used, sent = bot.cpu_seconds(), requests.count
    await crowd.at_rate(options.rate, options.seconds)
    return (bot.cpu_seconds() - used) * 1000 / max(1, requests.count - sent)
