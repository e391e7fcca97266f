"""Leaderboards: who counts where, in what order, and through which index."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, text
from sqlalchemy.dialects import postgresql, sqlite

from bot.scores.models import ResultRow, SeatRow
from bot.scores.periods import PERIODS, period_key
from bot.scores.ratings import NEWCOMER
from bot.scores.standings import PAGE, Leaderboard
from bot.tables.entries import PracticeResult
from bot.tables.standings import PracticeFigures, RecentMatch
from tests.scores.stories import ANA, BEN, CHANNEL, CLEO, DAN, DAY, GUILD, NOW, finished, practice, result

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.store import Store
    from bot.tables.standings import Period, Standing


async def board(store: Store, channel: int | None = None, period: Period = "all") -> list[Standing]:
    return await store.standings(GUILD, channel_id=channel, period=period, limit=20)


async def people(store: Store, channel: int | None = None, period: Period = "all") -> list[int]:
    return [standing.person_id for standing in await board(store, channel, period)]


async def test_figures_add_up_over_matches(store: Store):
    await store.write(
        finished(1, result(ANA, 0, 1, 104, rounds=5, calls=3, best_round=31), result(BEN, 1, 2, -8))
    )
    await store.write(
        finished(2, result(ANA, 1, 2, 40, rounds=3, calls=0, best_round=22), result(BEN, 0, 1, 110))
    )
    ana = next(standing for standing in await board(store) if standing.person_id == ANA)
    assert (ana.matches, ana.wins, ana.rounds, ana.calls, ana.points, ana.best_round) == (2, 1, 8, 3, 144, 31)
    assert ana.average == 18.0


async def test_the_best_round_may_be_negative(store: Store):
    await store.write(finished(1, result(ANA, 0, 2, -30, best_round=-6), result(BEN, 1, 1)))
    await store.write(finished(2, result(ANA, 0, 2, -30, best_round=-9), result(BEN, 1, 1)))
    assert (await board(store))[1].best_round == -6


async def test_winners_stand_above_losers_and_newcomers_near_1000(store: Store):
    for match in range(1, 6):
        await store.write(finished(match, result(ANA, 0, 1), result(BEN, 1, 2), result(CLEO, 2, 3)))
    standings = await board(store)
    assert [standing.person_id for standing in standings] == [ANA, BEN, CLEO]
    assert 700 < standings[2].rating < standings[1].rating < standings[0].rating < 1800
    assert NEWCOMER.rating == pytest.approx(1000)


async def test_partners_share_a_place_and_a_lone_seat_does_not_lose_for_being_one(store: Store):
    partners = result(ANA, 0, 1), result(BEN, 0, 1)
    await store.write(finished(1, *partners, result(CLEO, 1, 2), result(DAN, 2, 3)))
    standings = {standing.person_id: standing for standing in await board(store)}
    assert standings[ANA].rating == standings[BEN].rating > standings[CLEO].rating > standings[DAN].rating
    assert (standings[ANA].wins, standings[BEN].wins) == (1, 1)


async def test_a_seat_of_newcomers_is_rated_alike_alone_or_as_partners(store: Store):
    await store.write(finished(1, result(ANA, 0, 1), result(BEN, 0, 1), result(CLEO, 1, 2)))
    await store.write(finished(2, result(DAN, 0, 1), result(5, 1, 2)))
    standings = {standing.person_id: standing.rating for standing in await board(store)}
    assert standings[ANA] == standings[DAN]
    assert standings[CLEO] == standings[5]


async def test_channels_and_servers_are_apart(store: Store):
    await store.write(finished(1, result(ANA, 0, 1), result(BEN, 1, 2)))
    await store.write(finished(2, result(CLEO, 0, 1), result(BEN, 1, 2), channel=77))
    await store.write(finished(3, result(DAN, 0, 1), result(BEN, 1, 2), guild=4))
    assert set(await people(store)) == {ANA, BEN, CLEO}
    assert set(await people(store, CHANNEL)) == {ANA, BEN}
    assert set(await people(store, 77)) == {CLEO, BEN}
    assert await people(store, 78) == []


async def test_periods_are_the_running_week_month_and_year(store: Store):
    at = {ANA: NOW, BEN: NOW - 6 * DAY, CLEO: NOW - 40 * DAY, DAN: NOW - 400 * DAY}
    for match, (person, when) in enumerate(at.items(), 1):
        await store.write(finished(match, result(person, 0, 1), result(9, 1, 2), at=when))
    assert set(await people(store, period="week")) == {9, ANA}
    assert set(await people(store, period="month")) == {9, ANA, BEN}
    assert set(await people(store, period="year")) == {9, ANA, BEN, CLEO}
    assert set(await people(store, period="all")) == {9, ANA, BEN, CLEO, DAN}


async def test_equal_figures_share_a_place_on_every_page_and_in_stats(store: Store):
    for match in range(1, 6):
        await store.write(finished(match, result(10 + match, 0, 1), result(20 + match, 1, 2)))
    await store.write(finished(6, result(30, 0, 1, 10), result(31, 1, 2)))
    whole = await board(store)
    assert [one.place for one in whole] == [1, 1, 1, 1, 1, 6, 7, 7, 7, 7, 7, 7]
    for size in (1, 3, 5):
        pages = [
            await store.standings(GUILD, channel_id=None, period="all", limit=size, offset=offset)
            for offset in range(0, 12, size)
        ]
        assert [one for page in pages for one in page] == whole
    for one in whole:
        stats = await store.person_stats(GUILD, one.person_id)
        assert stats is not None
        assert stats.standing == one


async def test_matches_against_practice_players_only_have_figures_of_their_own(store: Store):
    for match in range(1, 31):
        await store.write(finished(match, result(ANA, 0, 1), practice=practice(2, 3, level="beginner")))
    mixed = PracticeResult(1, 1, "hard"), PracticeResult(2, 3, "easy")
    await store.write(finished(31, result(ANA, 0, 2), practice=mixed))
    assert await board(store) == []
    stats = await store.person_stats(GUILD, ANA)
    assert stats is not None
    assert (stats.standing.matches, stats.standing.wins, stats.standing.rating) == (0, 0, NEWCOMER.rating)
    assert stats.practice == (PracticeFigures("beginner", 30, 30), PracticeFigures("hard", 1, 0))
    assert (stats.solo_best, stats.recent) == (None, ())


async def test_partners_on_one_seat_have_only_practice_players_to_beat(store: Store):
    await store.write(finished(1, result(ANA, 0, 1), result(BEN, 0, 1), practice=practice(2)))
    assert await board(store) == []
    stats = await store.person_stats(GUILD, BEN)
    assert stats is not None
    assert stats.practice == (PracticeFigures("medium", 1, 1),)


async def test_people_at_a_mixed_table_are_rated_among_themselves(store: Store):
    await store.write(finished(1, result(ANA, 0, 2), result(BEN, 1, 4), practice=practice(1, 3)))
    await store.write(finished(2, result(CLEO, 0, 1), result(DAN, 1, 2)))
    ratings = {one.person_id: one.rating for one in await board(store)}
    assert (ratings[ANA], ratings[BEN]) == (ratings[CLEO], ratings[DAN])


async def test_a_match_that_only_one_person_played_counts_nowhere(store: Store):
    await store.write(finished(1, result(ANA, 0, 1)))
    assert await board(store) == []


async def test_people_stand_by_their_last_known_name(store: Store):
    await store.write(finished(1, result(ANA, 0, 1, name="Ana"), result(BEN, 1, 2)))
    await store.write(finished(2, result(ANA, 0, 1, name="Queen Ana"), result(BEN, 1, 2)))
    await store.write(finished(3, result(ANA, 0, 1, name="Stranger"), result(BEN, 1, 2), guild=4))
    assert [one.name for one in await board(store)] == ["Queen Ana", ""]
    stats = await store.person_stats(GUILD, ANA)
    assert stats is not None
    assert stats.standing.name == "Queen Ana"


async def test_figures_are_the_sums_of_the_results(store: Store):
    dice = random.Random(7)
    for match in range(1, 31):
        seated = dice.sample(range(1, 9), dice.randrange(2, 6))
        results = [result(who, seat, seat + 1, dice.randrange(-40, 120)) for seat, who in enumerate(seated)]
        when, channel = NOW - dice.randrange(500) * DAY, dice.choice((CHANNEL, 77))
        await store.write(finished(match, *results, at=when, channel=channel))
    for place in (None, CHANNEL, 77):
        for period in PERIODS:
            figures = await board(store, place, period)
            shown = {one.person_id: (one.matches, one.wins, one.points) for one in figures}
            assert shown == await sums_of_results(store, place, period)


Sums = dict[int, tuple[int, int, int]]


async def sums_of_results(store: Store, channel: int | None, period: Period) -> Sums:
    sums: Sums = {}
    for row in await store.connections.rows(select(ResultRow.__table__)):
        if channel in (None, row.channel_id) and period_key(period, row.ended_ms) == period_key(period, NOW):
            matches, wins, points = sums.get(row.person_id, (0, 0, 0))
            sums[row.person_id] = matches + 1, wins + row.won, points + row.total
    return sums


async def test_the_places_of_all_seats_are_kept_practice_players_too(store: Store):
    partners = result(ANA, 1, 2), result(BEN, 1, 2)
    players = PracticeResult(0, 1, "hard"), PracticeResult(2, 3, "easy")
    await store.write(finished(1, *partners, result(CLEO, 3, 4), practice=players))
    rows = await store.connections.rows(
        select(SeatRow.seat, SeatRow.place, SeatRow.practice, SeatRow.level).order_by(SeatRow.seat)
    )
    assert [tuple(row) for row in rows] == [
        (0, 1, True, "hard"),
        (1, 2, False, None),
        (2, 3, True, "easy"),
        (3, 4, False, None),
    ]


async def test_pages_follow_each_other_without_gap(store: Store):
    await store.write(finished(1, *(result(person, person, person) for person in range(1, 8))))
    pages = [
        await store.standings(GUILD, channel_id=None, period="all", limit=3, offset=offset)
        for offset in (0, 3, 6, 9)
    ]
    assert [len(page) for page in pages] == [3, 3, 1, 0]
    assert [standing for page in pages for standing in page] == await board(store)


async def test_a_persons_stats_tell_place_and_recent_matches_newest_last(store: Store):
    for match in range(1, 26):
        both = result(ANA, 0, 2, match), result(BEN, 1, 1, 100)
        await store.write(finished(match, *both, at=NOW + match))
    stats = await store.person_stats(GUILD, ANA)
    assert stats is not None
    assert (stats.standing.place, stats.standing.matches, stats.solo_best) == (2, 25, None)
    assert stats.recent == tuple(RecentMatch(total, place=2, people=2) for total in range(6, 26))
    assert await store.person_stats(GUILD, CLEO) is None
    assert await store.person_stats(4, ANA) is None


async def test_solo_rounds_are_personal_bests_and_no_standing(store: Store):
    for match, best in enumerate((14, 33, 20), 1):
        await store.write(finished(match, result(ANA, 0, 1, best, best_round=best)))
    assert await board(store) == []
    stats = await store.person_stats(GUILD, ANA)
    assert stats is not None
    assert (stats.solo_best, stats.standing.place, stats.recent, stats.practice) == (33, 0, (), ())


async def test_a_page_is_read_from_its_index_without_sorting(store: Store):
    page = PAGE.params(**asdict(Leaderboard(GUILD, 0, "all")), limit=10, offset=20)
    dialect = sqlite.dialect() if store.connections.dialect == "sqlite" else postgresql.dialect()
    query = page.compile(dialect=dialect, compile_kwargs={"literal_binds": True})
    explain = "EXPLAIN QUERY PLAN" if store.connections.dialect == "sqlite" else "EXPLAIN"

    async def work(connection: AsyncConnection) -> str:
        if store.connections.dialect == "postgresql":
            # A planner with an empty table before it would rather read it all.
            await connection.execute(text("SET enable_seqscan = off"))
            await connection.execute(text("SET enable_bitmapscan = off"))
        return "\n".join(str(row) for row in await connection.execute(text(f"{explain} {query}")))

    plan = await store.connections.read(work)
    assert "ix_figures_best" in plan
    assert "B-TREE" not in plan
    assert "Sort" not in plan
