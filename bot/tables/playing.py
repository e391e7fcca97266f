"""A round as it runs: moves, the grace time after a call, and what happens when all are stuck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.phase import Phase
from bot.tables.events import EventKind
from bot.tables.guards import dealt, need_seat
from bot.tables.refusal import TableCode, TableRefusal

if TYPE_CHECKING:
    from bot.rules.moves import Move
    from bot.rules.records import Played
    from bot.rules.round import Round
    from bot.tables.table import Table

MOST_ROTATIONS: Final = 60
"""More than any cycle of stock and waste. After so many without a play only absent seats could still move:
the table goes on without them, so that nobody is held up for ever."""


class Playing:
    """The running round of a table."""

    __slots__ = ("_rotations", "_table")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rotations = 0

    def play(self, person: int, move: Move | str, stamp: int, seen: int | None) -> Played:
        """Make a move of a person."""
        return self._play(need_seat(self._table.state, person), move, stamp, seen, person)

    def play_for_practice(self, seat: int, move: Move, seen: int | None) -> Played:
        """Make a move of the practice player at that seat."""
        return self._play(seat, move, self._table.ports.stamps.now_ms(), seen, -1 - seat)

    def _play(self, seat: int, move: Move | str, stamp: int, seen: int | None, person: int) -> Played:
        table = self._table
        round_ = dealt(table.round)
        played = round_.play(seat, move, stamp, seen, person)
        table.record(played)
        if played.move.target == "F":
            self._rotations = 0
            table.practice.look()
        return played

    def leave(self, seat: int) -> None:
        """Take a seat out of the round for good; its cards on the foundations stay."""
        table = self._table
        if table.round is not None and not table.round.phase.over:
            table.record(table.round.leave(seat, table.ports.stamps.now_ms()))

    def void(self) -> None:
        """End the round so that it counts for nobody."""
        table = self._table
        if table.round is not None and not table.round.phase.over:
            table.record(table.round.void(table.ports.stamps.now_ms()))

    def need_running(self) -> Round:
        """Return the round; refuse unless it runs."""
        round_ = self._table.round
        if round_ is None or round_.phase is not Phase.RUNNING:
            raise TableRefusal(TableCode.NOT_RUNNING)
        if self._table.state.paused:
            raise TableRefusal(TableCode.PAUSED)
        return round_

    def rotate(self) -> None:
        """Vote `stuck` for every seat, because everybody wants it; the rules say what follows."""
        round_ = self.need_running()
        for summary in round_.public_view().seats:
            if not summary.left and not summary.voted:
                self._table.record(round_.vote(summary.seat, self._table.ports.stamps.now_ms()))

    def look(self, round_: Round) -> bool:
        """Do what the rules ask for as the round stands; return whether there was anything to do."""
        before = round_.version
        if round_.phase is Phase.CLOSING:
            return self._close_later(round_)
        if round_.phase is Phase.RUNNING and not self._table.state.paused:
            self._settle(round_)
        elif round_.phase.over:
            self._table.scoring.round_over()
            return True
        return round_.version > before

    def live(self) -> None:
        """Start (anew) what a running round needs."""
        table = self._table
        self._rotations = 0
        if table.round is not None and table.round.phase is Phase.RUNNING:
            table.away.live()
            table.practice.live()

    def _close_later(self, round_: Round) -> bool:
        table = self._table
        if "grace" in table.timers:
            return False
        grace = round_.header.rules.grace_ms
        table.timers.set("grace", grace / 1000, self._close)
        until = table.ports.clock.wall_ms() + grace
        table.tell(EventKind.CLOSING, caller=round_.caller, until_ms=until)
        return True

    def _close(self) -> None:
        self._table.record(dealt(self._table.round).close(self._table.ports.stamps.now_ms()))

    def _settle(self, round_: Round) -> None:
        """Do what the rules say when all are stuck, as often as it takes."""
        table = self._table
        table.away.vote_for_absent()
        most = self._rotations + MOST_ROTATIONS
        while self._rotations <= most and (record := round_.settle(table.ports.stamps.now_ms())) is not None:
            table.record(record)
            self._rotations += 1
            table.away.rotated()
            if round_.phase is Phase.RUNNING:
                self._go_on_without_absent(round_)
                table.away.vote_for_absent()

    def _go_on_without_absent(self, round_: Round) -> None:
        if self._rotations < MOST_ROTATIONS:
            return
        seats = round_.public_view().seats
        for seat in (seat for seat in self._table.away.absent_seats() if not seats[seat].left):
            self._table.record(round_.leave(seat, self._table.ports.stamps.now_ms()))
