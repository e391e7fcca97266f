"""A write that is made only to see whether writing works."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from bot.scores.statements import statements_for

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.connections import Dialect

_PADDING_BYTES: Final = 16_384
"""Eight pages as hex: a disk that has no room for them has none for a busy table either."""


async def beat(connection: AsyncConnection) -> None:
    """Write the pulse row, with other content every time: SQLite leaves equal pages alone."""
    dialect: Dialect = "sqlite" if connection.dialect.name == "sqlite" else "postgresql"
    row = {"pulse_id": 1, "padding": secrets.token_hex(_PADDING_BYTES)}
    await connection.execute(statements_for(dialect).beat_pulse, row)
