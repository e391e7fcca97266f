"""Everything outside that a table uses, in one hand."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.tables.stamps import Stamps

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.ports import Chance, Clock, Journal, Ledger, OpponentMaker, Timer


class Probe:
    """Looks whether the journal works again, once for all tables that ask at the same time."""

    __slots__ = ("_journal", "_looking")

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._looking: asyncio.Task[bool] | None = None

    async def works(self) -> bool:
        """Tell whether writing works again."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.ensure_future(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> bool:
        return await self._journal.probe()


@dataclass(frozen=True, slots=True)
class World:
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


class Timers:
    """The named timers of one table; setting a name again moves it. `run` makes the calls."""

    __slots__ = ("_clock", "_run", "_timers")

    def __init__(self, clock: Clock, run: Callable[[Callable[[], None]], None]) -> None:
        self._clock = clock
        self._run = run
        self._timers: dict[str, Timer] = {}

    def set(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Make a call after that many seconds, unless the name is set again or cancelled before."""
        self.cancel(name)

        def fire() -> None:
            self._timers.pop(name, None)
            self._run(call)

        self._timers[name] = self._clock.call_later(seconds, fire)

    def __contains__(self, name: str) -> bool:
        return name in self._timers

    def any_of(self, *beginnings: str) -> bool:
        """Tell whether a timer waits whose name begins so."""
        return any(name.startswith(beginnings) for name in self._timers)

    def cancel(self, *names: str) -> None:
        """Forget those calls."""
        for name in names:
            timer = self._timers.pop(name, None)
            if timer is not None:
                timer.cancel()

    def cancel_all(self) -> None:
        """Forget all calls."""
        self.cancel(*self._timers)
