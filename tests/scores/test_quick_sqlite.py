"""The quick driver behaves as aiosqlite does, with one visit to its thread per statement."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.scores.quick_sqlite import speed_up


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
