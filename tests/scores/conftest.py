"""A store per test, on SQLite and on PostgreSQL; both databases are set up once."""

from __future__ import annotations

import asyncio
import shutil
from typing import TYPE_CHECKING

import pytest

from bot.scores.connections import Connections
from bot.scores.models import Model
from bot.scores.store import Store
from tests.scores.stories import NOW

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

    from tests.postgres import PostgresServer


async def _set_up(url: str) -> None:
    store = await Store.open(url)
    await store.close()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("template") / "template.db"
    asyncio.run(_set_up(f"sqlite+aiosqlite:///{file}"))
    return file


@pytest.fixture(scope="session")
def postgres_database(postgres_server: PostgresServer) -> Iterator[str]:
    name = postgres_server.create()
    asyncio.run(_set_up(postgres_server.url(name)))
    yield postgres_server.url(name)
    postgres_server.drop(name)


async def _empty(url: str) -> None:
    connections = Connections(url)

    async def work(connection: AsyncConnection) -> None:
        for name in Model.metadata.tables:
            await connection.exec_driver_sql(f"TRUNCATE {name} CASCADE")

    await connections.write(work)
    await connections.close()


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    shutil.copy(sqlite_template, tmp_path / "nertz.db")
    return f"sqlite+aiosqlite:///{tmp_path / 'nertz.db'}"


@pytest.fixture
def postgresql_url(postgres_database: str) -> str:
    asyncio.run(_empty(postgres_database))
    return postgres_database


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    store = await Store.open(database_url, wall_ms=lambda: NOW)
    yield store
    await store.close()
