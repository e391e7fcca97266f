"""What the table does with a round: operations, and what follows when all are stuck (RULES.md section 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.phase import Phase
from bot.rules.records import Op
from bot.rules.refusal import Code, Refusal
from bot.rules.stuck import is_dead, is_stuck

if TYPE_CHECKING:
    from bot.rules.position import Position


def all_stuck(position: Position) -> bool:
    """Return whether every seat is stuck, has voted so, or has left."""
    return all(
        position.left[seat] or position.voted[seat] or is_stuck(layout, position.foundations, position.rules)
        for seat, layout in enumerate(position.layouts)
    )


def all_dead(position: Position) -> bool:
    """Return whether all seats would be stuck even if every card of S and V could be on top."""
    return all(
        position.left[seat] or is_dead(layout, position.foundations, position.rules)
        for seat, layout in enumerate(position.layouts)
    )


def due(position: Position) -> Op | None:
    """Return what the rules ask of the table now: nothing unless the round runs and all are stuck."""
    if not position.open or not all_stuck(position):
        return None
    if position.emptied:
        return Op.CALL
    rule = position.rules.stuck
    if rule == "end" or (rule == "rotate_once" and position.rotated):
        return Op.END
    if rule != "rotate_once" and all_dead(position):
        return Op.END
    return Op.RESHUFFLE if rule == "reshuffle" else Op.ROTATE


def check_operation(position: Position, op: Op, seat: int | None) -> None:
    """Refuse an operation that has no place in this moment of the round."""
    if position.phase.over:
        raise Refusal(Code.ROUND_OVER)
    if op is Op.RETURN:
        _check_return(position, seat)
    if op in (Op.LEAVE, Op.VOTE) and not _is_seated(position, seat):
        raise Refusal(Code.NOT_SEATED)
    if op in _NEEDS_RUNNING and position.phase is not Phase.RUNNING:
        raise Refusal(Code.NOT_RUNNING)
    if op is Op.GO and position.phase is not Phase.DEALT:
        raise Refusal(Code.NOT_YET)
    if op is Op.CLOSE and position.phase is not Phase.CLOSING:
        raise Refusal(Code.NOT_YET)
    if op in _NEEDS_RUNNING and position.paused:
        raise Refusal(Code.PAUSED)
    if (op is Op.PAUSE and position.paused) or (op is Op.RESUME and not position.paused):
        raise Refusal(Code.NOT_YET)


_NEEDS_RUNNING = (Op.VOTE, Op.CALL, Op.ROTATE, Op.RESHUFFLE, Op.END)


def _check_return(position: Position, seat: int | None) -> None:
    """Refuse a return to a round that has not begun or is called, and of a seat that has not left."""
    if position.phase is Phase.DEALT:
        raise Refusal(Code.NOT_RUNNING)
    if position.phase is Phase.CLOSING:
        raise Refusal(Code.ROUND_OVER)
    if seat is None or seat not in range(len(position.layouts)):
        raise Refusal(Code.NOT_SEATED)
    if not position.left[seat]:
        raise Refusal(Code.MALFORMED, text=Op.RETURN.value)


def _is_seated(position: Position, seat: int | None) -> bool:
    return seat is not None and 0 <= seat < len(position.layouts) and not position.left[seat]


def operate(position: Position, op: Op, seat: int | None, stamp: int, seed: bytes) -> None:
    """Do it."""
    if op in _ENTERS:
        position.enter(_ENTERS[op])
    elif op in (Op.PAUSE, Op.RESUME):
        position.pause(op is Op.PAUSE)
    elif op is Op.ROTATE:
        position.rotate()
    elif op is Op.RESHUFFLE:
        position.reshuffle(seed)
    elif op is Op.CALL:
        position.caller, position.call_stamp = seat, stamp
        position.enter(Phase.CALLED)
    elif op is Op.RETURN and seat is not None:
        position.left[seat] = position.voted[seat] = False
    elif seat is not None:
        (position.left if op is Op.LEAVE else position.voted)[seat] = True


_ENTERS = {Op.GO: Phase.RUNNING, Op.CLOSE: Phase.CALLED, Op.END: Phase.STUCK, Op.VOID: Phase.VOID}
