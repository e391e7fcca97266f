"""Laws that hold at every table, whoever acts in whatever order with whatever stamps."""

from __future__ import annotations

import inspect
import pickle
from collections import Counter
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot.rules import moves as notation
from bot.rules.records import decode_record, encode_record
from bot.rules.refusal import Refusal
from bot.rules.round import Round
from tests.examples import examples
from tests.rules.strategies import everything, house_rules, is_progress, seeds

if TYPE_CHECKING:
    from bot.rules.house_rules import HouseRules

_STRANGE = ["", "N:10H>F", "W9:AS>F", "N:*1=XX>F", "W1:AS<W2", "n:as>f", "W0:AS>W1", "S:AS>F", "N:AS=AS>F"]
_TEXTS = st.sampled_from([move.text for move in notation._MOVES.values()] + _STRANGE)
_SEATS = st.integers(-1, 8)
_STAMPS = st.integers(0, 20_000)
_SEEN = st.none() | st.integers(-1, 60)


class Table(RuleBasedStateMachine):
    rnd: Round

    @initialize(rules=house_rules, seats=st.integers(1, 8), seed=seeds)
    def deal(self, rules: HouseRules, seats: int, seed: bytes) -> None:
        self.rnd = Round.deal(rules, seats, seed)
        self.refusals: list[tuple[int, int, str, int, int | None, Any]] = []
        self.progress = 0
        self.rnd.go(0)

    def _operate(self, op: str, *seat: int, stamp: int) -> None:
        before = pickle.dumps(self.rnd)
        try:
            getattr(self.rnd, op)(*seat, stamp)
        except Refusal:
            assert pickle.dumps(self.rnd) == before

    def _try(self, seat: int, text: str, stamp: int, seen: int | None) -> None:
        before = pickle.dumps(self.rnd)
        version = self.rnd.version
        try:
            played = self.rnd.play(seat, text, stamp, seen, person=seat + 100)
        except Refusal as refusal:
            assert pickle.dumps(self.rnd) == before
            self.refusals.append(
                (version, seat, text, stamp, seen, (refusal.code, refusal.why, refusal.data))
            )
        else:
            assert self.rnd.version == version + 1 == played.number
            self.progress += is_progress(played.move)

    @rule(seat=_SEATS, choice=st.integers(0, 200), stamp=_STAMPS, seen=_SEEN)
    def legal_move(self, seat: int, choice: int, stamp: int, seen: int | None) -> None:
        moves = self.rnd.legal_moves(seat)
        if moves:
            move = moves[choice % len(moves)]
            self.rnd.verify(seat, move, stamp, seen)
            self._try(seat, move.text, stamp, seen)

    @rule(seat=_SEATS, choice=st.integers(0, 200), stamp=_STAMPS)
    def progress_moves(self, seat: int, choice: int, stamp: int) -> None:
        for _ in range(6):
            moves = self.rnd.legal_moves(seat)
            liked = [move for move in moves if is_progress(move)] or moves
            if liked:
                self._try(seat, liked[choice % len(liked)].text, stamp, None)

    @rule(seat=_SEATS, text=_TEXTS, stamp=_STAMPS, seen=_SEEN)
    def any_move(self, seat: int, text: str, stamp: int, seen: int | None) -> None:
        self._try(seat, text, stamp, seen)

    @rule(seat=_SEATS, stamp=_STAMPS, seen=_SEEN, origin=st.integers(0, 7), place=st.integers(1, 7))
    def move_of_a_top(self, seat: int, stamp: int, seen: int | None, origin: int, place: int) -> None:
        """A card that could be meant: the top of a pile, to anywhere."""
        if 0 <= seat < self.rnd.seats and origin < len(self.rnd.position.layouts[seat].piles):
            pile = self.rnd.position.layouts[seat].piles[origin]
            if pile and place == 1:
                self._try(seat, notation.TO_FOUNDATION[origin][pile[-1]].text, stamp, seen)
            elif pile:
                self._try(seat, notation.TO_WORK[origin][place][pile[-1]].text, stamp, seen)

    @rule(stamp=_STAMPS)
    def settle(self, stamp: int) -> None:
        before = everything(self.rnd.position)
        if self.rnd.settle(stamp) is None:
            assert everything(self.rnd.position) == before

    @rule(op=st.sampled_from(["go", "pause", "resume", "resume", "close"]), stamp=_STAMPS)
    def operate(self, op: str, stamp: int) -> None:
        self._operate(op, stamp=stamp)

    @rule(op=st.sampled_from(["vote", "vote", "leave", "return_seat"]), seat=_SEATS, stamp=_STAMPS)
    def operate_seat(self, op: str, seat: int, stamp: int) -> None:
        self._operate(op, seat, stamp=stamp)

    @invariant()
    def every_deck_is_whole(self) -> None:
        position = self.rnd.position
        deck = 52 + self.rnd.rules.jokers
        for seat, layout in enumerate(position.layouts):
            cards = [*layout.stock, *(card for pile in layout.piles for card in pile)]
            assert len(set(cards)) == len(cards) == deck - position.out[seat]
        out = Counter(
            owner for pile in position.foundations.piles for owners in pile.owners for owner in owners
        )
        assert all(out[seat] == position.out[seat] for seat in range(self.rnd.seats))

    @invariant()
    def progress_is_bounded(self) -> None:
        """Every card leaves N or V once at most, and goes out once at most."""
        assert self.progress <= 2 * (52 + self.rnd.rules.jokers) * self.rnd.seats

    def teardown(self) -> None:
        if not hasattr(self, "rnd"):
            return
        lines = [encode_record(record) for record in self.rnd.records]
        records = [decode_record(line) for line in lines]
        assert records == self.rnd.records
        again = Round.replay(self.rnd.header, records)
        assert everything(again.position) == everything(self.rnd.position)
        _every_verb_writes_what_replay_reads(again)
        for version, seat, text, stamp, seen, told in self.refusals[-12:]:
            assert _refusal(again.at(version), seat, text, stamp, seen) == told


def _verbs() -> list[str]:
    """The methods of a round that write a record of the table."""
    told = {name: getattr(it, "__annotations__", {}).get("return", "") for name, it in vars(Round).items()}
    return [name for name, returned in told.items() if "Operated" in returned and not name.startswith("_")]


def _every_verb_writes_what_replay_reads(rnd: Round) -> None:
    for verb in _verbs():
        of_seat = "seat" in inspect.signature(getattr(Round, verb)).parameters
        for seat in range(rnd.seats) if of_seat else [None]:
            twin = pickle.loads(pickle.dumps(rnd))
            try:
                getattr(twin, verb)(*([] if seat is None else [seat]), 30_000)
            except Refusal:
                continue
            assert everything(Round.replay(twin.header, twin.records).position) == everything(twin.position)


def _refusal(rnd: Round, seat: int, text: str, stamp: int, seen: int | None) -> Any:
    try:
        rnd.verify(seat, text, stamp, seen)
    except Refusal as refusal:
        return refusal.code, refusal.why, refusal.data
    return None


TestTable = Table.TestCase
TestTable.settings = examples(60, stateful_step_count=60)
