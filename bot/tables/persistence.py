"""How a table keeps what happens: the journal, what of it is committed, and what if that fails."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bot.tables.entries import TableClosed
from bot.tables.events import EventKind
from bot.tables.ports import JournalFailed, ReadFailed
from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.saved import state_from_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.round import Round
    from bot.tables.entries import Entry
    from bot.tables.table import Table

FIRST_PROBE: Final = 1.0
LONGEST_PROBE: Final = 30.0
"""Seconds between two looks whether the journal works again: 1, 2, 4 … 30."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Write:
    """A write that is under way, and where the table stood after it."""

    future: asyncio.Future[None]
    round_id: int | None
    round: Round | None
    version: int
    state: dict[str, Any] | None
    """The table's row, if it was written."""


class Persistence:
    """The line between what happened and what is kept."""

    __slots__ = (
        "_kept_id",
        "_kept_round",
        "_kept_state",
        "_kept_version",
        "_pause",
        "_probing",
        "_table",
        "_writes",
    )

    def __init__(self, table: Table) -> None:
        self._table = table
        self._writes: list[Write] = []
        """Under way, oldest first."""
        self._kept_state: str | None = None
        """The row as JSON: a fifth of the memory of its dictionaries."""
        self._kept_id: int | None = None
        self._kept_round: Round | None = None
        self._kept_version = 0
        self._pause = FIRST_PROBE
        self._probing: asyncio.Task[None] | None = None

    @property
    def committed_version(self) -> int:
        """Records of the present round that are committed; -1 while its deal is not."""
        return self._kept_version if self._kept_id == self._table.state.round_id else -1

    def check(self) -> None:
        """Raise `TableRefusal` (suspended) if nothing can be kept just now."""
        self._look()
        if self._table.state.suspended:
            raise TableRefusal(TableCode.SUSPENDED)

    def write(self, entries: Sequence[Entry], state: dict[str, Any] | None) -> None:
        """Queue entries that belong together."""
        table = self._table
        try:
            future = table.ports.journal.write(entries)
        except JournalFailed:
            self.suspend()
            raise TableRefusal(TableCode.SUSPENDED) from None
        version = table.round.version if table.round is not None else 0
        self._writes.append(Write(future, table.state.round_id, table.round, version, state))
        future.add_done_callback(self._hear)

    def writing(self) -> asyncio.Future[None] | None:
        """Return the newest write if it is still under way; whoever looks at it must not cancel it."""
        last = self._writes[-1].future if self._writes else None
        self._look()
        return last

    def kept(self) -> asyncio.Future[None]:
        """Return what is done when everything written until now is committed, or raises `JournalFailed`.

        What a suspended table shows is committed.
        """
        last = self.writing()
        if last is not None:
            kept = asyncio.shield(last)
            kept.add_done_callback(_has_failed)  # The table has told of it: who asked need not wait for it.
            return kept
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done

    def begin(self, state: dict[str, Any]) -> None:
        """Take what was read from the ledger for what is kept."""
        table = self._table
        self._writes.clear()
        self._kept_state = json.dumps(state)
        self._kept_id = table.state.round_id
        self._kept_round = table.round
        self._kept_version = table.round.version if table.round is not None else 0
        self._pause = FIRST_PROBE

    def _hear(self, future: asyncio.Future[None]) -> None:
        _has_failed(future)
        self._look()

    def _look(self) -> None:
        """Hear of the writes that are done, also of those whose callbacks are still to come.

        A record that is written between a failure and its callback would leave a gap in the journal.
        """
        while self._writes and self._writes[0].future.done():
            write = self._writes.pop(0)
            if _has_failed(write.future):
                self.suspend()
                return
            self._kept_id, self._kept_round, self._kept_version = write.round_id, write.round, write.version
            if write.state is not None:
                self._kept_state = json.dumps(write.state)

    def suspend(self) -> None:
        """Stop everything and go back to what is known to be kept, until the journal works again."""
        table = self._table
        if table.state.suspended:
            return
        self._writes.clear()
        table.sleep()
        if self._kept_state is None:
            table.give_up()
            self._probe_later()
            return
        self._go_back(self._kept_state)
        log.warning("table %s is suspended: its journal fails", table.table_id)
        table.announce(EventKind.SUSPENDED)
        self._probe_later()

    def _go_back(self, kept: str) -> None:
        table = self._table
        table.state = state_from_json(json.loads(kept))
        table.state.suspended = True
        table.forget_views()
        kept_round = self._kept_round
        table.round = None if kept_round is None else kept_round.at(self._kept_version)

    def _probe_later(self) -> None:
        self._table.ports.clock.call_later(self._pause, self._start_probe)
        self._pause = min(self._pause * 2, LONGEST_PROBE)

    def _start_probe(self) -> None:
        self._probing = asyncio.get_running_loop().create_task(self._probe())

    async def _probe(self) -> None:
        """Look whether the journal works again. The last commit may be there after all: read anew."""
        try:
            works = await self._table.ports.probe.works()
            if works and self._kept_state is None:
                await self._disown()
            elif works:
                await self._table.reload()
        except JournalFailed:
            works = False
        except (ReadFailed, TableRefusal) as error:
            log.warning("table %s can't be read yet: %s", self._table.table_id, error)
            works = False
        except Exception:
            log.exception("table %s can't be read yet", self._table.table_id)
            works = False
        if not works:
            self._probe_later()

    async def _disown(self) -> None:
        """Erase a table that was given up: its opening may have been kept although its answer was lost."""
        ports = self._table.ports
        await ports.journal.write([TableClosed(self._table.table_id, ports.clock.wall_ms())])


def _has_failed(future: asyncio.Future[None]) -> bool:
    return future.cancelled() or future.exception() is not None
