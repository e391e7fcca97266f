"""An evening at a table: people, a clock that is turned by hand, a journal in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.house_rules import HouseRules
from bot.rules.position import Position
from bot.rules.refusal import Refusal
from bot.rules.round import Round
from bot.tables.chance import FixedChance
from bot.tables.clock import ManualClock
from bot.tables.refusal import TableRefusal
from bot.tables.registry import Tables
from bot.tables.seats import TablePhase
from bot.tables.table_ports import Ports
from tests.rules.notation import foundations_of, layout_of
from tests.tables.memory_journal import MemoryJournal
from tests.tables.players import NAMES, Greedy

if TYPE_CHECKING:
    from _pytest.raises import RaisesExc

    from bot.rules.moves import Move
    from bot.rules.phase import Phase
    from bot.rules.records import Played
    from bot.rules.refusal import Code
    from bot.rules.views import SeatView
    from bot.tables.events import Event, EventKind
    from bot.tables.ports import Level, Opponent
    from bot.tables.refusal import TableCode
    from bot.tables.seats import Seat
    from bot.tables.table import Table

GUILD, CHANNEL = 7_000, 8_000
OUT = {"nertz": "", "work": ["KS", "", "", ""]}
TWO_LEFT = {"nertz": "2S 3S", "work": ["KS", "", "", ""]}


def refused(code: TableCode | Code) -> RaisesExc[TableRefusal | Refusal]:
    """Expect a refusal with just that code."""
    return pytest.raises((TableRefusal, Refusal), match=rf"^{code.value}$")


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
        self.ports = Ports(self.clock, self.journal, self.journal, FixedChance(self.seed), self._make, NAMES)
        self.tables = Tables(self.ports)
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

    def phase(self) -> TablePhase:
        return self.table.state.phase

    def round_phase(self) -> Phase:
        return self.round.phase

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def opened_by(self, host: Person, *, channel: int = CHANNEL, **wish: Any) -> Table:
        self._table = self.tables.open(GUILD, channel, host.id, host.name, self.rules, **wish)
        self._table.ask_message("gone")
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

    async def kept_with(self, names: str) -> list[Person]:
        """Let a round run, all of which is kept so far."""
        people = self.running_with(names)
        await self.table.kept()
        return people

    def lays(self, *seats: dict[str, Any], foundations: tuple[str, ...] = ()) -> None:
        """Put these cards on the table instead of those that were dealt (see RULES.md section 9)."""
        header = self.round.header
        layouts = [layout_of(seat, header.rules.piles(header.seats)) for seat in seats]
        opening = Position(header.rules, layouts, foundations_of(list(foundations)))
        self.table.round = Round.set_up(header, opening)
        self.table.forget_views()

    def running_on(
        self, names: str, *seats: dict[str, Any], foundations: tuple[str, ...] = ()
    ) -> list[Person]:
        """Let a round run on these cards."""
        people = self.dealt_to(names)
        self.lays(*seats, foundations=foundations)
        self.clock.advance(3)
        return people

    def won_by(self, caller: Person, *others: Person) -> None:
        """Let a person call, with five cards out, against others who have two left each."""
        people = sorted((caller, *others), key=lambda person: person.at)
        for person in people:
            person.opens_hand()
        out = " ".join(f"{card}@{caller.at + 1}" for card in ("AH", "2H", "3H", "4H", "5H"))
        self.lays(*(OUT if person is caller else TWO_LEFT for person in people), foundations=(out,))
        self.clock.advance(3)
        if self.phase() is TablePhase.ROUND:
            caller.plays("call")
            self.clock.advance(0.4)

    def told(self, kind: EventKind) -> list[dict[str, Any]]:
        """Return the data of all events of that kind, oldest first."""
        return [event.data for event in self.events if event.kind is kind]

    def kinds(self) -> list[str]:
        return [event.kind.value for event in self.events]

    async def restarted(self) -> Evening:
        """Kill the process once all is kept; return the next one. Its table is asleep."""
        await self.table.kept()
        self.table.sleep()
        after = Evening(self.rules, f"{self.seed}'", self.clock, self.journal, _people=self._people)
        await after.tables.recover(lambda _: True)
        return after

    async def woken(self) -> Evening:
        """Return the process after a restart, with the table awake."""
        after = await self.restarted()
        after._table = await after.tables.wake(self.table.table_id)
        return after
