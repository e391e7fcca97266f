"""The schema: forward, back, forward, and the same as the models."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import inspect

from bot.scores import maintenance, schema
from bot.scores.connections import Connections
from bot.scores.models import Model
from bot.scores.problems import Problem, StoreUnusable
from bot.scores.store import Store
from tests.scores.stories import ANA, BEN, GUILD, finished, result

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'empty.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


async def db(url: str, command: str, **more: object) -> maintenance.Outcome:
    return await maintenance.run(Namespace(db_command=command, **more), url)


async def tables_of(url: str) -> set[str]:
    connections = Connections(url)
    names = await connections.read(
        lambda connection: connection.run_sync(lambda sync: inspect(sync).get_table_names())
    )
    await connections.close()
    return set(names)


async def set_version(url: str, version: str) -> None:
    connections = Connections(url)

    async def work(connection):
        await connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{version}'")

    await connections.write(work)
    await connections.close()


async def test_an_empty_database_is_set_up_at_the_start(empty_url: str):
    async with await Store.open(empty_url) as store:
        assert await store.probe()
    assert await tables_of(empty_url) == {"alembic_version", *Model.metadata.tables}


async def test_models_and_migrations_agree(empty_url: str):
    assert (await db(empty_url, "upgrade")).key == "db.upgraded"
    connections = Connections(empty_url)
    assert await connections.read(lambda connection: connection.run_sync(schema.differences)) == []
    await connections.close()


async def test_every_migration_goes_forward_back_and_forward_again(empty_url: str):
    assert (await db(empty_url, "upgrade")).code == 0
    for version in [*reversed(schema.known_versions()[:-1]), "base"]:
        outcome = await db(empty_url, "downgrade", version=version)
        assert (outcome.key, outcome.data["version"]) == ("db.downgraded", version)
    assert await tables_of(empty_url) == {"alembic_version"}
    assert (await db(empty_url, "upgrade")).data == {"before": "base", "version": schema.known_versions()[-1]}
    assert (await db(empty_url, "upgrade")).key == "db.current"
    assert (await db(empty_url, "check")).key == "db.check.good"


async def test_results_survive_an_upgrade(empty_url: str):
    await db(empty_url, "upgrade")
    async with await Store.open(empty_url) as store:
        await store.write(finished(1, result(ANA, 0, 1), result(BEN, 1, 2)))
    await db(empty_url, "downgrade", version="0001")
    await db(empty_url, "upgrade")
    async with await Store.open(empty_url) as store:
        stats = await store.person_stats(GUILD, ANA)
    assert stats is not None
    assert stats.standing.wins == 1


async def test_a_version_nobody_knows_is_refused(empty_url: str):
    await db(empty_url, "upgrade")
    outcome = await db(empty_url, "downgrade", version="1066")
    assert (outcome.code, outcome.key) == (2, "db.unknown_version")
    assert outcome.data["known"] == ", ".join(["base", *schema.known_versions()])


async def test_the_program_refuses_a_newer_database_and_leaves_it_alone(empty_url: str):
    await db(empty_url, "upgrade")
    await set_version(empty_url, "9999")
    with pytest.raises(StoreUnusable) as refusal:
        await Store.open(empty_url)
    assert (refusal.value.code, refusal.value.reason) == (Problem.newer_schema, "9999")
    for command in ("upgrade", "check"):
        outcome = await db(empty_url, command)
        assert (outcome.code, outcome.key) == (2, "db.problem.newer_schema")


async def test_an_older_sqlite_database_is_upgraded_at_the_start(sqlite_url: str):
    await db(sqlite_url, "downgrade", version="0001")
    async with await Store.open(sqlite_url) as store:
        assert await store.probe()
    assert (await db(sqlite_url, "check")).key == "db.check.good"


async def test_an_older_postgresql_database_is_refused_until_it_is_upgraded(postgres_url: str):
    await db(postgres_url, "upgrade")
    await db(postgres_url, "downgrade", version="0001")
    with pytest.raises(StoreUnusable) as refusal:
        await Store.open(postgres_url)
    assert (refusal.value.code, refusal.value.reason) == (Problem.older_schema, "0001")
    assert (await db(postgres_url, "check")).key == "db.problem.older_schema"
    await db(postgres_url, "upgrade")
    async with await Store.open(postgres_url) as store:
        assert await store.probe()


async def test_a_broken_migration_leaves_the_old_schema(sqlite_url: str, monkeypatch: pytest.MonkeyPatch):
    await db(sqlite_url, "downgrade", version="0001")
    whole_upgrade = schema.upgrade

    def upgrade_and_break(connection, version="head"):
        whole_upgrade(connection, version)
        raise OSError("power cut")

    monkeypatch.setattr(schema, "upgrade", upgrade_and_break)
    assert (await db(sqlite_url, "upgrade")).code == 2
    assert "leases" not in await tables_of(sqlite_url)
    assert (await db(sqlite_url, "check")).data["reason"] == "0001"
