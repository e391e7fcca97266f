"""From the deal to "Go": a countdown that waits a while for hands that are not open yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.round import Round
from bot.tables.entries import MatchBegun, RoundDealt
from bot.tables.events import EventKind
from bot.tables.guards import dealt, need_host, need_phase
from bot.tables.places import drop_all_requests
from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.seats import TablePhase

if TYPE_CHECKING:
    from bot.tables.table import Table

COUNTDOWN_SECONDS: Final = 3.0
HAND_SECONDS: Final = 20.0
"""Seconds from the deal: at least, and at most while somebody has no hand."""


class Dealing:
    """The deal and the countdown of a table."""

    __slots__ = ("_dealt", "_table", "hands", "wanted")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._dealt = 0.0
        self.hands: set[int] = set()
        """People with a living hand."""
        self.wanted = False
        """Somebody asked for a deal in this change, or it is due."""

    def ask_to_deal(self, person: int) -> None:
        """Deal because the host says so."""
        state = self._table.state
        need_phase(state, TablePhase.LOBBY, TablePhase.SCORES)
        need_host(state, person)
        if state.paused:
            raise TableRefusal(TableCode.PAUSED)
        if self._table.resting:
            raise TableRefusal(TableCode.STOPPING)
        self.want()

    def want(self) -> None:
        """Let this change end with a deal."""
        self.wanted = True
        self._table.consequences.look_again()

    def is_nobody_left_to_play_against(self) -> bool:
        """Return whether all who played have left, or one seat only would be dealt to of several."""
        state = self._table.state
        stay = [seat for seat in state.seats if not seat.left]
        gone = len(state.departed) + len(state.seats) - len(stay)
        return gone > 0 and (not any(seat.human for seat in stay) or len(stay) + len(state.waiting) == 1)

    def deal(self) -> None:
        """Deal the next round to the seats that are there."""
        table = self._table
        table.timers.cancel("lobby", "host", "next")
        if table.state.match_id is None:
            self._begin_match()
        self._deal_round()
        self.begin_countdown()

    def _begin_match(self) -> None:
        table, state = self._table, self._table.state
        state.match_id = table.ports.chance.number()
        drop_all_requests(state)
        table.practice.dismiss_all()
        table.note(
            MatchBegun(
                state.match_id,
                table.table_id,
                table.guild_id,
                table.channel_id,
                state.rules,
                table.ports.clock.wall_ms(),
            )
        )

    def _deal_round(self) -> None:
        table, state = self._table, self._table.state
        chance = table.ports.chance
        table.round = Round.deal(state.rules, len(state.seats), chance.seed())
        table.forget_views()
        state.round_id = chance.number()
        state.round_number += 1
        state.deals += 1
        table.note(
            RoundDealt(
                state.round_id,
                dealt(state.match_id),
                state.round_number,
                table.round.header,
                table.ports.clock.wall_ms(),
            )
        )

    def begin_countdown(self) -> None:
        """Count down (anew)."""
        table, clock = self._table, self._table.ports.clock
        table.state.phase = TablePhase.COUNTDOWN
        table.changed()
        self._dealt = clock.now()
        table.timers.set("countdown", COUNTDOWN_SECONDS, self._count)
        wall = clock.wall_ms()
        table.tell(
            EventKind.DEALT,
            round=table.state.round_number,
            until_ms=wall + round(COUNTDOWN_SECONDS * 1000),
            latest_ms=wall + round(HAND_SECONDS * 1000),
        )

    def _count(self) -> None:
        waited = self._table.ports.clock.now() - self._dealt
        if waited < HAND_SECONDS and self.missing_hands():
            self._table.timers.set("countdown", HAND_SECONDS - waited, self._count)
        else:
            self._go()

    def _go(self) -> None:
        table = self._table
        table.state.phase = TablePhase.ROUND
        table.changed()
        table.record(dealt(table.round).go(table.ports.stamps.now_ms()))
        table.tell(EventKind.GO, round=table.state.round_number)
        table.playing.live()

    def missing_hands(self) -> list[int]:
        """Return the people who are here and have no living hand, in the countdown."""
        state = self._table.state
        if state.phase is not TablePhase.COUNTDOWN:
            return []
        return [p for seat in state.seats if seat.active for p in seat.people if p not in self.hands]

    def hand_open(self, person: int) -> None:
        """Note a living hand; the last one that was missing starts the round (after the three seconds)."""
        if person not in self.hands:
            self.hands.add(person)
            self._hands_changed()

    def hand_lost(self, person: int) -> None:
        """Note that a hand is gone."""
        if person in self.hands:
            self.hands.discard(person)
            self._hands_changed()

    def _hands_changed(self) -> None:
        state = self._table.state
        if state.phase is not TablePhase.COUNTDOWN or state.suspended or state.paused:
            return
        with self._table.change():
            self._table.tell(EventKind.HANDS_CHANGED)

    def go_if_hands_are_open(self) -> bool:
        """Go now if nothing but a hand was missing, and return whether that was so."""
        table = self._table
        waited = table.ports.clock.now() - self._dealt
        if "countdown" not in table.timers or waited < COUNTDOWN_SECONDS or self.missing_hands():
            return False
        table.timers.cancel("countdown")
        self._go()
        return True

    def forget(self, person: int) -> None:
        """Forget a person who left."""
        self.hands.discard(person)
