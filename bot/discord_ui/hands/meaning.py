"""What a click on a hand means: exactly what the picture in that message showed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.discord_ui.hands.taps import DRAW
from bot.discord_ui.hands.view import MOVE
from bot.rules.records import Op, Played

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.discord_ui.hands.sessions import ShownPicture
    from bot.discord_ui.hands.taps import Slot
    from bot.rules.moves import Move
    from bot.rules.records import Record

_DISCORD_EPOCH_MS: Final = 1_420_070_400_000
_STOCK_KINDS: Final = frozenset({"draw", "turn", "shift"})
_STOCK_OPS: Final = frozenset({Op.ROTATE, Op.RESHUFFLE})


def meaning(shown: ShownPicture, slot: Slot) -> Move | None:
    """Return the exact move that a button stood for."""
    if slot.startswith(MOVE) and slot[1:].isdigit():
        place = int(slot[1:])
        return shown.others[place] if place < len(shown.others) else None
    return shown.taps.get(slot)


def changed_since(records: Sequence[Record], seat: int, version: int, move: Move) -> bool:
    """Return whether a move would not be the one that was seen at `version` any more.

    "Draw" means the draw of that version, once; and a target pile must be as it was. Whether the card is
    still the playable one, `Table.play` tests.
    """
    news = [record for record in records[version:] if _concerns(record, seat)]
    if move.kind in _STOCK_KINDS:
        return any(_moves_stock(record) for record in news)
    if move.target is None or move.target == "F":
        return False
    return any(move.target in _piles(record) for record in news)


def drawn_between(records: Sequence[Record], seat: int, earlier: int, later: int) -> bool:
    """Return whether "draw" meant another draw at one version than at the other."""
    return any(_moves_stock(record) for record in records[earlier:later] if _concerns(record, seat))


def too_quick(
    earlier: ShownPicture, shown: ShownPicture, slot: Slot, records: Sequence[Record], seat: int
) -> bool:
    """Return whether a click, made before the picture was seen, meant something else on the one before."""
    move = meaning(shown, slot)
    if earlier.round_id != shown.round_id or meaning(earlier, slot) != move:
        return True
    return slot == DRAW and drawn_between(records, seat, earlier.version, shown.version)


def _concerns(record: Record, seat: int) -> bool:
    return record.seat == seat or (record.seat is None and not isinstance(record, Played))


def _moves_stock(record: Record) -> bool:
    if isinstance(record, Played):
        return record.move.kind in _STOCK_KINDS
    return record.op in _STOCK_OPS


def _piles(record: Record) -> Iterable[str]:
    if not isinstance(record, Played):
        return ()
    return [pile for pile in (record.move.source, record.move.target) if pile is not None]
