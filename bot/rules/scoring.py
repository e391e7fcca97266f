"""What a round is worth to its seats (RULES.md section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.rules.position import Position


def round_scores(position: Position) -> tuple[int, ...]:
    """Return the round score of every seat if the round ended now; it may be negative."""
    return tuple(_score(position, seat) for seat in range(len(position.layouts)))


def _score(position: Position, seat: int) -> int:
    rules = position.rules
    score = position.out[seat] - position.penalties[seat] * len(position.layouts[seat].nertz)
    if seat == position.caller:
        score += rules.call_bonus
    return score + rules.king_bonus * position.kings[seat]
