"""What makes a practice player strong or weak: how fast it acts, how late it sees, what it overlooks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

Level = Literal["beginner", "easy", "medium", "hard", "adaptive"]

LEVELS: Final[tuple[Level, ...]] = ("beginner", "easy", "medium", "hard", "adaptive")
"""Weakest first; `adaptive` is as good as the people it plays with."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How well one practice player plays."""

    fastest: float
    """Least seconds from one action to the next."""
    slowest: float
    """Most seconds from one action to the next."""
    sight_delay: float
    """Seconds until it notices what the others played."""
    slips: float
    """Share of its actions, 0..1, in which it overlooks the move that it likes best."""
    partial_runs: bool
    """Moves a part of a run to uncover a card that it needs."""
    slide_under: bool
    """Knows that a card may slide under a pile."""
    takes_waste: bool
    """Builds with cards of the waste at all times, not only where that helps its Nertz pile."""
    plays_on: bool
    """With an empty Nertz pile it improves a score that is behind before it calls."""

    @property
    def pace(self) -> float:
        """Seconds per action in the middle."""
        return (self.fastest + self.slowest) / 2


BEGINNER: Final = Skill(3.5, 6.0, 1.5, 0.30, False, False, False, False)
EASY: Final = Skill(2.2, 3.5, 1.2, 0.15, False, False, True, False)
MEDIUM: Final = Skill(1.3, 2.0, 0.9, 0.08, True, True, True, False)
HARD: Final = Skill(0.8, 1.3, 0.6, 0.03, True, True, True, True)
GREEDY: Final = Skill(0.5, 1.5, 0.0, 0.0, True, True, True, False)
"""A yardstick for figures, not for people: sees everything, overlooks nothing, plays whatever goes."""

SKILLS: Final[dict[str, Skill]] = {"beginner": BEGINNER, "easy": EASY, "medium": MEDIUM, "hard": HARD}
_FASTEST_FIRST: Final = (HARD, MEDIUM, EASY, BEGINNER)


def skill_of(level: Level) -> Skill:
    """Return the skill of a level; `adaptive` starts like medium until it knows the humans' pace."""
    return SKILLS.get(level, MEDIUM)


def skill_for_pace(pace: float) -> Skill:
    """Return the skill of a player as fast as people who take `pace` seconds per action (median).

    Between two levels sight and slips lie between theirs; what it knows of strategy is the nearer one's.
    """
    pace = min(max(pace, HARD.pace), BEGINNER.pace)
    for quick, slow in pairwise(_FASTEST_FIRST):
        if pace <= slow.pace:
            return _between(quick, slow, (pace - quick.pace) / (slow.pace - quick.pace))
    return BEGINNER


def _between(quick: Skill, slow: Skill, share: float) -> Skill:
    near = quick if share < 0.5 else slow

    def mix(a: float, b: float) -> float:
        return a + (b - a) * share

    return Skill(
        mix(quick.fastest, slow.fastest),
        mix(quick.slowest, slow.slowest),
        mix(quick.sight_delay, slow.sight_delay),
        mix(quick.slips, slow.slips),
        near.partial_runs,
        near.slide_under,
        near.takes_waste,
        near.plays_on,
    )
