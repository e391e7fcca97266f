"""Where Alembic starts: on the connection it is given, or (for developers) on the settings' database."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from alembic import context

from bot.scores.models import Model
from bot.scores.opening import connect, told
from bot.settings import load_settings

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection


def migrate(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Model.metadata, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


async def migrate_by_url() -> None:
    connections = connect(load_settings().database_url)

    async def work(connection: AsyncConnection) -> None:
        await connection.run_sync(migrate)

    try:
        await connections.write(work)
    except Exception as error:
        raise told(connections, error) from None
    finally:
        await connections.close()


def migrate_or_say_why_not() -> None:
    """One sentence, as everywhere: a traceback could show the address with its password."""
    from bot.cli.verdicts import verdict_on
    from bot.locales import words_for

    try:
        asyncio.run(migrate_by_url())
    except Exception as error:
        stop = verdict_on(error)
        print(words_for("en")(stop.key, **stop.data), file=sys.stderr)
        sys.exit(stop.ending)


given = context.config.attributes.get("connection")
if given is None:
    migrate_or_say_why_not()
else:
    migrate(given)
