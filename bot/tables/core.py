"""What all stories of a table share: its state, its round, and changes that are kept and told as a whole."""

from __future__ import annotations

import logging
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, ClassVar, cast

from bot.tables.consequences import Consequences
from bot.tables.entries import RecordKept, TableSaved
from bot.tables.events import Event, EventKind
from bot.tables.guards import dealt
from bot.tables.persistence import Persistence
from bot.tables.refusal import TableRefusal
from bot.tables.saved import state_as_json
from bot.tables.seats import TablePhase
from bot.tables.timers import Timers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.rules.records import Record
    from bot.rules.round import Round
    from bot.tables.entries import Entry
    from bot.tables.posting import Fate
    from bot.tables.seats import TableState
    from bot.tables.table import Table
    from bot.tables.table_ports import Ports

log = logging.getLogger(__name__)


class TableCore:
    """State, round, journal and watchers of a table; the stories about it are in modules of their own."""

    __slots__ = (
        "_depth",
        "_dirty",
        "_entries",
        "_events",
        "_watchers",
        "channel_id",
        "consequences",
        "guild_id",
        "persistence",
        "ports",
        "resting",
        "round",
        "state",
        "table_id",
        "timers",
    )

    after_change: ClassVar[Callable[[Table], None] | None] = None
    """Looks at every table after every change. Tests set it (`bot.tables.invariants`), nobody else does."""

    def __init__(
        self, table_id: int, guild_id: int, channel_id: int, state: TableState, ports: Ports
    ) -> None:
        self.table_id = table_id
        self.guild_id = guild_id
        self.channel_id = channel_id
        self.state = state
        self.ports = ports
        self.round: Round | None = None
        self.timers = Timers(ports.clock, self._run)
        self.resting = False
        self.persistence = Persistence(cast("Table", self))
        self.consequences = Consequences(cast("Table", self))
        self._watchers: list[Callable[[Event], None]] = []
        self._entries: list[Entry] = []
        self._events: list[Event] = []
        self._dirty = False
        self._depth = 0

    @contextmanager
    def change(self) -> Iterator[None]:
        """Do something as a whole: what is noted and told inside is written and told together at its end.

        So is what follows from it (`Consequences`). Raises `TableRefusal` (suspended) at the start or the end
        when it can't be kept. What was done before a refusal inside (a person who came back) still counts.
        """
        if not self._depth:
            self.persistence.check()
        self._depth += 1
        try:
            yield
        finally:
            try:
                if self._depth == 1:
                    self.consequences.follow(changed=bool(self._dirty or self._entries or self._events))
            finally:
                self._depth -= 1
                if not self._depth:
                    self._finish()

    def ask_message(self, fate: Fate) -> int:
        """Turn to a new public message, and return its number: await `kept()`, then send it.

        `fate` is what becomes of the one before. Raises `TableRefusal` (suspended): then send nothing.
        """
        with self.change():
            self.changed()
            return self.state.message.ask(fate)

    def note_message(self, number: int, message_id: int) -> None:
        """Store Discord's id of a public message. A suspended table stores nothing: note it again then."""
        if not self.state.suspended:
            with self.change():
                if self.state.message.note(number, message_id):
                    self.changed()

    def settle_message(self, message_id: int) -> None:
        """Store that the public message before the present one is finished or deleted."""
        if not self.state.suspended:
            with self.change():
                if self.state.message.settle(message_id):
                    self.changed()

    def _run(self, call: Callable[[], None]) -> None:
        """Make the call of a timer; a table that is suspended meanwhile does it when it lives again."""
        with suppress(TableRefusal), self.change():
            call()

    def _finish(self) -> None:
        entries, events = self._entries, self._events
        self._entries, self._events = [], []
        row = None
        if self._dirty and self.state.phase is not TablePhase.CLOSED:
            row = state_as_json(self.state)
            entries.append(self._saved(row))
        self._dirty = False
        if entries:
            self.persistence.write(entries, row)
        for event in events:
            self._call_watchers(event)
        if TableCore.after_change is not None:
            TableCore.after_change(cast("Table", self))

    def _saved(self, row: dict[str, Any]) -> TableSaved:
        return TableSaved(
            self.table_id,
            self.guild_id,
            self.channel_id,
            self.state.phase.value,
            row,
            self.ports.clock.wall_ms(),
        )

    def changed(self) -> None:
        """Note that the state has changed and is to be stored."""
        self._dirty = True

    def note(self, entry: Entry) -> None:
        """Note an entry of the journal."""
        self._entries.append(entry)

    def tell(self, kind: EventKind, **data: Any) -> None:
        """Note an event for the watchers."""
        self._events.append(Event(kind, cast("Table", self), data))

    def record(self, record: Record) -> None:
        """Note a record of the round."""
        self.note(RecordKept(dealt(self.state.round_id), record))
        self.tell(EventKind.MOVED, record=record)

    def announce(self, kind: EventKind, **data: Any) -> None:
        """Tell the watchers at once, whatever the journal says."""
        self._call_watchers(Event(kind, cast("Table", self), data))

    def watch(self, watcher: Callable[[Event], None]) -> None:
        """Call that function with every event, at once and in order; it must not raise."""
        self._watchers.append(watcher)

    def _call_watchers(self, event: Event) -> None:
        for watcher in self._watchers:
            try:
                watcher(event)
            except Exception:
                log.exception("a watcher failed at %s of table %s", event.kind, self.table_id)
