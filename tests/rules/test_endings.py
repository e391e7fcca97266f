"""Every round ends, and the table's part in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.house_rules import CLASSIC, HouseRules
from bot.rules.phase import Phase
from bot.rules.records import DamagedRecord, Op, Operated
from bot.rules.refusal import Code, Refusal
from bot.rules.round import Round
from tests.examples import examples
from tests.rules.strategies import chances, everything, house_rules, is_progress, seeds

if TYPE_CHECKING:
    import random

_SEED = bytes(range(32))


@given(house_rules, st.integers(1, 8), seeds, chances)
@examples(50)
def test_every_round_ends_when_people_play_and_the_table_settles(
    rules: HouseRules, seats: int, seed: bytes, chance: random.Random
) -> None:
    rnd = Round.deal(rules, seats, seed)
    rnd.go(0)
    progress = 0
    while not rnd.phase.over:
        assert rnd.version < 60_000
        for seat in range(seats):
            progress += _acts(rnd, seat, chance)
            rnd.settle(rnd.version)
        if rnd.phase is Phase.CLOSING:
            rnd.close(rnd.version)
    assert progress <= 2 * (52 + rules.jokers) * seats
    assert rnd.phase in (Phase.CALLED, Phase.STUCK)
    assert (rnd.caller is None) == (rnd.phase is Phase.STUCK)
    again = Round.replay(rnd.header, rnd.records)
    assert everything(again.position) == everything(rnd.position)


def _acts(rnd: Round, seat: int, chance: random.Random) -> bool:
    """Call, else make progress, else draw or move a run."""
    moves = rnd.legal_moves(seat)
    liked = [move for move in moves if move.kind == "call"] or [move for move in moves if is_progress(move)]
    other = [move for move in moves if move.kind != "stuck"]
    if not liked and not other:
        return False
    move = chance.choice(liked or other)
    rnd.play(seat, move, rnd.version)
    return is_progress(move)


def test_a_return_is_refused_with_the_reason_and_changes_nothing() -> None:
    rnd = Round.deal(CLASSIC, 2, _SEED)
    _refused_return(rnd, 0, Code.NOT_RUNNING)
    rnd.go(1)
    _refused_return(rnd, 0, Code.MALFORMED)
    _refused_return(rnd, 2, Code.NOT_SEATED)
    rnd.leave(0, 2)
    rnd.void(3)
    _refused_return(rnd, 0, Code.ROUND_OVER)


def _refused_return(rnd: Round, seat: int, code: Code) -> None:
    before = everything(rnd.position)
    with pytest.raises(Refusal) as refusal:
        rnd.return_seat(seat, rnd.version)
    assert refusal.value.code is code
    assert everything(rnd.position) == before


def test_operations_that_have_no_place_are_refused() -> None:
    rnd = Round.deal(CLASSIC, 2, _SEED)
    with pytest.raises(Refusal):
        rnd.close(0)
    with pytest.raises(Refusal) as refused:
        rnd.vote(0, 0)
    assert refused.value.code == Code.NOT_RUNNING
    rnd.go(0)
    with pytest.raises(Refusal):
        rnd.go(0)
    with pytest.raises(Refusal):
        rnd.resume(0)
    rnd.leave(1, 0)
    with pytest.raises(Refusal) as refused:
        rnd.leave(1, 0)
    assert refused.value.code == Code.NOT_SEATED
    rnd.void(0)
    with pytest.raises(Refusal) as refused:
        rnd.pause(0)
    assert refused.value.code == Code.ROUND_OVER
    assert rnd.settle(0) is None


def test_replay_refuses_what_the_rules_do_not_ask_for() -> None:
    rnd = Round.deal(CLASSIC, 1, _SEED)
    go = rnd.go(0)
    for op, seat in ((Op.ROTATE, None), (Op.END, None), (Op.CALL, 0)):
        with pytest.raises(DamagedRecord) as damaged:
            Round.replay(rnd.header, [go, Operated(2, op, seat, 1)])
        assert (damaged.value.number, damaged.value.code) == (2, "not_due")


def test_replay_refuses_a_missing_record() -> None:
    rnd = Round.deal(CLASSIC, 1, _SEED)
    go = rnd.go(0)
    rnd.play(0, "draw", 1)
    with pytest.raises(DamagedRecord) as damaged:
        Round.replay(rnd.header, [go, rnd.records[1]._replace(number=3)])
    assert damaged.value.code == "number"


def test_replay_refuses_cards_that_the_shuffle_does_not_have() -> None:
    rnd = Round.deal(CLASSIC, 1, _SEED)
    go = rnd.go(0)
    played = rnd.play(0, "draw", 1)
    with pytest.raises(DamagedRecord) as damaged:
        Round.replay(rnd.header, [go, played._replace(turned=played.turned[:-1])])
    assert damaged.value.code == "turned"


def test_votes_of_all_seats_let_the_table_rotate() -> None:
    rnd = Round.deal(CLASSIC, 2, _SEED)
    rnd.go(0)
    rnd.vote(0, 1)
    assert not rnd.all_stuck()
    assert rnd.settle(2) is None
    rnd.play(1, "stuck", 3)
    assert rnd.all_stuck()
    settled = rnd.settle(4)
    assert settled is not None
    assert settled.op is Op.ROTATE
    assert not any(summary.voted for summary in rnd.public_view().seats)


def test_round_has_one_to_eight_seats() -> None:
    for seats in (0, 9):
        with pytest.raises(ValueError, match="seats"):
            Round.deal(CLASSIC, seats, _SEED)


def test_a_round_goes_on_after_its_256th_reshuffle() -> None:
    """The number of a reshuffle is one byte of its stream (section 8): it begins again at 0."""
    rnd = Round.deal(HouseRules.of({"stuck": "reshuffle"}), 1, _SEED)
    rnd.go(0)
    while rnd.position.reshuffles < 258:
        rnd.vote(0, rnd.version)
        assert rnd.settle(rnd.version) is not None
        assert not rnd.phase.over
    again = Round.replay(rnd.header, rnd.records)
    assert everything(again.position) == everything(rnd.position)
