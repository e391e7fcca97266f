"""A write that is made only to see whether writing works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.scores.statements import statements_for

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.connections import Dialect

_PADDING: Final = "." * 32_768
"""Eight pages: a disk that has no room for them has none for a busy table either."""


async def beat(connection: AsyncConnection) -> None:
    """Write the pulse row."""
    dialect: Dialect = "sqlite" if connection.dialect.name == "sqlite" else "postgresql"
    await connection.execute(statements_for(dialect).beat_pulse, {"pulse_id": 1, "padding": _PADDING})
