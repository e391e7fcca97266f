"""Everything outside that a table uses, in one hand."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.tables.stamps import Stamps

if TYPE_CHECKING:
    from bot.tables.ports import Chance, Clock, Journal, Ledger, OpponentMaker


class Probe:
    """Looks whether the journal works again, once for all tables that ask at the same time."""

    __slots__ = ("_journal", "_looking")

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._looking: asyncio.Task[bool] | None = None

    async def works(self) -> bool:
        """Return whether writing works again."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.ensure_future(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> bool:
        return await self._journal.probe()


@dataclass(frozen=True, slots=True)
class Ports:
    """The ports of a table."""

    clock: Clock
    journal: Journal
    ledger: Ledger
    chance: Chance
    opponents: OpponentMaker
    practice_names: tuple[str, ...]
    """At least eight, so that every practice player of a table has its own."""
    probe: Probe = field(init=False)
    stamps: Stamps = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "probe", Probe(self.journal))
        object.__setattr__(self, "stamps", Stamps(self.clock))
