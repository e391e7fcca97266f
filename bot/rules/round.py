"""A round: dealt from a header, then the fold of its records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.contest import explained
from bot.rules.house_rules import MOST_SEATS
from bot.rules.moves import Move
from bot.rules.position import Position
from bot.rules.records import DamagedRecord, Op, Operated, Played, RoundHeader
from bot.rules.refusal import Refusal
from bot.rules.scoring import round_scores
from bot.rules.settling import all_dead, all_stuck, check_operation, due, operate
from bot.rules.stuck import is_stuck
from bot.rules.viewing import public_view, seat_view

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.handicaps import Handicap
    from bot.rules.house_rules import HouseRules
    from bot.rules.phase import Phase
    from bot.rules.records import Record
    from bot.rules.views import PublicView, SeatView


class Round:
    """One deal and all that happened to it. Moves are checked and made at once; each becomes a record.

    Seats count from 0, stamps are milliseconds of the server's side. `seen` is the version (number of
    records) that the mover had seen. Whatever refuses raises `Refusal` and leaves the round as it was.
    """

    def __init__(self, header: RoundHeader, opening: Position | None = None) -> None:
        self.header = header
        self.position = opening.copy() if opening else Position.deal(header)
        self.records: list[Record] = []
        self._opening = opening
        self._public: PublicView | None = None

    @classmethod
    def deal(cls, rules: HouseRules, seats: int, seed: bytes, handicaps: Sequence[Handicap] = ()) -> Round:
        """Deal a round of 1 to 8 seats from a seed of 32 bytes; it waits for `go`.

        `handicaps` come by seat; seats beyond the last one have none.
        """
        if not 1 <= seats <= MOST_SEATS:
            raise ValueError(f"a table has 1 to {MOST_SEATS} seats, not {seats}")
        if len(handicaps) > seats:
            raise ValueError(f"{len(handicaps)} handicaps for {seats} seats")
        return cls(RoundHeader(rules, seats, seed, tuple(handicaps)))

    @classmethod
    def set_up(cls, header: RoundHeader, opening: Position) -> Round:
        """Begin from any position, as the cases of RULES.md section 9 do."""
        return cls(header, opening)

    @classmethod
    def replay(cls, header: RoundHeader, records: Iterable[Record]) -> Round:
        """Return the round that those records make; `DamagedRecord` says which one cannot be."""
        rnd = cls(header)
        for record in records:
            rnd.repeat(record)
        return rnd

    @property
    def rules(self) -> HouseRules:
        """Return the house rules, frozen at the deal."""
        return self.header.rules

    @property
    def seats(self) -> int:
        """Return the number of seats, left ones included."""
        return self.header.seats

    @property
    def phase(self) -> Phase:
        """Return where the round stands."""
        return self.position.phase

    @property
    def paused(self) -> bool:
        """Return whether everybody has to wait."""
        return self.position.paused

    @property
    def version(self) -> int:
        """Return the number of records so far."""
        return len(self.records)

    @property
    def caller(self) -> int | None:
        """Return the seat that called, or for which the call was made."""
        return self.position.caller

    def verify(self, seat: int, move: Move | str, stamp: int, seen: int | None = None) -> None:
        """Refuse a move that is not legal now; nothing is made."""
        if isinstance(move, str):
            move = Move.parse(move)
        try:
            self.position.verify(seat, move, stamp)
        except Refusal as refusal:
            raise explained(refusal, self, seat, move, stamp, seen) from None

    def can(self, seat: int, move: Move | str, stamp: int) -> bool:
        """Return whether a move is legal now."""
        try:
            self.verify(seat, move, stamp)
        except Refusal:
            return False
        return True

    def play(
        self, seat: int, move: Move | str, stamp: int, seen: int | None = None, person: int = 0
    ) -> Played:
        """Make a move, or refuse it."""
        if isinstance(move, str):
            move = Move.parse(move)
        position, records = self.position, self.records
        try:
            position.verify(seat, move, stamp)
        except Refusal as refusal:
            raise explained(refusal, self, seat, move, stamp, seen) from None
        number = len(records) + 1
        turned = position.make(seat, move, stamp, number)
        # The same as Played(…), without the detour of a named tuple through Python.
        record = tuple.__new__(Played, (number, seat, person, move, stamp, turned))
        records.append(record)
        return record

    def legal_moves(self, seat: int) -> list[Move]:
        """Return every move that `verify` accepts from the seat, ties of section 4 aside."""
        return self.position.legal_moves(seat)

    def go(self, stamp: int) -> Operated:
        """Say "Go": from now on everybody may move."""
        return self._operate(Op.GO, None, stamp)

    def pause(self, stamp: int) -> Operated:
        """Refuse every move until `resume`."""
        return self._operate(Op.PAUSE, None, stamp)

    def resume(self, stamp: int) -> Operated:
        """End a pause."""
        return self._operate(Op.RESUME, None, stamp)

    def leave(self, seat: int, stamp: int) -> Operated:
        """Let a seat leave: it keeps its cards on the foundations and counts as stuck."""
        return self._operate(Op.LEAVE, seat, stamp)

    def return_seat(self, seat: int, stamp: int) -> Operated:
        """Let a seat that has left play on with its layout as it lies; its votes do not come back."""
        return self._operate(Op.RETURN, seat, stamp)

    def vote(self, seat: int, stamp: int) -> Operated:
        """Cast the vote `stuck` for a seat whose people are away."""
        return self._operate(Op.VOTE, seat, stamp)

    def close(self, stamp: int) -> Operated:
        """End the grace time of a call."""
        return self._operate(Op.CLOSE, None, stamp)

    def void(self, stamp: int) -> Operated:
        """Stop the round; it counts for nobody."""
        return self._operate(Op.VOID, None, stamp)

    def settle(self, stamp: int) -> Operated | None:
        """Look whether all are stuck and do what the rules say then; None if there is nothing to do."""
        op = due(self.position)
        if op is None:
            return None
        return self._operate(op, self.position.emptied[0] if op is Op.CALL else None, stamp)

    def _operate(self, op: Op, seat: int | None, stamp: int) -> Operated:
        check_operation(self.position, op, seat)
        operate(self.position, op, seat, stamp, self.header.seed)
        record = Operated(len(self.records) + 1, op, seat, stamp)
        self.records.append(record)
        return record

    def is_stuck(self, seat: int) -> bool:
        """Return whether a seat has no progress move; votes and leaving do not matter."""
        return is_stuck(self.position.layouts[seat], self.position.foundations, self.rules)

    def is_dead(self) -> bool:
        """Return whether all would be stuck even if every card of S and V could be on top."""
        return all_dead(self.position)

    def all_stuck(self) -> bool:
        """Return whether every seat is stuck, has voted so, or has left."""
        return all_stuck(self.position)

    def scores(self) -> tuple[int, ...]:
        """Return the round score of every seat if the round ended now."""
        return round_scores(self.position)

    def public_view(self) -> PublicView:
        """Return what everybody sees."""
        if self._public is None or self._public.version != self.version:
            self._public = public_view(self)
        return self._public

    def view(self, seat: int) -> SeatView:
        """Return what a seat sees."""
        return seat_view(self, seat)

    def at(self, version: int) -> Round:
        """Return the round as it was after its first `version` records."""
        rnd = Round(self.header, self._opening)
        for record in self.records[:version]:
            rnd._add(record)
        return rnd

    def repeat(self, record: Record) -> None:
        """Add a record that was kept; `DamagedRecord` if it does not follow from those before it."""
        if record.number != len(self.records) + 1:
            raise DamagedRecord(record.number, "number")
        try:
            self._check(record)
        except Refusal as refusal:
            raise DamagedRecord(record.number, refusal.code.value) from None
        self._add(record)

    def _check(self, record: Record) -> None:
        if isinstance(record, Played):
            self.position.verify(record.seat, record.move, record.stamp)
            return
        check_operation(self.position, record.op, record.seat)
        if record.op in _SETTLING and record.op is not due(self.position):
            raise DamagedRecord(record.number, "not_due")
        if record.op is Op.CALL and record.seat != self.position.emptied[0]:
            raise DamagedRecord(record.number, "not_due")

    def _add(self, record: Record) -> None:
        if isinstance(record, Played):
            turned = self.position.make(record.seat, record.move, record.stamp, record.number)
            if turned != record.turned:
                raise DamagedRecord(record.number, "turned")
        else:
            operate(self.position, record.op, record.seat, record.stamp, self.header.seed)
        self.records.append(record)


_SETTLING = (Op.CALL, Op.ROTATE, Op.RESHUFFLE, Op.END)
