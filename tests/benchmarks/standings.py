"""How fast a leaderboard opens when a server has a million results."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import tempfile
import time
from collections import defaultdict
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING, Any

from bot.rules.house_rules import HouseRules
from bot.scores.models import WHOLE_SERVER
from bot.scores.periods import period_keys
from bot.scores.store import Store
from bot.tables.entries import MatchBegun, MatchEnded, PersonResult

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

DAY = 86_400_000
NOW = 1_795_694_400_000
GUILD, CHANNELS = 1, range(1, 21)
Figures = dict[tuple[int, str, int], list[int]]
"""Of a channel, a period and a person: matches, wins, rounds, calls, points, best round."""


@cache
def keys_of(day: int) -> tuple[str, ...]:
    return period_keys(day * DAY)


def matches(results: int, people: int, dice: random.Random) -> Iterator[tuple[int, int, int, list[int]]]:
    """Matches of four, over three years: id, channel, end, people. Few play much, many play little."""
    for match in range(1, results // 4 + 1):
        seated = {int(people * dice.random() ** 3) + 1 for _ in range(4)}
        while len(seated) < 4:
            seated.add(dice.randrange(people) + 1)
        yield match, dice.choice(CHANNELS), NOW - dice.randrange(3 * 365 * DAY), list(seated)


def fill(file: str, results: int, people: int) -> int:
    """Write results and their figures as the store would, only faster; return how many figures there are."""
    dice = random.Random(5)
    figures: Figures = defaultdict(lambda: [0] * 6)
    with closing(sqlite3.connect(file)) as connection:
        for match, channel, at, seated in matches(results, people, dice):
            begun = (match, GUILD, channel, at - 600_000, at)
            connection.execute("INSERT INTO matches VALUES (?, 1, ?, ?, '{}', ?, ?)", begun)
            rows = []
            for place, person in enumerate(seated, 1):
                total, calls, best = dice.randrange(-20, 120), dice.randrange(3), dice.randrange(5, 40)
                sums = (1, int(place == 1), 5, calls, total, best)
                rows.append((match, person, GUILD, channel, place - 1, place, *_result(sums), at))
                for scope in (WHOLE_SERVER, channel):
                    for key in keys_of(at // DAY):
                        _count(figures[(scope, key, person)], sums)
            connection.executemany(f"INSERT INTO results VALUES ({','.join('?' * 13)})", rows)
        rated = (_figure(*item, dice.random()) for item in sorted(figures.items()))
        connection.executemany(f"INSERT INTO figures VALUES ({','.join('?' * 13)})", rated)
        connection.commit()
    return len(figures)


def _result(sums: tuple[int, ...]) -> tuple[int, ...]:
    """The columns won, total, rounds, calls, best_round and solo."""
    _, won, rounds, calls, total, best = sums
    return won, total, rounds, calls, best, 0


def _count(figure: list[int], sums: tuple[int, ...]) -> None:
    best = max(figure[5], sums[5])
    figure[:] = [old + new for old, new in zip(figure, sums, strict=True)]
    figure[5] = best


def _figure(scope: tuple[int, str, int], figure: list[int], chance: float) -> tuple[Any, ...]:
    channel, key, person = scope
    return GUILD, channel, key, person, *figure, 25.0, 8.0, 1000 + 600 * figure[1] / figure[0] + chance


async def median_ms(call: Callable[[], Awaitable[Any]], times: int = 50) -> float:
    took = []
    for _ in range(times):
        start = time.perf_counter()
        await call()
        took.append((time.perf_counter() - start) * 1000)
    return round(sorted(took)[times // 2], 2)


async def end_a_match(store: Store, match: int) -> None:
    people = tuple(PersonResult(seat + 1, seat, seat + 1, seat == 0, 50, 5, 1, 20) for seat in range(8))
    begun = MatchBegun(match, 1, GUILD, 1, HouseRules(), NOW)
    await store.write([begun, MatchEnded(match, GUILD, 1, people, NOW)])


async def measure(url: str, results: int) -> dict[str, float]:
    async with await Store.open(url, wall_ms=lambda: NOW) as store:

        def page(period: Any, channel: int | None = None, offset: int = 0) -> Callable[[], Awaitable[Any]]:
            return lambda: store.standings(GUILD, channel_id=channel, period=period, limit=10, offset=offset)

        number = iter(range(results, results + 1000))
        return {
            "first_page_ms": await median_ms(page("all")),
            "deep_page_ms": await median_ms(page("all", offset=5000)),
            "channel_page_ms": await median_ms(page("all", 3)),
            "month_page_ms": await median_ms(page("month")),
            "week_page_ms": await median_ms(page("week")),
            "best_persons_stats_ms": await median_ms(lambda: store.person_stats(GUILD, 1)),
            "rare_persons_stats_ms": await median_ms(lambda: store.person_stats(GUILD, 19_000)),
            "end_of_match_ms": await median_ms(lambda: end_a_match(store, next(number))),
            "forget_ms": await median_ms(lambda: store.forget(2), 1),
        }


async def set_up(url: str) -> None:
    store = await Store.open(url)
    await store.close()


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="standings", description=__doc__)
    parser.add_argument("--results", type=int, default=1_000_000)
    parser.add_argument("--people", type=int, default=20_000)
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/standings.db"
        asyncio.run(set_up(url))
        figures = fill(f"{folder}/standings.db", options.results, options.people)
        found = asyncio.run(measure(url, options.results))
    sizes = {"results": options.results, "people": options.people, "figures": figures}
    for name, value in (sizes | found).items():
        print(f"{name:24}{value:>12}")
    print(json.dumps(sizes | found))
