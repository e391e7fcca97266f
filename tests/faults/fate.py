"""What strikes a process at one of its effects: requests to Discord, and commits of the journal."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bot.sandbox.faults import Fault
from tests.tables.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables.entries import Entry

KINDS: Final = ("kill_before", "kill_after", "drop_before", "drop_after")
"""The process is killed before an effect, or after it but before it hears of it; or a connection breaks."""


@dataclass
class Fate:
    """Counts effects, and strikes at one of them."""

    at: int = 0
    """Number of the effect that is struck, from 1; 0: none."""
    kind: str = ""
    effects: list[str] = field(default_factory=list)
    dead: bool = False
    """The process was killed, and the next one has not begun yet."""
    lives: int = 1
    over: bool = False
    """The evening is over: nothing is counted or struck any more."""
    _after: bool = False

    def of_next(self, name: str) -> str | None:
        """Count an effect, and return what strikes it."""
        if self.over:
            return None
        self.effects.append(name)
        if len(self.effects) != self.at:
            return None
        self.dead = self.kind.startswith("kill")
        return self.kind

    def strike(self, kinds: tuple[str, ...], method: str, *names: str, suffered: Any = ()) -> Fault | None:
        """Return the fault of a request, as `Faults.strike` does: asked before and after each."""
        del suffered
        if "drop_before" in kinds:
            if self.dead:
                return Fault("drop_before")
            self._after = False
            kind = self.of_next(f"{method} {names[-1]}")
            if kind == "kill_after":
                self.dead = False  # It dies once this one has arrived.
            self._after = kind in ("kill_after", "drop_after")
            return Fault("drop_before") if kind in ("kill_before", "drop_before") else None
        if not self._after or "drop_after" not in kinds:
            return None
        self._after, self.dead = False, self.kind == "kill_after"
        return Fault("drop_after")


@dataclass
class CountedJournal(MemoryJournal):
    """A journal whose commits are effects."""

    fate: Fate = field(default_factory=Fate)

    def _commit(self) -> None:
        kind = self.fate.of_next("commit") if self._queue else None
        if kind == "kill_before":
            self._queue.clear()
        self.broken, self.lies = kind == "drop_before", kind == "drop_after"
        if kind == "kill_after":
            self._queue = [(entries, asyncio.Future()) for entries, _ in self._queue]
        super()._commit()
        self.broken = self.lies = False


class Mortal:
    """The journal of one process: what it writes after its death does not arrive."""

    def __init__(self, journal: CountedJournal, fate: Fate) -> None:
        self._journal = journal
        self._fate = fate
        self._life = fate.lives

    def write(self, entries: Sequence[Entry]) -> asyncio.Future[None]:
        if self._fate.dead or self._life != self._fate.lives:
            return asyncio.get_running_loop().create_future()
        return self._journal.write(entries)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)
