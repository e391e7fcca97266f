"""How long a person waits for the picture after a click, beside the least that a discord.py bot can do.

    uv run python -m tests.benchmarks clicks --tables 1
    uv run python -m tests.benchmarks clicks --tables 300

The bot (`python -m bot run`: SQLite journal, pictures) and `floor_bot.py` are processes of their own, each
against a bare sandbox in this process, where the same people click at the same rates. Each person waits for
the picture and for the click window. The waits are those of the paced rates; clicks per second are counted
with as many clicks under way as `--together`. Runs alternate; medians count. Floor answers hold a constant
picture of 45 KB and keep nothing; the bot's are committed and drawn anew.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from tests.benchmarks.crowd import Crowd, Rung, at_panels, at_tables
from tests.benchmarks.sides import bot_side, floor_side

if TYPE_CHECKING:
    from tests.benchmarks.sides import Side

_RATES = {False: (4.0, 8.0), True: (25.0, 50.0)}
"""Clicks a second, with one table and with many."""


@dataclass(frozen=True)
class Run:
    """One run of one side up the ladder."""

    paced: Rung
    full: Rung
    cpu_ms: float
    """Processor time of the bot per click with a picture, at the full rate."""


def main(argv: list[str]) -> None:
    options = _options(argv)
    runs = asyncio.run(_compare(options))
    _tell(options.tables, runs)


def _options(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="clicks")
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--people", type=int, help="at a table; 4 at one, 2 at many")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each rate")
    parser.add_argument("--settle", type=float, default=3.0, help="seconds of rest before a run")
    parser.add_argument("--together", type=int, default=32, help="clicks under way at the full rate")
    options = parser.parse_args(argv)
    options.people = options.people or (4 if options.tables == 1 else 2)
    return options


async def _compare(options: argparse.Namespace) -> dict[str, list[Run]]:
    tables, people = options.tables, options.people
    async with bot_side(tables) as bot, floor_side(tables) as floor:
        crowds = {
            bot.name: (bot, await at_tables(bot, tables, people)),
            floor.name: (floor, await at_panels(floor, tables, people)),
        }
        gc.collect()
        gc.freeze()
        runs: dict[str, list[Run]] = {name: [] for name in crowds}
        for _ in range(options.runs):
            for name, (side, crowd) in crowds.items():
                await asyncio.sleep(options.settle)
                runs[name].append(await _climb(side, crowd, options))
    return runs


async def _climb(side: Side, crowd: Crowd, options: argparse.Namespace) -> Run:
    paced = Rung()
    for rate in _RATES[options.tables > 1]:
        rung = await crowd.at_rate(rate, options.seconds)
        paced = Rung(paced.seconds + rung.seconds, paced.waits + rung.waits, paced.without + rung.without)
    used = side.cpu_seconds()
    full = await crowd.saturated(min(options.together, options.tables * options.people), options.seconds)
    return Run(paced, full, (side.cpu_seconds() - used) / max(1, len(full.waits)) * 1000)


def _tell(tables: int, runs: dict[str, list[Run]]) -> None:
    rows = {name: _row(some) for name, some in runs.items()}
    print(f"{'':8}{'ms p50':>9}{'ms p99':>9}{'clicks/s':>10}{'cpu ms':>8}{'ms full':>9}{'no picture':>12}")
    for name, some in runs.items():
        lost = sum(run.paced.without + run.full.without for run in some)
        full_ms = median(run.full.percentile(50) for run in some)
        cpu_ms = median(run.cpu_ms for run in some)
        p50, p99, speed = rows[name]
        print(f"{name:8}{p50:9.2f}{p99:9.2f}{speed:10.1f}{cpu_ms:8.2f}{full_ms:9.1f}{lost:12}")
    bot, floor = rows["bot"], rows["floor"]
    figures = {
        "tables": tables,
        "bot_ms_p50": round(bot[0], 2),
        "bot_ms_p99": round(bot[1], 2),
        "floor_ms_p50": round(floor[0], 2),
        "floor_ms_p99": round(floor[1], 2),
        "ratio_p50": round(bot[0] / floor[0], 2),
        "ratio_p99": round(bot[1] / floor[1], 2),
        "bot_clicks_per_s": round(bot[2], 1),
        "floor_clicks_per_s": round(floor[2], 1),
        "ratio_throughput": round(bot[2] / floor[2], 2),
    }
    print(json.dumps(figures))


def _row(runs: list[Run]) -> tuple[float, float, float]:
    return (
        median(run.paced.percentile(50) for run in runs),
        median(run.paced.percentile(99) for run in runs),
        median(run.full.per_second for run in runs),
    )
