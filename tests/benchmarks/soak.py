"""Memory of the bot along many clicks: people play round after round and match after match.

    uv run python -m tests.benchmarks soak --clicks 200000

`growth`: resident memory at the end over that after the first tenth. `view_store`: what discord.py waits
for at the end: nothing, as every view is stopped before it is sent.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import time
from statistics import median
from typing import TYPE_CHECKING

from tests.benchmarks.sides import bot_side
from tests.end_to_end.regulars import Crowd

if TYPE_CHECKING:
    from bot.sandbox.log import Request
    from tests.benchmarks.sides import Side

_RULES = ["nertz_size=7, target=30, stuck=end", "nertz_size=7, stuck=reshuffle", "stuck=end"]
"""Rounds that end even where nobody makes the one move that is left: an endless one keeps all its records."""
_CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
_SAMPLES = 7
_PATIENCE = 60.0


class Answers:
    """Counts the answers to clicks."""

    def __init__(self) -> None:
        self.count = 0

    def heard(self, request: Request) -> None:
        """Count an answer."""
        self.count += request.route == _CALLBACK

    async def until(self, wanted: int, bot: Side) -> None:
        """Wait for so many answers; an AssertionError if none has come for a minute."""
        before, since = self.count, time.monotonic()
        while self.count < wanted:
            if self.count > before:
                before, since = self.count, time.monotonic()
            waits = time.monotonic() - since
            assert waits < _PATIENCE, f"nobody plays any more; the bot said:\n{bot.output.output}"
            await asyncio.sleep(0.1)


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--clicks", type=int, default=200_000)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--pause", type=float, default=0.3, help="seconds between two looks at the memory")
    options = parser.parse_args(argv)
    figures = asyncio.run(_soak(options.clicks, options.tables, options.pause))
    print(json.dumps(figures))


async def _soak(clicks: int, tables: int, pause: float) -> dict[str, float | int]:
    answers = Answers()
    async with bot_side(tables, "tests.benchmarks.watched_bot", CLICK_GRACE_MS="0") as bot:
        bot.sandbox.log.watch(answers.heard)
        crowd = Crowd.of(bot.sandbox, [f"table-{number}" for number in range(tables)])
        await crowd.open_tables(_RULES)
        crowd.play()
        memory = [await _memory_after(bot, answers, clicks * tenth // 10, pause) for tenth in range(1, 11)]
        crowd.rest()
        views = await _views(bot)
    return {
        "clicks": answers.count,
        "rss_first_tenth_mb": round(memory[0], 1),
        "rss_end_mb": round(memory[-1], 1),
        "growth": round(memory[-1] / memory[0], 3),
        "view_store": views,
    }


async def _memory_after(bot: Side, answers: Answers, clicks: int, pause: float) -> float:
    await answers.until(clicks, bot)
    samples = []
    for _ in range(_SAMPLES):
        samples.append(bot.memory_mb())
        await asyncio.sleep(pause)
    print(f"{answers.count:>9,} clicks {median(samples):8.1f} MB", flush=True)
    return median(samples)


async def _views(bot: Side) -> int:
    bot.process.send_signal(signal.SIGUSR1)
    return int((await bot.output.says("view_store=")).partition("=")[2])
