"""The quick driver behaves as aiosqlite does, with one visit to its thread per statement."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.scores.leases import Lease
from bot.scores.quick_sqlite import Transaction, speed_up, transact
from bot.scores.store import Store
from bot.tables.ports import JournalFailed
from tests.scores.stories import a_round, moved


@pytest.fixture
async def engine(tmp_path):
    engine = create_async_engine(f"sqlite+aiosqlite:///{tmp_path}/quick.db")
    speed_up(engine.sync_engine)
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE cards (number INTEGER PRIMARY KEY, name TEXT)"))
        rows = [{"number": number, "name": f"card {number}"} for number in range(5)]
        await connection.execute(text("INSERT INTO cards VALUES (:number, :name)"), rows)
    yield engine
    await engine.dispose()


async def test_rows_come_one_by_one_some_and_all(engine):
    async with engine.connect() as connection:
        result = await connection.execute(text("SELECT number, name FROM cards ORDER BY number"))
        assert result.fetchone() == (0, "card 0")
        assert [row.number for row in result.fetchmany(2)] == [1, 2]
        assert [row.name for row in result.fetchall()] == ["card 3", "card 4"]


async def test_a_stream_brings_all_rows(engine):
    async with engine.connect() as connection:
        result = await connection.stream(text("SELECT number FROM cards ORDER BY number"))
        assert [row.number async for row in result] == [0, 1, 2, 3, 4]


async def test_a_change_tells_how_many_rows_it_met(engine):
    async with engine.begin() as connection:
        assert (await connection.execute(text("DELETE FROM cards WHERE number > 2"))).rowcount == 2
        assert (await connection.execute(text("DELETE FROM cards WHERE number > 9"))).rowcount == 0


async def test_a_refused_statement_raises_as_before_and_the_connection_goes_on(engine):
    async with engine.connect() as connection:
        with pytest.raises(IntegrityError):
            await connection.execute(text("INSERT INTO cards VALUES (1, 'again')"))
        await connection.rollback()
        assert (await connection.execute(text("SELECT count(*) FROM cards"))).scalar() == 5


async def test_a_statement_is_one_visit_to_the_thread(engine, monkeypatch):
    visits = []
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        execute = driver._execute

        async def counted(*arguments):
            visits.append(arguments)
            return await execute(*arguments)

        monkeypatch.setattr(driver, "_execute", counted)
        (await connection.execute(text("SELECT * FROM cards"))).all()
        assert len(visits) == 1


async def visits_of(store: Store, monkeypatch) -> list[object]:
    """Return what is going to hold the visits to the thread of the journal's connection."""
    visits: list[object] = []
    writer = store.connections._writer
    assert writer is not None
    driver: Any = (await writer.get_raw_connection()).driver_connection
    execute = driver._execute

    async def counted(*arguments):
        visits.append(arguments)
        return await execute(*arguments)

    monkeypatch.setattr(driver, "_execute", counted)
    return visits


async def test_a_move_is_one_visit_commit_and_lease_included(tmp_path, monkeypatch):
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path}/nertz.db") as store:
        await Lease.take(store, [0], 1)
        await store.write(a_round(moves=2))
        visits = await visits_of(store, monkeypatch)
        await store.write([moved(3)])
        assert len(visits) == 1
        back = await store.load_round(1)
        assert back is not None
        assert back.records[2:] == (moved(3).record,)


async def test_a_move_is_not_kept_once_the_lease_is_lost(tmp_path):
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path}/nertz.db") as store:
        lease = await Lease.take(store, [0], 1)
        await store.write(a_round(moves=2))
        await lease.release()
        with pytest.raises(JournalFailed):
            await store.write([moved(3)])
        back = await store.load_round(1)
        assert back is not None
        assert len(back.records) == 2


async def test_a_trip_that_fails_in_its_middle_leaves_nothing_behind(engine):
    insert = "INSERT INTO cards VALUES (?, ?)"
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert not await transact(driver, Transaction(((insert, [(7, "seven")]), (insert, [(1, "again")]))))
        assert not await transact(
            driver, Transaction(((insert, [(7, "seven")]),), ("SELECT 1 WHERE ? = 2", (1,)))
        )
        assert (await connection.execute(text("SELECT count(*) FROM cards"))).scalar() == 5
        await connection.rollback()
        assert await transact(
            driver, Transaction(((insert, [(7, "seven")]),), ("SELECT 1 WHERE ? = 1", (1,)))
        )
        assert (await connection.execute(text("SELECT count(*) FROM cards"))).scalar() == 6
