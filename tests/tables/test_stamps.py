"""Whose clock it is by: practice players and people are stamped alike, however wrong our own clock is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.house_rules import HouseRules
from bot.rules.refusal import Code
from bot.tables.clock import ManualClock
from bot.tables.stamps import Stamps
from tests.examples import examples
from tests.tables.evening import Evening, refused

SKEWS = st.integers(-3_600_000, 3_600_000)
CLICKS = st.lists(st.tuples(st.integers(0, 120), st.integers(5, 2_500)), min_size=1, max_size=20)
"""Seconds of silence, and milliseconds that the click is under way."""


class Discord:
    """A clock of somebody else, heard through clicks."""

    def __init__(self, skew_ms: int) -> None:
        self.clock = ManualClock()
        self.stamps = Stamps(self.clock)
        self.skew_ms = skew_ms

    def now_ms(self) -> int:
        return self.clock.wall_ms() + self.skew_ms

    def clicks(self, under_way_ms: int) -> None:
        self.stamps.heard(self.now_ms() - under_way_ms)


@given(SKEWS, CLICKS)
@examples(200)
def test_what_happens_here_is_stamped_as_by_the_person_with_the_best_connection(
    skew: int, clicks: list[tuple[int, int]]
):
    there = Discord(skew)
    for silence, under_way in clicks:
        there.clock.advance(silence)
        there.clicks(under_way)
        assert there.now_ms() - under_way <= there.stamps.now_ms() <= there.now_ms() - 5
    ways = [under_way for _, under_way in clicks]
    if sum(silence for silence, _ in clicks) < 300:
        assert there.stamps.now_ms() == there.now_ms() - min(ways)


def test_before_anybody_was_heard_it_is_our_own_time():
    there = Discord(90_000)
    there.clock.advance(3)
    assert there.stamps.now_ms() == there.clock.wall_ms()


def test_a_clock_that_drifts_away_is_followed_and_one_that_is_not_heard_is_remembered():
    there = Discord(0)
    there.clicks(20)
    for _ in range(80):
        there.clock.advance(10)
        there.skew_ms -= 100
        there.clicks(20)
    assert abs(there.stamps.now_ms() - there.now_ms()) < 7_000
    there.clock.advance(7_200)
    assert abs(there.stamps.now_ms() - there.now_ms()) < 7_000


@pytest.mark.parametrize("skew", [-5_000, -151, 0, 151, 600_000])
@pytest.mark.parametrize(("apart", "ties"), [(-150, True), (150, True), (151, False), (-400, False)])
async def test_a_tie_with_a_practice_player_goes_by_one_clock(skew: int, apart: int, *, ties: bool):
    evening = Evening(HouseRules(contest="both_stay"))
    (ana,) = evening.in_lobby("Ana", practice=1)
    ana.deals()
    ana.opens_hand()
    evening.lays({"nertz": "9H 2S"}, {"nertz": "9H 2S"}, foundations=("AS@1",))
    evening.tables.heard(evening.clock.wall_ms() + skew)
    evening.clock.advance(3)
    evening.clock.advance(1.5)
    played = evening.round.records[-1]
    assert getattr(played, "person", 0) < 0
    assert abs(played.stamp - evening.clock.wall_ms() - skew) <= 1000
    assert all(abs(record.stamp - played.stamp) < 10_000 for record in evening.round.records)
    if ties:
        evening.table.play(ana.id, "N:2S>F", played.stamp + apart)
        return
    with refused(Code.NO_FOUNDATION):
        evening.table.play(ana.id, "N:2S>F", played.stamp + apart)
