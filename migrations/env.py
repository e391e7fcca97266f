"""Where Alembic starts: on the connection it is given, or (for developers) on the settings' database."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from alembic import context
from sqlalchemy.ext.asyncio import create_async_engine

from bot.scores.models import Model
from bot.settings import load_settings

if TYPE_CHECKING:
    from sqlalchemy import Connection


def migrate(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Model.metadata, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


async def migrate_by_url() -> None:
    engine = create_async_engine(load_settings().database_url)
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
    await engine.dispose()


given = context.config.attributes.get("connection")
if given is None:
    asyncio.run(migrate_by_url())
else:
    migrate(given)
