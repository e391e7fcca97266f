"""The figures of older versions: counted again from the results when the schema is brought up, and back."""

from __future__ import annotations

import random
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from sqlalchemy import text

from bot.scores import maintenance
from bot.scores.connections import Connections
from bot.scores.periods import period_keys
from bot.scores.ratings import NEWCOMER
from bot.scores.store import Store
from bot.tables.standings import PracticeFigures
from tests.scores.stories import ANA, BEN, CHANNEL, DAY, GUILD, NOW, finished, practice, result

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.tables.standings import Standing


async def migrate(url: str, command: str, **more: object) -> None:
    assert (await maintenance.run(Namespace(db_command=command, **more), url)).code == 0


async def write_rows(url: str, rows: list[tuple[str, dict[str, Any]]]) -> None:
    """Write rows as an older version did."""
    connections = Connections(url)

    async def work(connection: AsyncConnection) -> None:
        for table, row in rows:
            columns = ", ".join(row)
            values = ", ".join(f":{name}" for name in row)
            await connection.execute(text(f"INSERT INTO {table} ({columns}) VALUES ({values})"), row)

    await connections.write(work)
    await connections.close()


def old_match(
    match: int, *seats: tuple[int | None, int], solo: bool = False
) -> list[tuple[str, dict[str, Any]]]:
    """A match of version 0003: by seat the person (None: a practice player) and the place."""
    at = NOW + match
    ids = {"match_id": match, "guild_id": GUILD, "channel_id": CHANNEL}
    rows: list[tuple[str, dict[str, Any]]] = [
        ("matches", {**ids, "table_id": 1, "rules": "{}", "begun_ms": at - 1000, "ended_ms": at})
    ]
    for seat, (person, place) in enumerate(seats):
        sits = {"match_id": match, "seat": seat, "place": place, "practice": person is None}
        rows.append(("seats", sits))
        if person:
            played = {"won": place == 1, "total": 50, "rounds": 4, "calls": 1, "best_round": 20}
            own = {"person_id": person, "seat": seat, "place": place, "solo": solo, "ended_ms": at}
            rows.append(("results", ids | own | played))
    return rows


def old_figure(person: int, period: str, wins: int, rating: float) -> tuple[str, dict[str, Any]]:
    sums = {"matches": 30, "wins": wins, "rounds": 9, "calls": 9, "points": 9, "best_round": 9}
    board = {"guild_id": GUILD, "channel_id": 0, "period": period, "person_id": person}
    return "figures", board | sums | {"mu": 1.0, "sigma": 1.0, "rating": rating}


async def board(store: Store) -> list[Standing]:
    return await store.standings(GUILD, channel_id=None, period="all", limit=50)


async def test_ratings_won_from_practice_players_are_counted_again(database_url: str):
    await migrate(database_url, "downgrade", version="0003")
    rows = [row for match in range(1, 31) for row in old_match(match, (ANA, 1), (None, 2))]
    rows += old_match(31, (ANA, 3), (BEN, 1), (None, 2))
    rows += old_match(32, (ANA, 1), solo=True)
    rows += [old_figure(person, period, 30, 1793.0) for person in (ANA, BEN) for period in period_keys(NOW)]
    await write_rows(database_url, rows)
    await migrate(database_url, "upgrade")
    async with await Store.open(database_url, wall_ms=lambda: NOW) as store:
        ben, ana = await board(store)
        assert (ben.person_id, ben.matches, ben.wins, ben.place) == (BEN, 1, 1, 1)
        assert (ana.person_id, ana.matches, ana.wins, ana.place) == (ANA, 1, 0, 2)
        assert ben.rating > NEWCOMER.rating > ana.rating
        stats = await store.person_stats(GUILD, ANA)
        assert stats is not None
        assert stats.practice == (PracticeFigures("", 30, 30),)
        assert (stats.solo_best, len(stats.recent)) == (20, 1)


async def test_a_seat_that_was_forgotten_still_makes_it_a_match_of_people(database_url: str):
    await migrate(database_url, "downgrade", version="0003")
    rows = [*old_match(1, (ANA, 1), (0, 2)), old_figure(ANA, "all", 1, 1100.0)]
    await write_rows(database_url, rows)
    await migrate(database_url, "upgrade")
    async with await Store.open(database_url, wall_ms=lambda: NOW) as store:
        [ana] = await board(store)
    assert (ana.person_id, ana.wins) == (ANA, 1)
    assert ana.rating > NEWCOMER.rating


async def test_what_is_counted_again_is_what_was_counted_match_by_match(database_url: str):
    dice = random.Random(11)
    async with await Store.open(database_url, wall_ms=lambda: NOW) as store:
        for match in range(1, 41):
            people = dice.sample(range(1, 9), dice.randrange(1, 5))
            seats = sorted(dice.randrange(3) for _ in people)
            places = [dice.randrange(1, 4) for _ in range(3)]
            played = [
                result(who, seat, places[seat], dice.randrange(99))
                for who, seat in zip(people, seats, strict=True)
            ]
            robots = practice(*(dice.randrange(1, 5) for _ in range(dice.randrange(3))))
            channel, at = dice.choice((CHANNEL, 77)), NOW - (50 - match) * DAY
            await store.write(finished(match, *played, at=at, channel=channel, practice=robots))
        before = await figures(store)
    await migrate(database_url, "downgrade", version="0003")
    await migrate(database_url, "upgrade")
    async with await Store.open(database_url, wall_ms=lambda: NOW) as store:
        assert await figures(store) == before


async def figures(store: Store) -> list[tuple[Any, ...]]:
    """All figures but the levels, which the older schema did not know."""
    columns = (
        "guild_id, channel_id, period, kind, person_id, matches, wins, rounds, calls, points, best_round"
    )
    rows = await store.connections.rows(text(f"SELECT {columns}, mu, sigma, rating FROM figures"))
    found = sorted(tuple(row) for row in rows)
    assert {row[3] for row in found} == {"people", "practice"}
    return [(*row[:-3], *(round(value, 6) for value in row[-3:])) for row in found]
