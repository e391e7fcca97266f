"""How a table keeps what happens: the journal, what of it is committed, and what if that fails (issue 5)."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bot.tables.events import EventKind
from bot.tables.ports import JournalFailed
from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.saved import state_from_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables.entries import Entry
    from bot.tables.table import Table

FIRST_PROBE: Final = 1.0
LONGEST_PROBE: Final = 30.0
"""Seconds between two looks whether the journal works again: 1, 2, 4 … 30."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a table stood when it wrote something."""

    life: int
    """Suspensions before it: what an earlier life wrote says nothing about this one."""
    round_id: int | None
    version: int
    state: dict[str, Any] | None
    """The table's row, if that was written."""


class Keeping:
    """The line between what happened and what is kept."""

    __slots__ = (
        "_kept_state",
        "_last",
        "_life",
        "_pause",
        "_probing",
        "_table",
        "kept_round",
        "kept_version",
    )

    def __init__(self, table: Table) -> None:
        self._table = table
        self._last: asyncio.Future[None] | None = None
        self._life = 0
        self._kept_state: dict[str, Any] | None = None
        self._pause = FIRST_PROBE
        self._probing: asyncio.Task[None] | None = None
        self.kept_round: int | None = None
        self.kept_version = 0

    @property
    def committed_version(self) -> int:
        """Records of the present round that are committed."""
        return self.kept_version if self.kept_round == self._table.state.round_id else 0

    def check(self) -> None:
        """Raise `TableRefusal` (suspended) if nothing can be kept just now."""
        last = self._last
        if last is not None and last.done() and (last.cancelled() or last.exception() is not None):
            # Its callback is still to come; a record written now would leave a gap in the journal.
            self.suspend()
        if self._table.state.suspended:
            raise TableRefusal(TableCode.SUSPENDED)

    def write(self, entries: Sequence[Entry], state: dict[str, Any] | None) -> None:
        """Queue entries that belong together."""
        table = self._table
        version = table.round.version if table.round is not None else 0
        mark = Mark(self._life, table.state.round_id, version, state)
        try:
            future = table.world.journal.write(entries)
        except JournalFailed:
            self.suspend()
            raise TableRefusal(TableCode.SUSPENDED) from None
        self._last = future
        future.add_done_callback(partial(self._written, mark))

    async def kept(self) -> None:
        """Return when everything written so far is committed; raise `JournalFailed` if it can't be."""
        last = self._last
        if last is not None:
            await asyncio.shield(last)
        elif self._table.state.suspended:
            raise JournalFailed

    def begin(self, state: dict[str, Any]) -> None:
        """Take what was read from the ledger for what is kept."""
        table = self._table
        self._life += 1
        self._last = None
        self._kept_state = state
        self.kept_round = table.state.round_id
        self.kept_version = table.round.version if table.round is not None else 0
        self._pause = FIRST_PROBE

    def _written(self, mark: Mark, future: asyncio.Future[None]) -> None:
        failed = future.cancelled() or future.exception() is not None
        if mark.life != self._life:
            return
        if failed:
            self.suspend()
            return
        self.kept_round, self.kept_version = mark.round_id, mark.version
        if mark.state is not None:
            self._kept_state = mark.state

    def suspend(self) -> None:
        """Stop everything and go back to what is known to be kept, until the journal works again."""
        table = self._table
        if table.state.suspended:
            return
        self._life += 1
        self._last = None
        table.sleep()
        if self._kept_state is None:
            table.give_up()
            return
        self._go_back(self._kept_state)
        log.warning("table %s is suspended: its journal fails", table.table_id)
        table.announce(EventKind.SUSPENDED)
        self._probe_later()

    def _go_back(self, kept: dict[str, Any]) -> None:
        table = self._table
        table.state = state_from_json(kept)
        table.state.suspended = True
        table.forget_views()
        if table.round is not None and self.kept_round == table.state.round_id:
            table.round = table.round.at(self.kept_version)
        else:
            table.round = None

    def _probe_later(self) -> None:
        self._table.world.clock.call_later(self._pause, self._start_probe)
        self._pause = min(self._pause * 2, LONGEST_PROBE)

    def _start_probe(self) -> None:
        self._probing = asyncio.get_running_loop().create_task(self._probe())

    async def _probe(self) -> None:
        """Look whether the journal works again. The last commit may be there after all: read anew."""
        try:
            works = await self._table.world.journal.probe()
            if works:
                await self._table.reload()
        except Exception:
            log.exception("table %s can't be read yet", self._table.table_id)
            works = False
        if not works:
            self._probe_later()
