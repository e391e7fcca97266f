"""No view tells a hidden card: dealt otherwise where it may not look, it is the same to the byte."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from bot.rules.house_rules import CLASSIC, PRESETS, HouseRules
from bot.rules.layout import Layout
from bot.rules.round import Round
from tests.examples import examples
from tests.rules.strategies import chances, house_rules, is_progress, seeds

if TYPE_CHECKING:
    import random

_SEED = bytes(range(32))


def _played(rules: HouseRules, seats: int, seed: bytes, chance: random.Random) -> Round:
    rnd = Round.deal(rules, seats, seed)
    rnd.go(0)
    for step in range(chance.randrange(150)):
        seat = chance.randrange(seats)
        moves = rnd.legal_moves(seat)
        if not moves:
            break
        rnd.play(seat, chance.choice([move for move in moves if is_progress(move)] or moves), step * 400)
    return rnd


def _redealt_where_hidden(rnd: Round, seat: int, chance: random.Random) -> None:
    """Exchange the cards that the seat must not know: its own face-down ones, and all of the others."""
    for other, layout in enumerate(rnd.position.layouts):
        if other == seat:
            _exchange(layout, chance)
        else:
            rnd.position.layouts[other] = _dealt_anew(layout, chance)


def _exchange(layout: Layout, chance: random.Random) -> None:
    hidden = layout.nertz[:-1] + layout.stock
    other = chance.sample(hidden, len(hidden))
    down = max(len(layout.nertz) - 1, 0)
    layout.nertz[:down], layout.stock[:] = other[:down], other[down:]
    exchanged = dict(zip(hidden, other, strict=True))
    layout.drawn = {exchanged.get(card, card) for card in layout.drawn}


def _dealt_anew(layout: Layout, chance: random.Random) -> Layout:
    cards = [*layout.stock, *(card for pile in layout.piles for card in pile)]
    chance.shuffle(cards)
    nertz, waste, *work = [[cards.pop() for _ in pile] for pile in layout.piles]
    return Layout(nertz, work, cards, waste)


@given(house_rules, st.integers(1, 8), seeds, chances)
@examples(60)
def test_view_does_not_change_with_hidden_cards(
    rules: HouseRules, seats: int, seed: bytes, chance: random.Random
) -> None:
    rnd = _played(rules, seats, seed, chance)
    seat = chance.randrange(seats)
    view, public = rnd.view(seat), rnd.public_view()
    told = [str(view), repr(view), pickle.dumps(view), repr(public), pickle.dumps(public)]
    other = rnd.at(rnd.version)
    _redealt_where_hidden(other, seat, chance)
    again, public_again = other.view(seat), other.public_view()
    assert told[:2] == [str(again), repr(again)]
    assert told[3] == repr(public_again)
    assert view == again
    assert public == public_again
    assert pickle.loads(pickle.dumps(again)) == view


@given(seeds.filter(any), st.integers(1, 8))
@examples(30)
def test_seed_is_secret_until_the_round_is_over(seed: bytes, seats: int) -> None:
    rnd = Round.deal(CLASSIC, seats, seed)
    rnd.go(0)
    for told in (repr(rnd.view(0)), pickle.dumps(rnd.view(0)).hex(), repr(rnd.public_view())):
        assert seed.hex() not in told
        assert rnd.header.commitment in told or rnd.header.commitment.encode().hex() in told
    rnd.void(1)
    assert rnd.public_view().seed == seed.hex()


def test_view_shows_the_seat_its_own_cards_and_what_it_may_do() -> None:
    rnd = Round.deal(PRESETS["duel"], 2, _SEED)
    rnd.go(0)
    rnd.play(1, "W5:AH>F", 1)
    rnd.play(0, "draw", 2)
    view = rnd.view(0)
    layout = rnd.position.layouts[0]
    assert view.nertz_top == layout.nertz[-1]
    assert view.work == tuple(map(tuple, layout.work))
    assert view.waste == tuple(layout.waste)
    assert (view.nertz_count, view.stock_count) == (13, len(layout.stock))
    assert set(view.legal) == set(rnd.legal_moves(0))
    assert str(view.last) == "draw"
    assert view.version == 3
    ace = view.public.foundations[0]
    assert (ace.suit, ace.rank, ace.owners, ace.starter, ace.closed) == (1, 1, (1,), 1, False)
    landing = view.public.landings[-1]
    assert (landing.version, landing.seat, landing.foundation) == (2, 1, 0)
    assert view.public.seats[1].out == 1


def test_public_view_shows_the_last_eight_landings() -> None:
    rnd = Round.deal(CLASSIC, 8, _SEED)
    rnd.go(0)
    stamp = 0
    while len(rnd.position.foundations.landings) < 10:
        for seat in range(8):
            moves = [move for move in rnd.legal_moves(seat) if move.kind == "foundation"]
            rnd.play(seat, moves[0] if moves else rnd.legal_moves(seat)[-1], stamp := stamp + 1)
    landings = rnd.public_view().landings
    assert len(landings) == 8
    assert [landing.version for landing in landings] == sorted(landing.version for landing in landings)
