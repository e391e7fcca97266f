"""Who was faster: a refused card whose place was free in the state that its player had seen (section 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.moves import NO_CARD
from bot.rules.records import Operated
from bot.rules.refusal import Code, Refusal

if TYPE_CHECKING:
    from bot.rules.moves import Move
    from bot.rules.round import Round


def explained(refusal: Refusal, rnd: Round, seat: int, move: Move, stamp: int, seen: int | None) -> Refusal:
    """Return the refusal as `beaten`, by whom, if the move was legal in the last state seen."""
    if refusal.code not in (Code.NO_FOUNDATION, Code.BAD_DECLARATION):
        return refusal
    if seen is None or not 0 <= seen < rnd.version:
        return refusal
    card = move.card if move.declared is None else move.declared
    faster = None if card == NO_CARD else rnd.position.foundations.faster(card, seen)
    if faster is None or not _was_playable(refusal, rnd, seat, move, stamp, seen):
        return refusal
    return Refusal(Code.BEATEN, card=card, by=faster)


def _was_playable(refusal: Refusal, rnd: Round, seat: int, move: Move, stamp: int, seen: int) -> bool:
    """Return whether the card could leave its pile then: yes, if its seat and the table did nothing since."""
    since = rnd.records[seen:]
    if refusal.why != "fixed" and not any(isinstance(r, Operated) or r.seat == seat for r in since):
        return True
    return rnd.at(seen).can(seat, move, stamp)
