"""A practice player that plays what is best at first sight; and people who do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.rules.moves import Move
    from bot.rules.views import FoundationView, SeatView
    from bot.tables.ports import Level

NAMES = ("Pip", "Rook", "Juno", "Fern", "Otto", "Wren", "Moss", "Dot")


def best_move(view: SeatView) -> Move:
    """Return a call, a play to a foundation, a play of N or V, the next card of the stock, or `stuck`."""
    ranked = sorted(view.legal, key=_rank)
    return ranked[0]


def _rank(move: Move) -> tuple[int, str]:
    kinds = {"call": 0, "foundation": 1, "draw": 5, "turn": 6, "stuck": 7}
    if move.kind in ("work", "slide"):
        return {"N": 2, "V": 3}.get(str(move.source), 8), move.text
    return kinds.get(move.kind, 9), move.text


class Greedy:
    """Plays its best move once a second, and votes `stuck` after two idle turns of its stock."""

    sight_delay = 1.0

    def __init__(self, level: Level) -> None:
        self.level = level
        self.turns = 0
        self.paces: list[float | None] = []
        self.views: list[tuple[FoundationView, ...]] = []

    def delay(self) -> float:
        return 1.0

    def choose(self, view: SeatView, foundations_seen: tuple[FoundationView, ...]) -> Move | None:
        self.views.append(foundations_seen)
        move = best_move(view)
        if move.kind not in ("draw", "turn", "stuck"):
            self.turns = 0
        elif move.kind == "turn":
            self.turns += 1
        if self.turns > 2:
            self.turns = 0
            return next(legal for legal in view.legal if legal.kind == "stuck")
        return move

    def round_over(self, human_pace: float | None) -> None:
        self.paces.append(human_pace)
