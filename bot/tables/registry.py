"""All tables of this process: by channel, by id, and after a restart."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from bot.rules.house_rules import MOST_SEATS, HouseRules
from bot.tables.entries import TableClosed
from bot.tables.events import ClosedReason, EventKind
from bot.tables.ports import ReadFailed
from bot.tables.recovery import read_again
from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.saved import is_newer
from bot.tables.seats import TablePhase, TableState
from bot.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.tables.events import Event
    from bot.tables.ports import Level
    from bot.tables.seats import AwayChoice
    from bot.tables.table_ports import Ports

REST_SECONDS: Final = 3.0

log = logging.getLogger(__name__)


class Tables:
    """The tables of this process. A channel holds one; a thread is a channel.

    After a restart, tables sleep in the journal until `find`, `get` or `wake` asks for them, or `wake_all`
    comes to them.
    """

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._tables: dict[int, Table] = {}
        self._asleep: dict[int, tuple[int, int]] = {}
        """Guild and channel of tables that are not rebuilt yet, most recently active first."""
        self._channels: dict[int, int] = {}
        self._waking: dict[int, asyncio.Task[Table | None]] = {}
        self._watchers: list[Callable[[Event], None]] = []
        self.resting = False

    def heard(self, stamp_ms: int) -> None:
        """Learn the time of the clock that stamps moves from something that has arrived just now."""
        self._ports.stamps.heard(stamp_ms)

    def watch(self, watcher: Callable[[Event], None]) -> None:
        """Call that function with every event of every table."""
        self._watchers.append(watcher)

    def open(
        self,
        guild_id: int,
        channel_id: int,
        host: int,
        name: str,
        rules: HouseRules,
        *,
        most_seats: int = MOST_SEATS,
        practice: int = 0,
        level: Level = "medium",
        away: AwayChoice = "freeze",
    ) -> Table:
        """Open a table: a lobby with its host on the first seat, and practice players if asked for.

        `most_seats` 1..8 bounds the seats, practice players included. A finished match in the channel makes
        room; any other table there refuses (`channel_busy`, data: table_id), also one that sleeps: `find` it
        first.
        """
        if self.resting:
            raise TableRefusal(TableCode.STOPPING)
        self._need_free(channel_id)
        state = TableState(
            host, rules, most_seats=max(1, min(most_seats, MOST_SEATS)), away=away, level=level
        )
        if practice + 1 > state.most_seats:
            raise TableRefusal(TableCode.TABLE_FULL, seats=state.most_seats)
        table = self._new(self._ports.chance.number(), guild_id, channel_id, state)
        with table.change():
            table.join(host, name)
            if practice:
                table.add_practice(host, level, practice)
        return table

    def _need_free(self, channel_id: int) -> None:
        busy = self._channels.get(channel_id)
        if busy is None:
            return
        table = self._tables.get(busy)
        if table is None or table.state.phase is not TablePhase.OVER:
            raise TableRefusal(TableCode.CHANNEL_BUSY, table_id=busy)
        table.close(ClosedReason.FINISHED)

    def at(self, channel_id: int) -> Table | None:
        """Return the table of a channel, if it is awake; after a restart use `find`."""
        table_id = self._channels.get(channel_id)
        return None if table_id is None else self._tables.get(table_id)

    def by_id(self, table_id: int) -> Table | None:
        """Return a table, if it is awake; after a restart use `get`."""
        return self._tables.get(table_id)

    def is_open(self, table_id: int) -> bool:
        """Return whether a table is open, awake or not."""
        return table_id in self._tables or table_id in self._asleep

    def of_guild(self, guild_id: int) -> list[Table]:
        """Return the tables of a server that are awake."""
        return [table for table in self._tables.values() if table.guild_id == guild_id]

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._tables.values()))

    def __len__(self) -> int:
        return len(self._tables) + len(self._asleep)

    async def recover(self, guilds: Callable[[int], bool]) -> int:
        """Learn of all open tables of those guilds, without rebuilding them; return how many sleep.

        A second table of a channel is one whose opening seemed to have failed: it is erased, unless a newer
        version of the program has written it.
        """
        for stored in await self._ports.ledger.open_tables(guilds):
            if self._channels.get(stored.channel_id, stored.table_id) != stored.table_id:
                if is_newer(stored.state):
                    continue
                self._ports.journal.write([TableClosed(stored.table_id, self._ports.clock.wall_ms())])
            elif stored.table_id not in self._tables:
                self._asleep[stored.table_id] = (stored.guild_id, stored.channel_id)
                self._channels[stored.channel_id] = stored.table_id
        return len(self._asleep)

    async def find(self, channel_id: int) -> Table | None:
        """Return the table of a channel, awake."""
        table_id = self._channels.get(channel_id)
        return None if table_id is None else await self.get(table_id)

    async def get(self, table_id: int) -> Table | None:
        """Return a table, awake; None if it is not open (any more)."""
        return self._tables.get(table_id) or await self.wake(table_id)

    async def wake(self, table_id: int) -> Table | None:
        """Rebuild a table from its row and records, once however many ask; None if it is not open.

        Raises what the ledger raises, and `TableRefusal` (newer_version); the table then sleeps on.
        """
        if table_id in self._tables or table_id not in self._asleep:
            return self._tables.get(table_id)
        if table_id not in self._waking:
            task = asyncio.get_running_loop().create_task(self._wake(table_id))
            self._waking[table_id] = task
            task.add_done_callback(lambda _: self._waking.pop(table_id, None))
        return await asyncio.shield(self._waking[table_id])

    async def _wake(self, table_id: int) -> Table | None:
        guild_id, channel_id = self._asleep[table_id]
        table = self._make(table_id, guild_id, channel_id, TableState(0, HouseRules()))
        table.resting = self.resting
        is_open = await read_again(table)
        self._asleep.pop(table_id, None)
        if not is_open:
            return None
        return table

    async def wake_guild(self, guild_id: int) -> list[Table]:
        """Return all open tables of a server, awake, but for those that only a newer program can read."""
        for table_id in [table_id for table_id, (guild, _) in self._asleep.items() if guild == guild_id]:
            with suppress(TableRefusal):
                await self.wake(table_id)
        return self.of_guild(guild_id)

    async def wake_all(self) -> None:
        """Rebuild all tables, most recently active first, and let clicks through in between."""
        for table_id in list(self._asleep):
            try:
                await self.wake(table_id)
            except (ReadFailed, TableRefusal) as error:
                log.warning("table %s can't be read yet: %s", table_id, error)
            except Exception:
                log.exception("table %s can't be read yet", table_id)
            await asyncio.sleep(0)

    async def rest(self) -> None:
        """Stop for a restart: no new rounds, no timers; return when everything is committed.

        What a database that hangs has not committed after three seconds is given up.
        """
        self.resting = True
        tables = list(self._tables.values())
        for table in tables:
            table.rest()
        kept = asyncio.gather(*(table.kept() for table in tables), return_exceptions=True)
        await asyncio.wait([kept], timeout=REST_SECONDS)

    def _new(self, table_id: int, guild_id: int, channel_id: int, state: TableState) -> Table:
        table = self._make(table_id, guild_id, channel_id, state)
        self._hold(table)
        return table

    def _make(self, table_id: int, guild_id: int, channel_id: int, state: TableState) -> Table:
        table = Table(table_id, guild_id, channel_id, state, self._ports)
        table.watch(self._hear)
        return table

    def _hold(self, table: Table) -> None:
        self._tables[table.table_id] = table
        self._channels[table.channel_id] = table.table_id

    def _hear(self, event: Event) -> None:
        table = event.table
        if event.kind is EventKind.CLOSED:
            self._tables.pop(table.table_id, None)
            self._asleep.pop(table.table_id, None)
            if self._channels.get(table.channel_id) == table.table_id:
                del self._channels[table.channel_id]
        elif event.kind in (EventKind.SUSPENDED, EventKind.UNSUSPENDED, EventKind.WOKEN):
            # A close that could not be kept: the table is back, unless its channel has another one already.
            self._channels.setdefault(table.channel_id, table.table_id)
            if self._channels[table.channel_id] == table.table_id:
                self._tables[table.table_id] = table
        for watcher in list(self._watchers):
            watcher(event)
