"""What many simulated rounds tell about the rules and the players."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(slots=True)
class RoundStory:
    """What happened in one round."""

    scores: tuple[int, ...] = ()
    caller: int | None = None
    actions: int = 0
    """Moves that were played, draws included."""
    beaten: int = 0
    """Plays that came too late."""
    all_stuck: int = 0
    """How often all seats were stuck."""
    dead: bool = False
    """True if it ended because all were stuck for good."""
    seconds: float = 0.0
    """Length in virtual time."""

    @property
    def caller_best(self) -> bool:
        """Return whether nobody had a better score than the caller."""
        return self.caller is not None and self.scores[self.caller] == max(self.scores)


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """Figures over many rounds. Shares run from 0 to 1."""

    preset: str
    seats: int
    players: str
    stories: list[RoundStory]
    match_lengths: list[int]
    """Rounds of every match that was played to its end."""

    @property
    def rounds(self) -> int:
        """Rounds played."""
        return len(self.stories)

    @property
    def rounds_per_match(self) -> float:
        """Mean rounds of the matches that ended; 0 if none did."""
        return fmean(self.match_lengths) if self.match_lengths else 0.0

    @property
    def actions_per_round(self) -> float:
        """Mean moves per round, all seats together."""
        return fmean(story.actions for story in self.stories)

    @property
    def seconds_per_round(self) -> float:
        """Mean length of a round in virtual time."""
        return fmean(story.seconds for story in self.stories)

    @property
    def all_stuck_share(self) -> float:
        """Share of rounds that met a moment when all seats were stuck."""
        return fmean(story.all_stuck > 0 for story in self.stories)

    @property
    def dead_share(self) -> float:
        """Share of rounds that ended without a call."""
        return fmean(story.dead for story in self.stories)

    @property
    def negative_share(self) -> float:
        """Share of round scores below nought."""
        return fmean(score < 0 for story in self.stories for score in story.scores)

    @property
    def caller_best_share(self) -> float:
        """Share of called rounds in which nobody scored better than the caller."""
        called = [story for story in self.stories if story.caller is not None]
        return fmean(story.caller_best for story in called) if called else 0.0

    @property
    def beaten_per_round(self) -> float:
        """Mean plays per round that came too late."""
        return fmean(story.beaten for story in self.stories)

    def sentences(self) -> Iterator[tuple[str, dict[str, object]]]:
        """Yield key and data of every sentence that tells these figures (domain `cli`)."""
        yield "simulate.title", {"preset": self.preset, "seats": self.seats, "players": self.players}
        yield "simulate.rounds", {"rounds": self.rounds, "matches": len(self.match_lengths)}
        yield "simulate.rounds_per_match", {"mean": round(self.rounds_per_match, 1)}
        yield "simulate.actions", {"mean": round(self.actions_per_round)}
        yield "simulate.seconds", {"mean": round(self.seconds_per_round)}
        yield "simulate.beaten", {"mean": round(self.beaten_per_round, 1)}
        yield "simulate.all_stuck", {"share": f"{self.all_stuck_share:.1%}"}
        yield "simulate.dead", {"share": f"{self.dead_share:.1%}"}
        yield "simulate.negative", {"share": f"{self.negative_share:.1%}"}
        yield "simulate.caller_best", {"share": f"{self.caller_best_share:.1%}"}
