"""Rounds until somebody reaches the target (RULES.md section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.house_rules import HouseRules


class Match:
    """The totals of a match. Seats count from 0."""

    def __init__(self, rules: HouseRules, seats: int) -> None:
        self.rules = rules
        self.totals: tuple[int, ...] = (0,) * seats
        self.rounds = 0
        """Rounds that counted."""
        self.last_caller: int | None = None

    def score_round(self, scores: Sequence[int], caller: int | None, *, void: bool = False) -> None:
        """Add the scores of a round; a void one counts for nobody and is no round."""
        if void:
            return
        self.totals = tuple(total + score for total, score in zip(self.totals, scores, strict=True))
        self.rounds += 1
        self.last_caller = caller

    @property
    def over(self) -> bool:
        """Return whether the match has ended."""
        return bool(self.winners)

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that won; none before the end."""
        if not self._at_its_end():
            return ()
        leaders = self._leaders()
        return () if len(leaders) > 1 and self.rules.tie_rule == "play_on" else leaders

    @property
    def margins(self) -> tuple[int, ...]:
        """Return by seat how far it is behind the winner, 0 for winners; empty before the end."""
        winners = self.winners
        if not winners:
            return ()
        return tuple(
            0 if seat in winners else self.totals[winners[0]] - total
            for seat, total in enumerate(self.totals)
        )

    def _at_its_end(self) -> bool:
        if self.rounds == 0:
            return False
        played_out = self.rules.rounds is not None and self.rounds >= self.rules.rounds
        return played_out or max(self.totals) >= self.rules.target

    def _leaders(self) -> tuple[int, ...]:
        """Return who wins by `win_rule`, before ties are looked at."""
        there = [seat for seat, total in enumerate(self.totals) if total >= self.rules.target]
        caller = self.last_caller
        if self.rules.win_rule == "caller_then_highest" and len(there) > 1 and caller in there:
            return tuple(seat for seat in there if seat == caller)
        best = max(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == best)
