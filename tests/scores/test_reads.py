"""Reads whose connection breaks off: done once more; what remains comes in our words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.scores.problems import Problem, problem_of
from bot.tables.ports import JournalFailed, ReadFailed
from tests.scores.stories import ANA, CHANNEL, GUILD, a_round, moved, run_sql

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.store import Store

BROKEN_OFF = [
    asyncpg.InterfaceError("connection is closed"),
    asyncpg.InternalClientError("cannot switch to state 12; another operation (2) is in progress"),
    asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"),
    ConnectionResetError("reset by peer"),
]


def failing(times: int, error: Exception) -> Callable[[AsyncConnection], Awaitable[str]]:
    """Work that breaks off so many times before it says `done`."""
    left = [error] * times

    async def work(connection: AsyncConnection) -> str:
        await connection.execute(text("SELECT 1"))
        if left:
            raise left.pop()
        return "done"

    return work


@pytest.mark.parametrize("error", BROKEN_OFF, ids=repr)
async def test_a_read_that_breaks_off_is_done_once_more_and_no_oftener(store: Store, error: Exception):
    assert await store.connections.read(failing(1, error)) == "done"
    with pytest.raises((DBAPIError, OSError)):
        await store.connections.read(failing(2, error))


@pytest.mark.parametrize("error", BROKEN_OFF, ids=repr)
async def test_a_write_that_breaks_off_is_done_once_more(store: Store, error: Exception):
    assert await store.probe()
    assert await store.connections.write(failing(1, error)) == "done"


@pytest.mark.parametrize("error", BROKEN_OFF[:3], ids=repr)
async def test_what_the_driver_of_postgresql_says_is_a_connection_that_is_gone(
    store: Store, error: Exception
):
    with pytest.raises(DBAPIError) as failure:
        await store.connections.read(failing(2, error))
    assert problem_of(failure.value) is Problem.disconnected


@pytest.mark.parametrize("error", [asyncpg.DiskFullError("full"), TimeoutError(), KeyError("no trouble")])
async def test_a_read_that_fails_for_another_reason_is_not_done_again(store: Store, error: Exception):
    with pytest.raises((DBAPIError, TimeoutError, KeyError)):
        await store.connections.read(failing(1, error))


async def test_a_write_that_breaks_off_is_never_taken_for_one_that_is_refused(store: Store, monkeypatch):
    await store.write(a_round(moves=3))
    error = asyncpg.InternalClientError("cannot switch to state 12; another operation (2) is in progress")
    lost = failing(9, error)

    async def proves(connection: AsyncConnection) -> None:
        await lost(connection)

    async def never(*_: Any) -> bool:
        return False

    monkeypatch.setattr(store.connections, "write_at_once", never)
    store.obey(proves, ("SELECT 1", ()))
    with pytest.raises(JournalFailed, match="disconnected"):
        await store.write([moved(4)])


async def test_every_read_of_a_database_that_fails_says_so_in_our_words(store: Store, caplog):
    for table in ("tables", "rounds", "figures", "people", "guilds"):
        await run_sql(store, f"ALTER TABLE {table} RENAME TO lost_{table}")
    try:
        for reading in (
            store.open_tables(lambda _: True),
            store.load_table(1),
            store.load_round(1),
            store.last_round(CHANNEL),
            store.standings(GUILD, channel_id=None, period="all", limit=9),
            store.person_stats(GUILD, ANA),
            store.person_choices(ANA),
            store.guild_choices(GUILD),
        ):
            with pytest.raises(ReadFailed):
                await reading
    finally:
        for table in ("tables", "rounds", "figures", "people", "guilds"):
            await run_sql(store, f"ALTER TABLE lost_{table} RENAME TO {table}")
    assert caplog.text.count("a read failed") == 8
