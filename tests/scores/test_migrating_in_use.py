"""A schema never changes under a process that serves."""

from __future__ import annotations

from argparse import Namespace

import pytest

from bot.scores import maintenance, schema
from bot.scores.leases import Lease, LeaseLost
from bot.scores.problems import Problem, StoreUnusable
from bot.scores.store import Store
from tests.scores.stories import run_sql

ELSEWHERE = "far/other-boot/7"


@pytest.mark.parametrize("command", ["upgrade", "downgrade"])
async def test_a_served_database_is_not_migrated_by_hand(sqlite_url: str, command: str):
    async with await Store.open(sqlite_url) as store:
        await Lease.take(store, range(1), 1, ELSEWHERE)
        await run_sql(store, f"UPDATE alembic_version SET version_num = '{schema.known_versions()[-2]}'")
        outcome = await maintenance.run(Namespace(db_command=command, version="base"), sqlite_url)
        assert (outcome.code, outcome.key) == (2, "db.problem.in_use")


async def test_a_newer_program_leaves_a_file_alone_that_an_older_one_serves(sqlite_url: str):
    before = schema.known_versions()[-2]
    async with await Store.open(sqlite_url) as older:
        lease = await Lease.take(older, range(1), 1, ELSEWHERE)
        await run_sql(older, f"UPDATE alembic_version SET version_num = '{before}'")
        with pytest.raises(StoreUnusable) as problem:
            await Store.open(sqlite_url)
        assert problem.value.code is Problem.in_use
        assert await older.connections.read(lambda it: it.run_sync(schema.version_of)) == before
        await lease.renew()


async def test_who_slept_through_a_migration_has_lost_its_lease(database_url: str):
    async with await Store.open(database_url) as store:
        lease = await Lease.take(store, range(1), 1, ELSEWHERE)
        await maintenance.run(Namespace(db_command="upgrade"), database_url)
        await lease.renew()
        await run_sql(store, "UPDATE leases SET renewed_ms = 0")
        down = Namespace(db_command="downgrade", version=schema.known_versions()[-2])
        try:
            assert (await maintenance.run(down, database_url)).key == "db.downgraded"
            with pytest.raises(LeaseLost):
                await lease.renew()
        finally:
            await maintenance.run(Namespace(db_command="upgrade"), database_url)


@pytest.mark.parametrize("version", ["9999_later", schema.known_versions()[-2]])
async def test_nobody_begins_on_a_schema_that_changed_since_it_was_opened(sqlite_url: str, version: str):
    async with await Store.open(sqlite_url) as store:
        await run_sql(store, f"UPDATE alembic_version SET version_num = '{version}'")
        with pytest.raises(StoreUnusable):
            await Lease.take(store, range(1), 1, ELSEWHERE)
