"""What a tap on a card means: the best place for it, and which moves are left for the pages of More."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.rules.moves import Move
    from bot.rules.views import SeatView

Slot = str
"""The last part of a custom id of the hand: which button it is."""

NERTZ: Final[Slot] = "n"
DRAW: Final[Slot] = "d"
"""Draws; turns the waste over when the stock is empty."""
WASTE: Final[Slot] = "v"
STUCK: Final[Slot] = "s"
CALL: Final[Slot] = "z"
WORK: Final = "w"
"""`w1`, `w2` …: the work piles."""


def work_slot(pile: int) -> Slot:
    """Return the slot of a work pile, counted from 1."""
    return f"{WORK}{pile}"


def taps(view: SeatView) -> Mapping[Slot, Move | None]:
    """Return what a tap on each slot of the hand would play; None where it would play nothing.

    The top card of a source goes to a foundation, else to a work pile with cards, else, from N, to a space
    (from V too once N is empty). A work pile sends its top to a foundation, else the whole of it onto another
    pile with cards. A joker that may be declared in several ways plays nothing: see `declarations`.
    """
    piles = range(1, len(view.work) + 1)
    meant: dict[Slot, Move | None] = {
        NERTZ: _from_source(view, "N", to_space=True),
        **{work_slot(pile): _from_work(view, pile) for pile in piles},
        WASTE: _from_source(view, "V", to_space=view.nertz_count == 0),
        DRAW: None,
        STUCK: None,
        CALL: None,
    }
    for move in view.legal:
        slot = _BY_KIND.get(move.kind)
        if slot is not None:
            meant[slot] = move
    return meant


_BY_KIND: Final = {"draw": DRAW, "turn": DRAW, "stuck": STUCK, "call": CALL}


def declarations(view: SeatView, slot: Slot) -> tuple[Move, ...]:
    """Return the ways in which a tap on a joker may mean it, where there are several."""
    source = slot.upper()
    if len(_homes(view, source)) < 2:
        return ()
    return tuple(_homes(view, source))


def others(view: SeatView) -> tuple[Move, ...]:
    """Return every legal move that no tap plays: the pages of More."""
    played = set(taps(view).values())
    return tuple(move for move in view.legal if move not in played and move.kind not in _BY_KIND)


def _from_source(view: SeatView, source: str, *, to_space: bool) -> Move | None:
    homes = _homes(view, source)
    if homes:
        return homes[0] if len(homes) == 1 else None
    onto = [move for move in view.legal if move.kind == "work" and move.source == source]
    return _onto_cards(view, onto) or (onto[0] if onto and to_space else None)


def _from_work(view: SeatView, pile: int) -> Move | None:
    source = f"W{pile}"
    homes = _homes(view, source)
    if homes:
        return homes[0] if len(homes) == 1 else None
    cards = view.work[pile - 1]
    if not cards:
        return None
    whole = [
        move for move in view.legal if move.kind == "work" and move.source == source and move.card == cards[0]
    ]
    return _onto_cards(view, whole)


def _homes(view: SeatView, source: str) -> list[Move]:
    return [move for move in view.legal if move.kind == "foundation" and move.source == source]


def _onto_cards(view: SeatView, moves: Iterable[Move]) -> Move | None:
    """Return the first of the moves that goes onto a pile with cards."""
    for move in moves:
        target = move.target
        if target is not None and view.work[int(target[1:]) - 1]:
            return move
    return None
