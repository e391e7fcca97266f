"""A practice player: sees what its seat sees, thinks, acts, overlooks things."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from bot.opponents.judgement import Judgement
from bot.opponents.levels import GREEDY, skill_for_pace, skill_of
from bot.opponents.patience import Patience

if TYPE_CHECKING:
    from bot.opponents.levels import Level, Skill
    from bot.rules.house_rules import HouseRules
    from bot.rules.moves import Move
    from bot.rules.views import FoundationView, SeatView

_WORTH_CATCHING_UP: Final = 6
"""Points behind the best that a player still tries to make up before it calls."""
_ACTIONS_TO_CATCH_UP: Final = 8


class PracticePlayer:
    """One practice player at one seat (an `Opponent` of `bot.tables.ports`)."""

    def __init__(self, skill: Skill, rules: HouseRules, seed: int, *, adaptive: bool = False) -> None:
        self._adaptive = adaptive
        self._rules = rules
        self._random = Random(seed)
        self._learn(skill)
        self._begin()

    def _learn(self, skill: Skill) -> None:
        self._skill = skill
        self.sight_delay = skill.sight_delay

    def _begin(self) -> None:
        """Get ready for a new round."""
        self._patience = Patience()
        self._actions_since_empty = 0

    def delay(self) -> float:
        """Return the seconds until its next action."""
        return self._random.uniform(self._skill.fastest, self._skill.slowest)

    def choose(self, view: SeatView, foundations_seen: tuple[FoundationView, ...]) -> Move | None:
        """Return its next move, or None to wait.

        Legal in `view`, except that a play to a foundation may come too late (`beaten`): it fitted
        `foundations_seen`, the foundations as they were `sight_delay` seconds ago.
        """
        if not view.legal:
            return None
        self._patience.look(view, foundations_seen)
        playing_on = view.nertz_count == 0 and self._plays_on(view)
        judgement = Judgement(view, foundations_seen, self._skill, self._patience, playing_on=playing_on)
        move = self._pick(judgement.moves())
        self._patience.note(view, move)
        return move

    def _pick(self, liked: list[tuple[int, Move]]) -> Move | None:
        slip = self._random.random() < self._skill.slips
        for _, move in liked if slip else ():
            if move.card != liked[0][1].card:
                return move
        return liked[0][1] if liked else None

    def _plays_on(self, view: SeatView) -> bool:
        """Return whether it improves its score before it calls: it is behind, not far, and hopes."""
        self._actions_since_empty += 1
        if not self._skill.plays_on or self._patience.desperate:
            return False
        mine = view.public.seats[view.seat].score + self._rules.call_bonus
        behind = max(other.score for other in view.public.seats) - mine
        return 0 < behind <= _WORTH_CATCHING_UP and self._actions_since_empty <= _ACTIONS_TO_CATCH_UP

    def round_over(self, human_pace: float | None) -> None:
        """Hear the humans' median seconds per action of the round; `adaptive` follows it from now on."""
        if self._adaptive and human_pace is not None:
            self._learn(skill_for_pace(human_pace))
        self._begin()


def make_opponent(level: Level, rules: HouseRules, seed: int) -> PracticePlayer:
    """Return a practice player; everything that it does follows from its views and `seed`."""
    return PracticePlayer(skill_of(level), rules, seed, adaptive=level == "adaptive")


def make_yardstick(rules: HouseRules, seed: int) -> PracticePlayer:
    """Return a greedy player for statistics: sees everything, overlooks nothing, plays whatever goes."""
    return PracticePlayer(GREEDY, rules, seed)
