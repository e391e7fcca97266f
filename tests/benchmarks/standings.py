"""How fast a leaderboard opens when a server has a million results."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import tempfile
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

from bot.rules.house_rules import HouseRules
from bot.scores.models import WHOLE_SERVER
from bot.scores.periods import PERIODS, period_keys
from bot.scores.store import Store
from bot.tables.entries import MatchBegun, MatchEnded, PersonResult

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

DAY = 86_400_000
NOW = 1_795_694_400_000
GUILD, CHANNELS = 1, range(1, 21)
DAYS = 3 * 365
RESULT = "match_id,person_id,guild_id,channel_id,seat,place,won,total,rounds,calls,best_round,kind,ended_ms"
COUNT = """
    INSERT INTO figures (guild_id, channel_id, period, kind, person_id, level, matches, wins, rounds, calls,
        points, best_round, mu, sigma, rating)
    SELECT guild_id, {scope}, days."{period}", 'people', person_id, '', count(*), sum(won), sum(rounds),
        sum(calls), sum(total), max(best_round), 25.0, 8.0, round(1000 + 600.0 * sum(won) / count(*))
    FROM results JOIN days ON day = ended_ms / 86400000 GROUP BY 1, 2, 3, 5
"""


def rows(results: int, people: int) -> Iterator[tuple[int | str, ...]]:
    """Results of matches of four, over three years. Few people play much, many play little."""
    dice = random.Random(5)
    for match in range(1, results // 4 + 1):
        seated = {int(people * dice.random() ** 3) + 1 for _ in range(4)}
        while len(seated) < 4:
            seated.add(dice.randrange(people) + 1)
        channel, at = dice.choice(CHANNELS), NOW - dice.randrange(DAYS * DAY)
        for seat, person in enumerate(seated):
            total, best = dice.randrange(-20, 120), dice.randrange(5, 40)
            yield match, person, GUILD, channel, seat, seat + 1, seat == 0, total, 5, 1, best, "people", at


def fill(file: str, results: int, people: int) -> int:
    """Write results and their figures as the store would, only faster; return how many figures there are."""
    today = NOW // DAY
    days = [(day, *period_keys(day * DAY)) for day in range(today - DAYS, today + 1)]
    marks = ",".join("?" * len(RESULT.split(",")))
    with closing(sqlite3.connect(file)) as connection:
        connection.executemany(f"INSERT INTO results ({RESULT}) VALUES ({marks})", rows(results, people))
        connection.execute("INSERT INTO matches SELECT DISTINCT match_id, 1, 1, 1, '{}', 0, 1 FROM results")
        connection.execute("INSERT INTO names SELECT DISTINCT person_id, 1, 'Somebody' FROM results")
        connection.execute("CREATE TEMP TABLE days (day INTEGER PRIMARY KEY, 'all', year, month, week)")
        connection.executemany("INSERT INTO days VALUES (?,?,?,?,?)", days)
        for period in PERIODS:
            for scope in (str(WHOLE_SERVER), "channel_id"):
                connection.execute(COUNT.format(scope=scope, period=period))
        connection.commit()
        connection.execute("PRAGMA optimize")
        [figures] = connection.execute("SELECT count(*) FROM figures").fetchone()
    return int(figures)


async def median_ms(call: Callable[[], Awaitable[Any]], times: int = 50) -> float:
    took = []
    for _ in range(times):
        start = time.perf_counter()
        await call()
        took.append((time.perf_counter() - start) * 1000)
    return round(sorted(took)[times // 2], 2)


async def end_a_match(store: Store, match: int) -> None:
    people = tuple(
        PersonResult(seat + 1, seat, seat + 1, seat == 0, 50, 5, 1, 20, "Ana") for seat in range(8)
    )
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
