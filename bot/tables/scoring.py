"""Between rounds: scores, the next round, the end of the match, a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.phase import Phase
from bot.tables.entries import MatchEnded, RoundEnded
from bot.tables.events import ClosedReason, EventKind
from bot.tables.guards import dealt, need_phase, need_seat
from bot.tables.outcome import is_over, outcome_of, results_of
from bot.tables.seats import TablePhase

if TYPE_CHECKING:
    from bot.rules.round import Round
    from bot.tables.table import Table

NEXT_ROUND_SECONDS: Final = 20.0
OVER_SECONDS: Final = 15 * 60
"""So long a finished match waits for a rematch."""


class Scoring:
    """Scores of a table."""

    __slots__ = ("_table",)

    def __init__(self, table: Table) -> None:
        self._table = table

    def round_over(self) -> None:
        """Take down the scores of the round that has just ended, and go on to the next one."""
        table, state = self._table, self._table.state
        round_ = table.round
        if round_ is None or state.phase is not TablePhase.ROUND:
            return
        table.sleep()
        table.practice.round_over(round_)
        table.dealing.hands.clear()
        self.note_end(round_)
        self._take_down(round_)
        over = is_over(state)
        state.phase = TablePhase.SCORES
        if state.message.number:
            state.message.ask("stays")
        wall = table.ports.clock.wall_ms()
        table.tell(
            EventKind.ROUND_ENDED,
            round=state.round_number,
            end=round_.phase.value,
            caller=round_.caller,
            scores=round_.scores(),
            next_ms=None if over else wall + round(NEXT_ROUND_SECONDS * 1000),
        )
        table.changed()
        if over:
            self.end_match()
        else:
            self.live()

    def note_end(self, round_: Round) -> None:
        """Note how a round ended."""
        table = self._table
        table.note(
            RoundEnded(
                dealt(table.state.round_id),
                round_.phase.value,
                round_.caller,
                round_.scores(),
                table.ports.clock.wall_ms(),
            )
        )

    def _take_down(self, round_: Round) -> None:
        state = self._table.state
        self._table.lobby.nobody_is_ready()
        if round_.phase is Phase.VOID:
            return
        for seat, score in zip(state.seats, round_.scores(), strict=True):
            seat.scores.append(score)
        if round_.caller is not None:
            state.seats[round_.caller].called.append(state.rounds_scored)
        state.rounds_scored += 1

    def live(self) -> None:
        """Wait for the next round."""
        self._table.timers.set("next", NEXT_ROUND_SECONDS, self._next)

    def _next(self) -> None:
        if not self._table.resting:
            self._table.dealing.want()

    def end_match(self) -> None:
        """End the match: results, margins, and some time for a rematch."""
        table, state = self._table, self._table.state
        table.sleep()
        outcome = outcome_of(state)
        results, practice = results_of(state, outcome)
        state.phase = TablePhase.OVER
        table.changed()
        table.note(
            MatchEnded(
                dealt(state.match_id),
                table.guild_id,
                table.channel_id,
                results,
                table.ports.clock.wall_ms(),
                practice,
            )
        )
        table.tell(EventKind.MATCH_OVER, winners=outcome.winners, margins=outcome.margins, results=results)
        self.live_over()

    def live_over(self) -> None:
        """Wait for a rematch."""
        self._table.timers.set("over", OVER_SECONDS, self._close_finished)

    def _close_finished(self) -> None:
        self._table.closing.close(ClosedReason.FINISHED)

    def rematch(self, person: int) -> None:
        """Make the table a lobby again, with the people who are still here and the same rules."""
        state = self._table.state
        need_phase(state, TablePhase.OVER)
        need_seat(state, person)
        self.begin_anew(person)
        state.seats[need_seat(state, person)].ready = True

    def begin_anew(self, person: int) -> None:
        """Make the table a lobby again for those who are here or wait, as that person wants it."""
        table, state = self._table, self._table.state
        table.sleep()
        self._forget_match()
        table.lobby.seat_the_waiting()
        state.departed.clear()
        state.phase = TablePhase.LOBBY
        table.away.everybody_is_here()
        table.tell(EventKind.REMATCH, person=person)
        table.lobby.has_changed()

    def _forget_match(self) -> None:
        table, state = self._table, self._table.state
        state.match_id = state.round_id = None
        state.round_number = state.rounds_scored = 0
        state.departed.clear()
        table.round = None
        table.forget_views()
        for seat in state.seats:
            seat.scores.clear()
            seat.called.clear()
