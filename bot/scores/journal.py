"""The journal: one task that commits everything which is queued, group after group.

While a commit runs, new writes queue up and become the next group; so the more there is to write, the bigger
the groups, and a lonely write goes at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.scores.batch import Batch
from bot.scores.leases import LeaseLost
from bot.scores.statements import statements_for
from bot.tables.ports import JournalFailed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.connections import Connections
    from bot.scores.quick_sqlite import Plain
    from bot.tables.entries import Entry

_LOG: Final = logging.getLogger(__name__)
_MOST_ENTRIES: Final = 1000
"""No group is bigger: it would make everybody in it wait."""
_MOST_KNOWN_PLAYERS: Final = 100_000


@dataclass(frozen=True, slots=True, eq=False)
class _Write:
    entries: Sequence[Entry]
    done: asyncio.Future[None]

    def keys(self) -> set[tuple[str, int]]:
        """Return the tables, matches and rounds that it touches."""
        names = ("table_id", "match_id", "round_id")
        return {
            (name, getattr(entry, name)) for entry in self.entries for name in names if hasattr(entry, name)
        }


class GroupJournal:
    """Implements `Journal.write` on a `Connections`."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self.check: Callable[[AsyncConnection], Awaitable[None]] | None = None
        """Raises `LeaseLost` when this process may not write any more."""
        self.proof: Plain | None = None
        """The same as a query, which finds something as long as it may."""
        self.measured: Callable[[float], object] | None = None
        """Hears the seconds of every commit."""
        self._statements = statements_for(connections.dialect)
        self._queue: deque[_Write] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._doubtful: set[int] = set()
        self._known_players: set[tuple[int, int]] = set()
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(self._run(), name="journal")

    def write(self, entries: Sequence[Entry]) -> asyncio.Future[None]:
        """Queue entries that belong together; see `bot.tables.ports.Journal`."""
        write = _Write(entries, self._loop.create_future())
        write.done.add_done_callback(_look_at)
        if self._closing:
            write.done.set_exception(JournalFailed("closed"))
        else:
            self._queue.append(write)
            self._wake.set()
        return write.done

    async def close(self) -> None:
        """Commit what is queued, then stop."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while self._queue or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                await self._commit(self._next_group())

    def _next_group(self) -> list[_Write]:
        group, entries = [], 0
        while self._queue and entries < _MOST_ENTRIES:
            group.append(self._queue.popleft())
            entries += len(group[-1].entries)
        return group

    async def _commit(self, group: list[_Write]) -> None:
        try:
            await self._keep(group)
        except Exception as error:
            if _is_of_one_write(error):
                await self._commit_apart(group)
            else:
                self._fail(group, error)
        else:
            _succeed(group)

    async def _keep(self, group: Iterable[_Write]) -> None:
        batch = Batch.of(entry for write in group for entry in write.entries)

        async def work(connection: AsyncConnection) -> None:
            await batch.write(
                connection, self._statements, doubtful=self._doubtful, known_players=self._known_players
            )
            if self.check:
                await self.check(connection)

        begun = self._loop.time()
        try:
            if not await self._at_once(batch):
                await self._connections.write(work)
        except Exception:
            self._doubtful |= batch.first_numbers.keys()
            raise
        if self.measured:
            self.measured(self._loop.time() - begun)
        self._doubtful -= batch.first_numbers.keys()
        self._remember(batch.players)

    async def _at_once(self, batch: Batch) -> bool:
        """Write moves the short way; False if that can't be: the long way tells why, or does it."""
        if not batch.only_moves or self._doubtful & batch.first_numbers.keys():
            return False
        transaction = batch.transaction(self._statements, self._known_players, self.proof)
        return await self._connections.write_at_once(transaction)

    def _remember(self, players: set[tuple[int, int]]) -> None:
        if len(self._known_players) > _MOST_KNOWN_PLAYERS:
            self._known_players.clear()
        self._known_players |= players

    def forget_player(self, person_id: int) -> None:
        """Write this person's rounds down again when they next move."""
        self._known_players = {known for known in self._known_players if known[0] != person_id}

    async def _commit_apart(self, group: list[_Write]) -> None:
        """One write of the group is refused as such: let it fail alone, with what builds upon it."""
        guilty: set[tuple[str, int]] = set()
        for write in group:
            keys = write.keys()
            if guilty & keys:
                guilty |= keys
                self._reject([write], "follows a refused write")
                continue
            try:
                await self._keep([write])
            except Exception as error:
                if not _is_of_one_write(error):
                    self._fail([other for other in group if not other.done.done()], error)
                    return
                guilty |= keys
                self._reject([write], repr(error))
            else:
                _succeed([write])
        self._reject([write for write in self._queue if guilty & write.keys()], "follows a refused write")
        self._queue = deque(write for write in self._queue if not write.done.done())

    def _fail(self, group: list[_Write], error: Exception) -> None:
        """The database is in trouble: everything that is queued now has failed, too."""
        failed = [*group, *self._queue]
        self._queue.clear()
        problem = self._connections.problem_of(error)
        _LOG.warning("journal: %d writes failed (%s): %r", len(failed), problem, error)
        for write in failed:
            _reject_one(write, problem)

    def _reject(self, writes: list[_Write], reason: str) -> None:
        for write in writes:
            _LOG.error("journal: a write was refused (%s): %s", reason, sorted(write.keys()))
            _reject_one(write, reason)


def _is_of_one_write(error: Exception) -> bool:
    """Return whether it is the data that is refused, not the database that is in trouble."""
    if isinstance(error, IntegrityError | DataError):
        return True
    return not isinstance(error, DBAPIError | OSError | PoolTimeout | LeaseLost)


def _succeed(group: list[_Write]) -> None:
    for write in group:
        if not write.done.done():
            write.done.set_result(None)


def _reject_one(write: _Write, reason: str) -> None:
    if not write.done.done():
        write.done.set_exception(JournalFailed(reason))


def _look_at(done: asyncio.Future[Any]) -> None:
    """Nobody need wait for a write: a failure that is not looked at is no error of its own."""
    if not done.cancelled():
        done.exception()
