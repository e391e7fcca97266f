"""A round told as a story: what happened, record by record, as codes with the data of their sentences.

The sentence of a code is `story.<code>` in the catalogue `rules`; whoever writes it puts in the words of
cards (`CARD_DATA`), seats (`SEAT_DATA`) and piles (`PILE_DATA`: `N`, `V`, `W1` …).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bot.rules.moves import NERTZ
from bot.rules.records import Op, Operated, Played
from bot.rules.round import Round

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.rules.moves import Move
    from bot.rules.records import Record, RoundHeader

CARD_DATA: Final = ("card", "onto", "joker")
SEAT_DATA: Final = ("seat",)
PILE_DATA: Final = ("source", "target")


class Told(NamedTuple):
    """One sentence of the story: `seconds` since the first record, code and data."""

    seconds: float
    code: str
    data: dict[str, Any]


def story(header: RoundHeader, records: Iterable[Record]) -> Iterator[Told]:
    """Tell a round from the deal on; a record that cannot be raises `DamagedRecord`."""
    rnd = Round(header)
    first: int | None = None
    seconds = 0.0
    yield Told(seconds, "dealt", {"seats": header.seats, "commitment": header.commitment})
    for record in records:
        first = record.stamp if first is None else first
        seconds = (record.stamp - first) / 1000
        code, data = _operation(record) if isinstance(record, Operated) else _move(rnd, record)
        rnd.repeat(record)
        yield Told(seconds, code, data)
        if isinstance(record, Played) and _has_emptied(rnd, record):
            yield Told(seconds, "emptied", {"seat": record.seat})
    yield from _ending(rnd, seconds)


def _operation(record: Operated) -> tuple[str, dict[str, Any]]:
    code = {Op.CALL: "called_for", Op.END: "stuck_end"}.get(record.op, record.op.value)
    return code, {} if record.seat is None else {"seat": record.seat}


def _move(rnd: Round, record: Played) -> tuple[str, dict[str, Any]]:
    """Tell a move by the cards as they lie just before it."""
    move, seat = record.move, record.seat
    if move.kind == "draw":
        top = record.turned[-1:]
        return ("draw", {"seat": seat, "card": top[0]}) if top else ("fold", {"seat": seat})
    if move.source is None:
        return move.kind, {"seat": seat}
    data = {"seat": seat, "card": move.card, "source": move.source, "target": move.target}
    if move.kind == "foundation":
        return _play_out(rnd, move, data)
    return _building(rnd, seat, move, data)


def _play_out(rnd: Round, move: Move, data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    card = move.card if move.declared is None else move.declared
    if move.declared is not None:
        data |= {"joker": move.card, "card": card}
    if not rnd.position.foundations.takes(card):
        return "tie", data
    return "foundation" if move.declared is None else "declared", data


def _building(rnd: Round, seat: int, move: Move, data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    piles = rnd.position.layouts[seat].piles if 0 <= seat < rnd.seats else []
    target = piles[move.place] if move.place < len(piles) else []
    if not target:
        return "space", data
    data["onto"] = target[0] if move.kind == "slide" else target[-1]
    return move.kind, data


def _has_emptied(rnd: Round, record: Played) -> bool:
    return record.move.origin == NERTZ and not rnd.position.layouts[record.seat].nertz


def _ending(rnd: Round, seconds: float) -> Iterator[Told]:
    """Tell how it ended and what everybody scored."""
    if not rnd.phase.over:
        return
    caller = {} if rnd.caller is None else {"seat": rnd.caller}
    yield Told(seconds, f"ended.{rnd.phase.value}", caller)
    for seat, score in enumerate(rnd.scores()):
        yield Told(seconds, "score", {"seat": seat, "score": score})
    yield Told(seconds, "seed", {"seed": rnd.header.seed.hex()})
