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

    from bot.rules.round import Round
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
    round: Round | None
    version: int
    state: dict[str, Any] | None
    """The table's row, if that was written."""


class Keeping:
    """The line between what happened and what is kept."""

    __slots__ = (
        "_kept_id",
        "_kept_round",
        "_kept_state",
        "_kept_version",
        "_last",
        "_life",
        "_pause",
        "_probing",
        "_table",
    )

    def __init__(self, table: Table) -> None:
        self._table = table
        self._last: asyncio.Future[None] | None = None
        self._life = 0
        self._kept_state: dict[str, Any] | None = None
        self._pause = FIRST_PROBE
        self._probing: asyncio.Task[None] | None = None
        self._kept_id: int | None = None
        self._kept_round: Round | None = None
        self._kept_version = 0

    @property
    def committed_version(self) -> int:
        """Records of the present round that are committed."""
        return self._kept_version if self._kept_id == self._table.state.round_id else 0

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
        mark = Mark(self._life, table.state.round_id, table.round, version, state)
        try:
            future = table.world.journal.write(entries)
        except JournalFailed:
            self.suspend()
            raise TableRefusal(TableCode.SUSPENDED) from None
        self._last = future
        future.add_done_callback(partial(self._written, mark))

    def kept(self) -> asyncio.Future[None]:
        """Return what is done when everything written until now is committed, or raises `JournalFailed`.

        What a suspended table shows is committed.
        """
        if self._last is not None:
            return asyncio.shield(self._last)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done

    def begin(self, state: dict[str, Any]) -> None:
        """Take what was read from the ledger for what is kept."""
        table = self._table
        self._life += 1
        self._last = None
        self._kept_state = state
        self._kept_id = table.state.round_id
        self._kept_round = table.round
        self._kept_version = table.round.version if table.round is not None else 0
        self._pause = FIRST_PROBE

    def _written(self, mark: Mark, future: asyncio.Future[None]) -> None:
        failed = future.cancelled() or future.exception() is not None
        if mark.life != self._life:
            return
        if failed:
            self.suspend()
            return
        self._kept_id, self._kept_round, self._kept_version = mark.round_id, mark.round, mark.version
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
        kept_round = self._kept_round
        table.round = None if kept_round is None else kept_round.at(self._kept_version)

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
