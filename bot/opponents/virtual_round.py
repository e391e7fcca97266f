"""One round of practice players in virtual time: no clock, no waiting."""

from __future__ import annotations

import heapq
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bot.opponents.report import RoundStory
from bot.rules.phase import Phase
from bot.rules.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.opponents.player import PracticePlayer
    from bot.rules.round import Round
    from bot.rules.views import FoundationView

_QUIET_ACTIONS: Final = 6
"""Actions per seat without progress before it is worth looking each time whether all are stuck."""


@dataclass(slots=True)
class _Past:
    """The foundations as they lay at every moment of a round, for players who see late."""

    times: list[float] = field(default_factory=list)
    states: list[tuple[int, tuple[FoundationView, ...]]] = field(default_factory=list)

    def keep(self, now: float, version: int, foundations: tuple[FoundationView, ...]) -> None:
        self.times.append(now)
        self.states.append((version, foundations))

    def at(self, moment: float) -> tuple[int, tuple[FoundationView, ...]]:
        """Return the last version then, and its foundations."""
        return self.states[max(0, bisect_right(self.times, moment) - 1)]


class SimulatedRound:
    """One round in virtual time: whoever's next action is due acts, as at a real table."""

    def __init__(self, round_: Round, players: Sequence[PracticePlayer]) -> None:
        self.round = round_
        self.story = RoundStory()
        self._players = players
        self._past = _Past()
        self._quiet = 0

    def play(self) -> RoundStory:
        """Play the round to its end."""
        self.round.go(0)
        self._past.keep(0.0, self.round.version, ())
        due = [(player.delay(), seat) for seat, player in enumerate(self._players)]
        heapq.heapify(due)
        while not self.round.phase.over:
            now, seat = due[0]
            self._act(seat, now)
            self._look_around(now)
            heapq.heapreplace(due, (now + self._players[seat].delay(), seat))
            self.story.seconds = now
        self.story.scores = self.round.scores()
        self.story.caller = self.round.caller
        self.story.dead = self.round.caller is None
        return self.story

    def _act(self, seat: int, now: float) -> None:
        player = self._players[seat]
        view = self.round.view(seat)
        version, foundations = self._past.at(now - player.sight_delay)
        move = player.choose(view, foundations)
        self._quiet += 1
        if move is None:
            return
        try:
            self.round.play(seat, move, int(now * 1000), version)
        except Refusal:
            if move.kind != "foundation":
                raise
            self.story.beaten += 1
            return
        self.story.actions += 1
        if move.kind == "foundation":
            self._past.keep(now, self.round.version, self.round.public_view().foundations)
        if move.kind == "foundation" or move.source in {"N", "V"}:
            self._quiet = 0

    def _look_around(self, now: float) -> None:
        """End the grace time; look whether all are stuck when nothing got better for a while."""
        stamp = int(now * 1000)
        if self.round.phase is Phase.CLOSING:
            self.round.close(stamp)
        elif self._quiet >= _QUIET_ACTIONS * len(self._players):
            self.story.all_stuck += self.round.settle(stamp) is not None
