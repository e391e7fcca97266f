"""Practice players at a table: they act by timers, through the same door as people, with delayed sight."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from bot.rules.phase import Phase
from bot.rules.records import Played
from bot.rules.refusal import Refusal
from bot.tables.refusal import TableRefusal

if TYPE_CHECKING:
    from bot.rules.round import Round
    from bot.rules.views import FoundationView
    from bot.tables.ports import Opponent
    from bot.tables.table import Table


class PracticePlayers:
    """The practice players of one table; also those who play for people who are away."""

    __slots__ = ("_foundations", "_players", "_table")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._players: dict[int, Opponent] = {}
        """By the backs of their seats, which stay the same in a match."""
        self._foundations: deque[tuple[float, int, tuple[FoundationView, ...]]] = deque()
        """Since when, at which version, the foundations looked so; oldest first."""

    def live(self) -> None:
        """Let them play (on)."""
        self._foundations.clear()
        self.look()
        for at, seat in enumerate(self._table.state.seats):
            if seat.driven is not None:
                self._wait(at)

    def take_over(self, seat: int) -> None:
        """Let a practice player play for the people of a seat."""
        if not self._foundations:
            self.look()
        self._wait(seat)

    def dismiss(self, seat: int) -> None:
        """Send the practice player of a seat away."""
        back = self._table.state.seats[seat].back
        self._table.timers.cancel(f"practice {back}")
        self._players.pop(back, None)

    def dismiss_all(self) -> None:
        """Send all away, before a new match."""
        self._players.clear()

    def _player(self, seat: int) -> Opponent:
        taken = self._table.state.seats[seat]
        if taken.back not in self._players:
            table = self._table
            self._players[taken.back] = table.ports.opponents(
                taken.driven or table.state.level, table.state.rules, table.ports.chance.number()
            )
        return self._players[taken.back]

    def _wait(self, seat: int) -> None:
        back = self._table.state.seats[seat].back
        self._table.timers.set(f"practice {back}", self._player(seat).delay(), lambda: self._act(seat))

    def _act(self, seat: int) -> None:
        table = self._table
        round_ = table.round
        if round_ is None or round_.phase is not Phase.RUNNING or table.state.paused:
            return
        self._wait(seat)
        player = self._player(seat)
        version, foundations = self._seen(player.sight_delay)
        move = player.choose(table.view(seat), foundations)
        if move is not None:
            try:
                table.playing.play_for_practice(seat, move, version)
            except (Refusal, TableRefusal):
                return  # beaten to it, as people are

    def look(self) -> None:
        """Remember how the foundations look now."""
        table = self._table
        if table.round is None or not any(seat.driven for seat in table.state.seats):
            return
        now = table.ports.clock.now()
        view = table.public_view()
        self._foundations.append((now, view.version, view.foundations))
        oldest = now - max((player.sight_delay for player in self._players.values()), default=0.0)
        while len(self._foundations) > 1 and self._foundations[1][0] <= oldest:
            self._foundations.popleft()

    def _seen(self, delay: float) -> tuple[int, tuple[FoundationView, ...]]:
        """Return version and foundations as they were some seconds ago."""
        then = self._table.ports.clock.now() - delay
        seen = self._foundations[0]
        for sight in self._foundations:
            if sight[0] <= then:
                seen = sight
        return seen[1], seen[2]

    def round_over(self, round_: Round) -> None:
        """Tell them the humans' pace, and forget what they saw."""
        pace = human_pace(round_)
        for player in self._players.values():
            player.round_over(pace)
        self._foundations.clear()


def human_pace(round_: Round) -> float | None:
    """Return the median seconds between two actions of the same person, if there were any."""
    stamps: dict[int, list[int]] = {}
    for record in round_.records:
        if isinstance(record, Played) and record.person > 0:
            stamps.setdefault(record.person, []).append(record.stamp)
    gaps = [later - earlier for line in stamps.values() for earlier, later in pairwise(line)]
    return median(gaps) / 1000 if gaps else None
