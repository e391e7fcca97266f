"""A journal and ledger in memory, which fails, waits or lies when a test says so."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.rules.records import decode_record, encode_record
from bot.tables.entries import (
    MatchBegun,
    MatchEnded,
    RecordKept,
    RoundDealt,
    RoundEnded,
    StoredRound,
    StoredTable,
    TableClosed,
    TableSaved,
)
from bot.tables.ports import JournalFailed, ReadFailed
from bot.tables.standings import GuildChoices, PersonChoices

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.rules.records import Record
    from bot.tables.entries import Entry
    from bot.tables.standings import Period, PersonStats, Standing

Write = tuple[tuple["Entry", ...], "asyncio.Future[None]"]


@dataclass
class MemoryJournal:
    """Implements `Journal` and `Ledger`. A write waits for the next turn of the loop, or for `release`."""

    broken: bool = False
    """Commits fail, and so do probes."""
    lies: bool = False
    """Commits are made, then reported as failed: their outcome is unknown."""
    held: bool = False
    """Commits wait for `release`."""
    unreadable: bool = False
    """Reading fails."""
    tables: dict[int, StoredTable] = field(default_factory=dict)
    rounds: dict[int, StoredRound] = field(default_factory=dict)
    records: dict[int, list[str]] = field(default_factory=dict)
    matches: list[MatchBegun] = field(default_factory=list)
    ended: list[RoundEnded] = field(default_factory=list)
    results: list[MatchEnded] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)
    commits: int = 0
    probes: int = 0
    _queue: list[Write] = field(default_factory=list)
    _due: bool = False

    def write(self, entries: Sequence[Entry]) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._queue.append((tuple(entries), future))
        if not self._due:
            self._due = True
            loop.call_soon(self._commit)
        return future

    async def probe(self) -> bool:
        self.probes += 1
        return not self.broken

    def release(self) -> None:
        self.held = False
        self._commit()

    def _commit(self) -> None:
        self._due = False
        if self.held:
            return
        queue, self._queue = self._queue, []
        if queue:
            self.commits += 1
        if not self.broken:
            for entries, _ in queue:
                for entry in entries:
                    self._keep(entry)
        for _, future in queue:
            if self.broken or self.lies:
                future.set_exception(JournalFailed("as the test wants it"))
                future.exception()
            else:
                future.set_result(None)

    def _keep(self, entry: Entry) -> None:
        match entry:
            case TableSaved(table_id, guild_id, channel_id, phase, state, at_ms):
                row = json.loads(json.dumps(state))
                self.tables[table_id] = StoredTable(table_id, guild_id, channel_id, phase, row, at_ms)
            case TableClosed(table_id):
                self.closed.append(table_id)
                self.tables.pop(table_id, None)
            case MatchBegun():
                self.matches.append(entry)
            case RoundDealt(round_id, match_id, number, header):
                self.rounds[round_id] = StoredRound(round_id, match_id, number, header, (), False)
                self.records[round_id] = []
            case RecordKept(round_id, record):
                self._keep_record(round_id, record)
            case RoundEnded(round_id):
                self.rounds[round_id] = replace(self.rounds[round_id], over=True)
                self.ended.append(entry)
            case MatchEnded():
                self.results.append(entry)

    def _keep_record(self, round_id: int, record: Record) -> None:
        lines = self.records[round_id]
        assert record.number == len(lines) + 1, f"record {record.number} follows {len(lines)}"
        lines.append(encode_record(record))

    async def open_tables(self, guilds: Callable[[int], bool]) -> list[StoredTable]:
        here = [table for table in self.tables.values() if guilds(table.guild_id)]
        return sorted(here, key=lambda table: -table.at_ms)

    async def load_table(self, table_id: int) -> StoredTable | None:
        if self.unreadable:
            raise ReadFailed("as the test wants it")
        return self.tables.get(table_id)

    async def load_round(self, round_id: int) -> StoredRound | None:
        stored = self.rounds.get(round_id)
        if stored is None:
            return None
        return replace(stored, records=tuple(decode_record(line) for line in self.records[round_id]))

    async def last_round(self, channel_id: int) -> StoredRound | None:
        del channel_id
        return await self.load_round(self.ended[-1].round_id) if self.ended else None

    async def standings(
        self, guild_id: int, *, channel_id: int | None, period: Period, limit: int, offset: int = 0
    ) -> list[Standing]:
        del guild_id, channel_id, period, limit, offset
        return []

    async def person_stats(self, guild_id: int, person_id: int) -> PersonStats | None:
        del guild_id, person_id
        return None

    async def person_choices(self, person_id: int) -> PersonChoices:
        del person_id
        return PersonChoices()

    async def change_person(
        self, person_id: int, change: Callable[[PersonChoices], PersonChoices]
    ) -> PersonChoices:
        del person_id
        return change(PersonChoices())

    async def guild_choices(self, guild_id: int) -> GuildChoices:
        del guild_id
        return GuildChoices()

    async def change_guild(
        self, guild_id: int, change: Callable[[GuildChoices], GuildChoices]
    ) -> GuildChoices:
        del guild_id
        return change(GuildChoices())

    async def forget(self, person_id: int) -> None: ...
