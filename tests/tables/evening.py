"""An evening at a table: people, a clock that is turned by hand, a journal in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.rules.house_rules import HouseRules
from bot.tables.chance import FixedChance
from bot.tables.clock import ManualClock
from bot.tables.registry import Tables
from bot.tables.world import World
from tests.tables.memory_journal import MemoryJournal
from tests.tables.players import Greedy

if TYPE_CHECKING:
    from bot.rules.moves import Move
    from bot.rules.records import Played
    from bot.rules.round import Round
    from bot.rules.views import SeatView
    from bot.tables.events import Event, EventKind
    from bot.tables.ports import Level, Opponent
    from bot.tables.seats import Seat
    from bot.tables.table import Table

GUILD, CHANNEL = 7_000, 8_000


@dataclass
class Person:
    """Somebody at the table."""

    evening: Evening
    id: int
    name: str

    @property
    def table(self) -> Table:
        return self.evening.table

    def joins(self, **wish: Any) -> int | None:
        return self.table.join(self.id, self.name, **wish)

    def is_ready(self) -> None:
        self.table.ready(self.id)

    def opens_hand(self) -> None:
        self.table.hand_open(self.id)

    def deals(self) -> None:
        self.table.deal(self.id)

    def leaves(self) -> None:
        self.table.leave(self.id)

    def plays(self, move: Move | str, seen: int | None = None) -> Played:
        return self.table.play(self.id, move, self.evening.clock.wall_ms(), seen)

    @property
    def at(self) -> int:
        at = self.table.seat_of(self.id)
        assert at is not None
        return at

    @property
    def seat(self) -> Seat:
        return self.table.state.seats[self.at]

    @property
    def view(self) -> SeatView:
        return self.table.view(self.at)


@dataclass
class Evening:
    """One process, and the table that the test is about."""

    rules: HouseRules = field(default_factory=HouseRules)
    seed: int | str = 0
    clock: ManualClock = field(default_factory=ManualClock)
    journal: MemoryJournal = field(default_factory=MemoryJournal)
    events: list[Event] = field(default_factory=list)
    players: dict[int, Opponent] = field(default_factory=dict)
    _table: Table | None = None
    _people: int = 0

    def __post_init__(self) -> None:
        self.world = World(self.clock, self.journal, self.journal, FixedChance(self.seed), self._make)
        self.tables = Tables(self.world)
        self.tables.watch(self.events.append)

    def _make(self, level: Level, rules: HouseRules, seed: int) -> Opponent:
        del rules
        player = Greedy(level)
        self.players[seed] = player
        return player

    def person(self, name: str) -> Person:
        self._people += 1
        return Person(self, 100_000_000_000_000_000 + self._people, name)

    def people(self, names: str) -> list[Person]:
        return [self.person(name) for name in names.split()]

    @property
    def table(self) -> Table:
        assert self._table is not None
        return self._table

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def opened_by(self, host: Person, *, channel: int = CHANNEL, **wish: Any) -> Table:
        self._table = self.tables.open(GUILD, channel, host.id, host.name, self.rules, **wish)
        return self._table

    def in_lobby(self, names: str, **wish: Any) -> list[Person]:
        """Open a table, and let all of them sit down."""
        people = self.people(names)
        self.opened_by(people[0], **wish)
        for person in people[1:]:
            person.joins()
        return people

    def dealt_to(self, names: str, **wish: Any) -> list[Person]:
        """Deal a round whose people all have their hands open."""
        people = self.in_lobby(names, **wish)
        people[0].deals()
        for person in people:
            person.opens_hand()
        return people

    def running_with(self, names: str, **wish: Any) -> list[Person]:
        """Let a round run."""
        people = self.dealt_to(names, **wish)
        self.clock.advance(3)
        return people

    def told(self, kind: EventKind) -> list[dict[str, Any]]:
        """Return the data of all events of that kind, oldest first."""
        return [event.data for event in self.events if event.kind is kind]

    def kinds(self) -> list[str]:
        return [event.kind.value for event in self.events]

    async def restarted(self) -> Evening:
        """Kill the process; return the next one, with what the journal kept. The table is asleep."""
        self.table.sleep()
        after = Evening(self.rules, f"{self.seed}'", self.clock, self.journal, _people=self._people)
        await after.tables.recover(lambda _: True)
        return after

    async def wakes(self, table_id: int) -> Table | None:
        self._table = await self.tables.wake(table_id)
        return self._table
