"""The version of the schema: which one a database has, and how it gets to ours (Alembic)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from bot.scores.models import Model

if TYPE_CHECKING:
    from sqlalchemy import Connection

LOCK: Final = 0x4E45525A
"""Key of the PostgreSQL advisory lock of those who migrate or take a lease: one at a time, whoever it is."""
MIGRATIONS: Final = Path(__file__).parents[2] / "migrations"


@cache
def known_versions() -> tuple[str, ...]:
    """Return the versions this program knows, oldest first."""
    scripts = ScriptDirectory(str(MIGRATIONS))
    return tuple(reversed([script.revision for script in scripts.walk_revisions()]))


def version_of(connection: Connection) -> str | None:
    """Return the version of a database, None when it has no schema yet."""
    return MigrationContext.configure(connection).get_current_revision()


def is_empty(connection: Connection) -> bool:
    """Return whether a database holds nothing of ours."""
    return not set(inspect(connection).get_table_names()) & {"alembic_version", *Model.metadata.tables}


def upgrade(connection: Connection, version: str = "head") -> None:
    """Bring a database to a version, inside the connection's transaction."""
    command.upgrade(_config(connection), version)


def downgrade(connection: Connection, version: str) -> None:
    """Bring a database back to a version (`base`: no schema at all)."""
    command.downgrade(_config(connection), version)


def differences(connection: Connection) -> list[str]:
    """Return what differs between a database and the models; nothing when they agree."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return [str(difference) for difference in compare_metadata(context, Model.metadata)]


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
