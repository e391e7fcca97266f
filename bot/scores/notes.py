"""Words that the program leaves for its next start, such as the mark of the commands that Discord knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from bot.scores.models import NoteRow
from bot.scores.statements import statements_for

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.connections import Connections
    from bot.scores.store import Store


class CommandNote:
    """The hash of the commands that were synced last. Where it can't be kept, the next start syncs again."""

    def __init__(self, store: Store) -> None:
        self._connections: Connections = store.connections

    async def read(self) -> str | None:
        """Return the hash, None if there is none."""
        query = select(NoteRow.text).where(NoteRow.name == "commands")
        rows = await self._connections.rows(query)
        return rows[0].text if rows else None

    async def write(self, mark: str) -> None:
        """Keep the hash."""

        async def work(connection: AsyncConnection) -> None:
            statement = statements_for(self._connections.dialect).leave_note
            await connection.execute(statement, {"name": "commands", "text": mark})

        try:
            await self._connections.write(work)
        except (SQLAlchemyError, OSError):
            return
