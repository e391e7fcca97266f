"""Real failures of PostgreSQL: cut connections, a restart, a crash, a server that is not there."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from bot.scores.problems import Problem, StoreUnusable
from bot.scores.store import Store
from bot.tables.ports import JournalFailed, ReadFailed
from tests.postgres import PrivateServer
from tests.scores.stories import ANA, BEN, GUILD, a_round, finished, moved, result

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.postgres import PostgresServer

_CUTS = 10
CUT_ALL = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'nertz' AND starts_with(datname, 'nertz_')
"""
CUT_AND_WAIT = CUT_ALL.replace("(pid)", "(pid, 5000)")
"""Return when they are gone: the next cut then hits nobody twice."""


@pytest.fixture
async def store(postgresql_url: str) -> AsyncIterator[Store]:
    async with await Store.open(postgresql_url) as store:
        yield store


@pytest.fixture
def private_server(postgres_server: PostgresServer) -> PrivateServer:
    if not isinstance(postgres_server, PrivateServer):
        pytest.skip("only a server of our own may be stopped")
    return postgres_server


async def numbers(store: Store) -> list[int]:
    back = await store.load_round(1)
    return [record.number for record in back.records] if back else []


async def test_a_cut_connection_is_not_noticed_by_the_next_write(
    store: Store, postgres_server: PostgresServer
):
    await store.write(a_round(moves=3))
    await postgres_server.execute(CUT_ALL)
    await store.write([moved(4)])
    assert await numbers(store) == [1, 2, 3, 4]


async def test_connections_cut_under_load_lose_and_double_nothing(
    store: Store, postgres_server: PostgresServer
):
    await store.write(a_round(moves=3))
    kept: list[int] = [1, 2, 3]
    for number in range(4, 300):
        if number % 60 == 0:
            await postgres_server.execute(CUT_ALL)
        await store.write([moved(number)])
        kept.append(number)
    assert await numbers(store) == kept


async def test_a_match_that_ends_when_the_connection_is_cut_counts_once(
    store: Store, postgres_server: PostgresServer
):
    await store.write(finished(1, result(ANA, 0, 1), result(BEN, 1, 2)))
    await postgres_server.execute(CUT_ALL)
    await store.write(finished(1, result(ANA, 0, 1), result(BEN, 1, 2)))
    [ana, _] = await store.standings(GUILD, channel_id=None, period="all", limit=9)
    assert ana.matches == 1


async def test_readers_live_through_a_cut(store: Store, postgres_server: PostgresServer):
    await store.write(a_round(moves=3))
    assert await numbers(store) == [1, 2, 3]
    await postgres_server.execute(CUT_ALL)
    assert await numbers(store) == [1, 2, 3]


@pytest.mark.parametrize("readers", [1, 4])
async def test_no_read_fails_whenever_its_connection_is_cut(
    store: Store, postgres_server: PostgresServer, readers: int
):
    await store.write(a_round(moves=20))
    for cut in range(_CUTS):
        reads = [asyncio.create_task(numbers(store)) for _ in range(readers)]
        await asyncio.wait(reads, timeout=0.0005 * (cut % 10))
        await postgres_server.execute(CUT_AND_WAIT)
        assert await asyncio.gather(*reads) == [list(range(1, 21))] * readers


async def test_reads_of_a_server_that_is_down_fail_in_our_words(store: Store, private_server: PrivateServer):
    await store.write(a_round(moves=3))
    await asyncio.to_thread(private_server.stop)
    try:
        for reading in (store.load_round(1), store.load_table(1), store.person_choices(1)):
            with pytest.raises(ReadFailed):
                await reading
    finally:
        await asyncio.to_thread(private_server.start)
    assert await numbers(store) == [1, 2, 3]


async def test_a_restarted_server_is_found_again(store: Store, private_server: PrivateServer):
    await store.write(a_round(moves=3))
    await asyncio.to_thread(private_server.stop)
    await asyncio.to_thread(private_server.start)
    await store.write([moved(4)])
    assert await numbers(store) == [1, 2, 3, 4]


async def test_while_the_server_is_down_writes_fail_and_afterwards_they_go_on(
    store: Store, private_server: PrivateServer
):
    await store.write(a_round(moves=3))
    await asyncio.to_thread(private_server.stop)
    try:
        with pytest.raises(JournalFailed):
            await store.write([moved(4)])
        assert not await store.probe()
    finally:
        await asyncio.to_thread(private_server.start)
    assert await store.probe()
    await store.write([moved(4)])
    assert await numbers(store) == [1, 2, 3, 4]


async def test_a_crashed_server_has_everything_that_was_committed(
    store: Store, private_server: PrivateServer
):
    await store.write(a_round(moves=3))
    await asyncio.gather(*(store.write([moved(number)]) for number in range(4, 400)))
    await asyncio.to_thread(private_server.kill)
    await asyncio.to_thread(private_server.start)
    assert await store.probe()
    assert await numbers(store) == list(range(1, 400))


async def test_a_database_that_turned_read_only_fails_writes(
    store: Store, postgres_server: PostgresServer, postgresql_url: str
):
    name = postgresql_url.rpartition("/")[2]
    await store.write(a_round(moves=3))
    await postgres_server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    try:
        await postgres_server.execute(CUT_ALL)
        with pytest.raises(JournalFailed, match="read_only"):
            await store.write([moved(4)])
        assert not await store.probe()
        with pytest.raises(StoreUnusable) as refusal:
            await Store.open(postgresql_url)
        assert refusal.value.code == Problem.read_only
    finally:
        await postgres_server.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await postgres_server.execute(CUT_ALL)
    assert await store.probe()


async def test_rows_locked_by_somebody_else_fail_writes_after_the_timeout(postgresql_url: str):
    async with (
        await Store.open(postgresql_url, busy_timeout_ms=150) as store,
        await Store.open(postgresql_url) as other,
    ):
        await store.write(a_round(moves=3))
        async with other.connections.writers.begin() as connection:
            await connection.execute(text("LOCK TABLE moves IN EXCLUSIVE MODE"))
            with pytest.raises(JournalFailed, match="locked"):
                await store.write([moved(4)])
        await store.write([moved(4)])
        assert await numbers(store) == [1, 2, 3, 4]
    await other.close()


async def test_a_server_that_is_not_there_is_refused():
    with pytest.raises(StoreUnusable) as refusal:
        await Store.open("postgresql+asyncpg://nertz:secret@127.0.0.1:1/nertz")
    assert refusal.value.code == Problem.cannot_open
    assert "secret" not in str(refusal.value)


async def test_a_database_that_is_not_there_is_refused(postgres_server: PostgresServer):
    with pytest.raises(StoreUnusable) as refusal:
        await Store.open(postgres_server.url("nertz_nowhere"))
    assert refusal.value.code == Problem.no_such_database
