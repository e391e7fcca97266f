"""The store: everything that is kept, behind the ports `Journal` and `Ledger` of `bot.tables`."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from bot.scores import choices, forgetting, reading, standings
from bot.scores.journal import GroupJournal
from bot.scores.opening import connect, make_ready, told
from bot.scores.problems import reason_of
from bot.scores.write_probe import beat
from bot.tables.ports import JournalFailed, ReadFailed

if TYPE_CHECKING:
    from asyncio import Future
    from collections.abc import Awaitable, Callable, Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.connections import Connections, Synchronous
    from bot.scores.quick_sqlite import Plain
    from bot.tables.entries import Entry, StoredRound, StoredTable
    from bot.tables.standings import GuildChoices, Period, PersonChoices, PersonStats, Standing

_LOG: Final = logging.getLogger(__name__)
T = TypeVar("T")
_PROBE_SECONDS: Final = 10.0


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


class Store:
    """One database. Open it with `Store.open`, in a running event loop."""

    def __init__(self, connections: Connections, wall_ms: Callable[[], int]) -> None:
        self.connections = connections
        self._wall_ms = wall_ms
        self._journal = GroupJournal(connections)

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        synchronous: Synchronous = "NORMAL",
        busy_timeout_ms: int = 3000,
        wall_ms: Callable[[], int] = _wall_ms,
    ) -> Store:
        """Open a database and bring an SQLite one, or an empty PostgreSQL one, to our schema.

        `synchronous`: `NORMAL` survives a kill of the process, `FULL` a power cut, too (SQLite; PostgreSQL
        always does). `wall_ms` tells which week, month and year it is. Raises `StoreUnusable`.
        """
        connections = connect(url, synchronous=synchronous, busy_timeout_ms=busy_timeout_ms)
        try:
            await make_ready(connections)
        except BaseException as error:
            await connections.close()
            raise told(connections, error) from error
        return cls(connections, wall_ms)

    def measure(self, heard: Callable[[float], object]) -> None:
        """Tell the seconds of every commit."""
        self._journal.measured = heard

    async def close(self) -> None:
        """Commit what is queued and hang up."""
        await self._journal.close()
        await self.connections.close()

    # Journal

    def write(self, entries: Sequence[Entry]) -> Future[None]:
        """See `Journal.write`."""
        return self._journal.write(entries)

    async def probe(self) -> bool:
        """See `Journal.probe`: a real commit, big enough to notice a full disk."""
        try:
            async with asyncio.timeout(_PROBE_SECONDS):
                await self.connections.write(beat)
        except (SQLAlchemyError, OSError):
            return False
        return True

    def obey(self, check: Callable[[AsyncConnection], Awaitable[None]], proof: Plain) -> None:
        """Let every commit of the journal ask first whether this process may still write (`Lease.take`).

        `proof` is a query that finds something as long as it may.
        """
        self._journal.check, self._journal.proof = check, proof

    # Ledger

    async def open_tables(self, guilds: Callable[[int], bool]) -> list[StoredTable]:
        """See `Ledger.open_tables`. A row that cannot be read comes with an empty state."""
        return await self._read(reading.open_tables(self.connections, guilds))

    async def load_table(self, table_id: int) -> StoredTable | None:
        """See `Ledger.load_table`."""
        return await self._read(reading.load_table(self.connections, table_id))

    async def load_round(self, round_id: int) -> StoredRound | None:
        """See `Ledger.load_round`. None, too, when its moves were pruned."""
        return await self._read(reading.load_round(self.connections, round_id))

    async def last_round(self, channel_id: int) -> StoredRound | None:
        """See `Ledger.last_round`. Void rounds and pruned ones are left out."""
        return await self._read(reading.last_round(self.connections, channel_id))

    async def standings(
        self, guild_id: int, *, channel_id: int | None, period: Period, limit: int, offset: int = 0
    ) -> list[Standing]:
        """See `Ledger.standings`. Periods are the running week, month and year (UTC)."""
        board = standings.Leaderboard.of(guild_id, channel_id, period, self._wall_ms())
        return await self._read(standings.page(self.connections, board, limit, offset))

    async def person_stats(self, guild_id: int, person_id: int) -> PersonStats | None:
        """See `Ledger.person_stats`. Place 0: no place yet, only solo rounds."""
        board = standings.Leaderboard.of(guild_id, None, "all", self._wall_ms())
        return await self._read(standings.person_stats(self.connections, board, person_id))

    async def person_choices(self, person_id: int) -> PersonChoices:
        """Return what a person chose, defaults for the rest."""
        return await self._read(choices.of_person(self.connections, person_id))

    async def change_person(
        self, person_id: int, change: Callable[[PersonChoices], PersonChoices]
    ) -> PersonChoices:
        """See `Ledger.change_person`."""
        return await self._kept(choices.change_person(self.connections, person_id, change))

    async def guild_choices(self, guild_id: int) -> GuildChoices:
        """Return what a server chose, defaults for the rest."""
        return await self._read(choices.of_guild(self.connections, guild_id))

    async def change_guild(
        self, guild_id: int, change: Callable[[GuildChoices], GuildChoices]
    ) -> GuildChoices:
        """See `Ledger.change_guild`."""
        return await self._kept(choices.change_guild(self.connections, guild_id, change))

    async def forget(self, person_id: int) -> None:
        """See `Ledger.forget`. Raises `JournalFailed`: then call it again."""
        await self._kept(forgetting.forget(self.connections, person_id))
        self._journal.forget_player(person_id)

    async def prune(self, older_than_ms: int) -> int:
        """Erase the moves of rounds dealt before that time (ms since 1970); results stay.

        All rounds of the matches of open tables are spared. Returns the number of rounds that lost their
        moves. Raises `JournalFailed`.
        """
        return await self._kept(forgetting.prune(self.connections, older_than_ms, self._wall_ms()))

    async def _kept(self, work: Awaitable[T]) -> T:
        """Raise `JournalFailed` where the database fails: others need not know what database it is."""
        try:
            return await work
        except (SQLAlchemyError, OSError) as error:
            raise JournalFailed(self.connections.problem_of(error)) from error

    async def _read(self, work: Awaitable[T]) -> T:
        """Raise `ReadFailed` where the database fails."""
        try:
            return await work
        except (SQLAlchemyError, OSError) as error:
            problem = self.connections.problem_of(error)
            _LOG.warning("a read failed (%s): %s", problem, reason_of(error))
            raise ReadFailed(problem) from error

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.close()
