"""What happened in a round: its header and its records, one sequence of numbers.

A round is the fold of its records. One line of JSON holds one record, in the journal and in exported files:
`[1, 0, 77, "N:KH<W1", 1700000000000, ["4S"]]` is record 1, seat 0, person 77, the move, its stamp and the
cards that it turned up; `[2, "leave", 1, 1700000000500]` is an operation of the table at seat 1.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from bot.rules.cards import card_name, parse_card
from bot.rules.moves import Move
from bot.rules.refusal import Refusal
from bot.rules.shuffle import commitment_of

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.handicaps import Handicap
    from bot.rules.house_rules import HouseRules


_BEYOND: Final = 2**63
"""No id, stamp or number is as large: databases and floats hold all that are below."""


class Op(StrEnum):
    """What the table does to a round."""

    GO = "go"
    PAUSE = "pause"
    RESUME = "resume"
    LEAVE = "leave"
    RETURN = "return"
    """A seat that has left plays on, with its layout as it lies."""
    VOTE = "vote"
    """The vote `stuck`, cast for a seat whose people are away."""
    CLOSE = "close"
    CALL = "call"
    """All are stuck: the call is made for a seat with an empty N."""
    ROTATE = "rotate"
    RESHUFFLE = "reshuffle"
    END = "end"
    """All are stuck: the round ends without a caller."""
    VOID = "void"

    @property
    def of_seat(self) -> bool:
        """Return whether it concerns one seat; the others concern the whole table."""
        return self in (Op.LEAVE, Op.RETURN, Op.VOTE, Op.CALL)


@dataclass(frozen=True, slots=True)
class RoundHeader:
    """What a round is dealt from. The seed is secret until the round is over."""

    rules: HouseRules
    seats: int
    seed: bytes
    handicaps: tuple[Handicap, ...] = ()
    """By seat; seats beyond its end have none."""

    def rules_of(self, seat: int) -> HouseRules:
        """Return what a seat plays by: the table's rules with its handicap."""
        return self.handicaps[seat].applied_to(self.rules) if seat < len(self.handicaps) else self.rules

    @property
    def commitment(self) -> str:
        """Return SHA-256 of the seed in hex, shown at the deal."""
        return commitment_of(self.seed)


class Played(NamedTuple):
    """An accepted move. After record `number` the version of the round is `number`."""

    number: int
    seat: int
    person: int
    move: Move
    stamp: int
    turned: tuple[Card, ...]
    """Cards that the move turned face up, in order."""


class Operated(NamedTuple):
    """An operation of the table; `seat` where it concerns one."""

    number: int
    op: Op
    seat: int | None
    stamp: int


Record: TypeAlias = Played | Operated


class DamagedRecord(ValueError):
    """A record that cannot be read, or that does not follow from those before it."""

    def __init__(self, number: int, code: str) -> None:
        super().__init__(f"record {number}: {code}")
        self.number = number
        self.code = code


def encode_record(record: Record) -> str:
    """Write a record as one line of JSON."""
    if isinstance(record, Operated):
        fields: list[Any] = [record.number, record.op.value, record.seat, record.stamp]
    else:
        turned = [card_name(card) for card in record.turned]
        fields = [record.number, record.seat, record.person, record.move.text, record.stamp, turned]
    return json.dumps(fields, separators=(",", ":"))


def decode_record(line: str) -> Record:
    """Read a record; `DamagedRecord` (number 0, code `unreadable`) if it is none."""
    try:
        return _record(json.loads(line))
    except (ValueError, TypeError, RecursionError, Refusal) as damage:
        raise DamagedRecord(0, "unreadable") from damage


def _record(fields: Any) -> Record:
    if len(fields) == len(Operated._fields):
        number, op, seat, stamp = fields
        return Operated(_number(number), Op(op), _seat(Op(op), seat), _number(stamp))
    number, seat, person, text, stamp, turned = fields
    cards = tuple(parse_card(name) for name in turned)
    return Played(_number(number), _number(seat), _number(person), Move.parse(text), _number(stamp), cards)


def _seat(op: Op, value: Any) -> int | None:
    if op.of_seat:
        return _number(value)
    if value is not None:
        raise TypeError(f"{op} has no seat")
    return None


def _number(value: Any) -> int:
    if type(value) is not int or not -_BEYOND <= value < _BEYOND:
        raise TypeError("no number of 64 bits")
    return value
