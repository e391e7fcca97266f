"""Leases of shards: two processes never serve the same server.

A lease is a row that its owner changes at every heartbeat. Whoever finds a row in the way takes over at once
if the database's clock says that it ran out, or if its process is surely dead; else watches it for one term:
a heartbeat means that its owner lives, silence that it is gone. So no clock that is set back locks anybody
out.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import BigInteger, delete, insert, inspect, literal_column, select, update

from bot.scores import schema
from bot.scores.connections import alone
from bot.scores.models import LeaseRow
from bot.scores.problems import Problem, StoreUnusable
from bot.scores.process_identity import ProcessName, this_process
from bot.scores.shards import ShardRange
from bot.scores.statements import plain_query

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

    from sqlalchemy import ColumnElement, Connection, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.connections import Connections
    from bot.scores.store import Store

_LOG: Final = logging.getLogger(__name__)
TERM_SECONDS: Final = 15.0
"""Without a heartbeat for so long, a lease is void."""
_BEATS_PER_TERM: Final = 5
_LOOKS_PER_TERM: Final = 15
_SQLITE_MS: Final = literal_column("CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)", BigInteger)
_POSTGRESQL_MS: Final = literal_column(
    "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)", BigInteger
)


class LeaseTaken(Exception):
    """Another living process serves some of these shards."""

    def __init__(self, shards: str, owner: str) -> None:
        super().__init__(f"shards {shards} are served by {owner}")
        self.shards = shards
        self.owner = owner

    @property
    def data(self) -> dict[str, str]:
        """What a sentence needs: `shards`, `host`, `pid`."""
        process = ProcessName.parse(self.owner)
        host, pid = (process.host, str(process.pid)) if process else (self.owner, "?")
        return {"shards": self.shards, "host": host, "pid": pid}


class LeaseLost(Exception):
    """The lease went to another process: stop serving."""


@dataclass(frozen=True, slots=True)
class _Rival:
    """A lease that is in the way, as it was seen."""

    shards: str
    token: str
    beat: int
    owner: str
    expired: bool

    @property
    def is_gone(self) -> bool:
        process = ProcessName.parse(self.owner)
        return self.expired or (process is not None and process.is_dead())


class Lease:
    """The right to serve some shards. Keep `keep()` running, and stop serving when it raises `LeaseLost`."""

    def __init__(
        self, connections: Connections, shards: ShardRange, owner: str, term: float, now: Callable[[], float]
    ) -> None:
        self.shards = shards
        self.owner = owner
        self._connections = connections
        self._token = uuid.uuid4().hex
        self._term = term
        self._now = now
        self._renewed = now()
        self._over = False

    @classmethod
    async def take(
        cls,
        store: Store,
        shard_ids: Collection[int],
        shard_count: int,
        owner: str | None = None,
        *,
        term_seconds: float = TERM_SECONDS,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> Lease:
        """Take the lease, or raise `LeaseTaken` when a living process holds it.

        Takes up to one term when the holder is gone without a word from another machine.
        """
        shards = ShardRange(tuple(sorted(shard_ids)), shard_count)
        lease = cls(store.connections, shards, owner or str(this_process()), term_seconds, now)
        watched: dict[str, tuple[int, float]] = {}
        while rival := await lease._try(_silent(watched, now() - term_seconds)):
            beat, _ = watched.setdefault(rival.token, (rival.beat, now()))
            if beat != rival.beat:
                raise LeaseTaken(rival.shards, rival.owner)
            await sleep(term_seconds / _LOOKS_PER_TERM)
        store.obey(lease.check, plain_query(lease._mine))
        return lease

    @property
    def held(self) -> bool:
        """True while no other process can have taken it. Never again once it was lost or given back."""
        return not self._over and self._now() - self._renewed < self._term

    async def renew(self) -> None:
        """Send a heartbeat. Raises `LeaseLost` when the lease is somebody else's now."""
        at = self._now()
        if not await self._connections.write(self._beat):
            raise self._lost()
        self._renewed = at

    async def check(self, connection: AsyncConnection) -> None:
        """Raise `LeaseLost` if the lease is somebody else's; else nobody gets it before the transaction ends.

        The journal asks at every commit, so a process that was asleep while it lost its lease cannot write
        over the moves of its successor.
        """
        if (await connection.execute(self._mine.with_for_update(read=True))).first() is None:
            raise self._lost()

    def _lost(self) -> LeaseLost:
        self._over = True
        return LeaseLost(str(self.shards))

    @property
    def _mine(self) -> Select[int]:
        return select(LeaseRow.beat).where(LeaseRow.token == self._token)

    async def keep(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Send heartbeats until the lease is somebody else's, then raise `LeaseLost`.

        While the database is away for longer than a term, `held` is false: serve nobody until it is back.
        """
        while True:
            await sleep(self._term / _BEATS_PER_TERM)
            try:
                async with asyncio.timeout(self._term):
                    await self.renew()
            except LeaseLost:
                raise
            except Exception as error:
                _LOG.warning("the lease of shards %s could not be renewed: %r", self.shards, error)

    async def release(self) -> None:
        """Give it back, so that the next process need not wait. The journal takes no writes after that."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(delete(LeaseRow).where(LeaseRow.token == self._token))

        # Before the write: its answer may be lost although another process has the lease by then.
        self._over = True
        await self._connections.write(work)

    async def _try(self, silent: set[tuple[str, int]]) -> _Rival | None:
        """Take the lease and return None, or return who is in the way."""
        self._renewed = self._now()

        async def work(connection: AsyncConnection) -> _Rival | None:
            await alone(connection, schema.LOCK)
            await connection.run_sync(_need_our_version, self._connections.shown_url)
            rivals = await self._rivals(connection)
            for rival in rivals:
                if not rival.is_gone and (rival.token, rival.beat) not in silent:
                    return rival
            over = [str(self.shards), *(rival.shards for rival in rivals)]
            await connection.execute(delete(LeaseRow).where(LeaseRow.shards.in_(over)))
            await connection.execute(insert(LeaseRow).values(self._row()))
            return None

        return await self._connections.write(work)

    async def _rivals(self, connection: AsyncConnection) -> list[_Rival]:
        """Return the leases of others that share a server with this one."""
        others = _seen(self._database_ms).where(LeaseRow.token != self._token)
        rows = await connection.execute(others)
        rivals = [_Rival(*row) for row in rows]
        return [rival for rival in rivals if self.shards.overlaps(ShardRange.parse(rival.shards))]

    def _row(self) -> dict[str, Any]:
        return {
            "shards": str(self.shards),
            "shard_count": self.shards.count,
            "owner": self.owner,
            "token": self._token,
            "beat": 0,
            "renewed_ms": self._database_ms,
            "ttl_ms": int(self._term * 1000),
        }

    async def _beat(self, connection: AsyncConnection) -> bool:
        mine = update(LeaseRow).where(LeaseRow.token == self._token)
        beaten = mine.values(beat=LeaseRow.beat + 1, renewed_ms=self._database_ms)
        return (await connection.execute(beaten)).rowcount == 1

    @property
    def _database_ms(self) -> ColumnElement[int]:
        """The database's own time: processes on several machines have several clocks."""
        return _database_ms(self._connections.dialect)


def refuse_while_leased(connection: Connection, url: str) -> None:
    """Raise `StoreUnusable` (`in_use`) while any process serves: its schema must not change under it.

    Call it under `schema.LOCK`, in the transaction that migrates. Leases of the dead are deleted: who only
    slept finds its lease lost, and writes nothing into a schema that it does not know.
    """
    if not inspect(connection).has_table(LeaseRow.__tablename__):
        return
    for row in connection.execute(_seen(_database_ms(connection.dialect.name))):
        rival = _Rival(*row)
        if not rival.is_gone:
            raise StoreUnusable(Problem.in_use, url, rival.owner)
    connection.execute(delete(LeaseRow))


def _need_our_version(connection: Connection, url: str) -> None:
    """Somebody may have migrated since this process opened the database."""
    version, known = schema.version_of(connection), schema.known_versions()
    if version != known[-1]:
        is_older = version is None or version in known
        raise StoreUnusable(Problem.older_schema if is_older else Problem.newer_schema, url, version or "")


def _seen(database_ms: ColumnElement[int]) -> Select[str, str, int, str, bool]:
    expired = (database_ms - LeaseRow.renewed_ms > LeaseRow.ttl_ms).label("expired")
    return select(LeaseRow.shards, LeaseRow.token, LeaseRow.beat, LeaseRow.owner, expired)


def _database_ms(dialect: str) -> ColumnElement[int]:
    return _SQLITE_MS if dialect == "sqlite" else _POSTGRESQL_MS


def _silent(watched: dict[str, tuple[int, float]], since: float) -> set[tuple[str, int]]:
    """Return the leases that were seen without a heartbeat since then."""
    return {(token, beat) for token, (beat, at) in watched.items() if at <= since}
