"""Who may do what, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.seats import TablePhase

if TYPE_CHECKING:
    from bot.tables.seats import TableState

Thing = TypeVar("Thing")

ROUND_PHASES = (TablePhase.COUNTDOWN, TablePhase.ROUND)


def need_host(state: TableState, person: int) -> None:
    """Refuse everybody but the host."""
    if person != state.host:
        raise TableRefusal(TableCode.NOT_HOST, host=state.host)


def need_phase(state: TableState, *phases: TablePhase) -> None:
    """Refuse in any other phase; `round_running` where it would be all right between rounds."""
    if state.phase in phases:
        return
    if state.phase is TablePhase.CLOSED:
        raise TableRefusal(TableCode.NO_TABLE)
    if state.phase in ROUND_PHASES:
        raise TableRefusal(TableCode.ROUND_RUNNING)
    raise TableRefusal(TableCode.WRONG_PHASE, phase=state.phase.value)


def need_open(state: TableState) -> None:
    """Refuse at a closed table."""
    if state.phase is TablePhase.CLOSED:
        raise TableRefusal(TableCode.NO_TABLE)


def need_seat(state: TableState, person: int) -> int:
    """Return the seat of a person; refuse those who have none."""
    need_open(state)
    seat = state.seat_of(person)
    if seat is None:
        raise TableRefusal(TableCode.NOT_SEATED_HERE)
    return seat


def dealt(thing: Thing | None) -> Thing:
    """Return what is there once cards are dealt: a round, its id, its match; refuse before."""
    if thing is None:
        raise TableRefusal(TableCode.NOT_RUNNING)
    return thing
