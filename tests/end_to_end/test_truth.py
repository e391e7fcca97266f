"""The measure itself: what counts as a hand that went back."""

from __future__ import annotations

import pytest

from bot.sandbox.bodies import UploadedFile
from bot.sandbox.log import Request
from tests.end_to_end.truth import Shown

ANA, BEN, ROUND = 1, 2, 70


class Watch:
    """A clock that is set by hand."""

    time = 0.0

    def now(self) -> float:
        return self.time


@pytest.fixture
def watch():
    return Watch()


@pytest.fixture
def shown(watch):
    return Shown(_now=watch.now)


def ends(
    shown: Shown, hand: int, version: int, *, began: float, status: int = 200, round_id: int = ROUND
) -> None:
    file = UploadedFile(0, f"hand_{round_id}_{version}.png", b"")
    shown.hear(Request("PATCH", "/hand", "/hand", began, files=[file], status=status, message_id=hand))


def test_hand_that_shows_less_than_before_went_back(shown):
    ends(shown, ANA, 5, began=1)
    ends(shown, ANA, 5, began=2)
    assert shown.older == []
    ends(shown, ANA, 4, began=3)
    assert "version=4" in shown.older[0]
    assert "version=5" in shown.older[0]


def test_requests_under_way_together_count_in_the_order_in_which_they_began(shown):
    ends(shown, ANA, 5, began=2)
    ends(shown, ANA, 4, began=1)
    assert shown.older == []
    ends(shown, ANA, 6, began=1.5)
    assert len(shown.older) == 1


def test_hand_may_be_behind_another_one_and_rounds_begin_anew(shown):
    ends(shown, ANA, 9, began=1)
    ends(shown, BEN, 5, began=2)
    ends(shown, ANA, 0, began=3, round_id=ROUND + 1)
    assert shown.older == []
    assert shown.newest == {ROUND: 9, ROUND + 1: 0}
    assert (shown.pictures, shown.moves) == (3, 9)


def test_what_discord_did_not_take_was_not_shown(shown):
    ends(shown, ANA, 9, began=1, status=404)
    ends(shown, ANA, 5, began=2)
    assert shown.older == []
    assert shown.newest == {ROUND: 5}


def test_after_a_restart_every_hand_shows_what_anybody_was_shown_before(shown, watch):
    ends(shown, ANA, 9, began=1)
    watch.time = 10.0
    shown.draw_line()
    ends(shown, BEN, 7, began=9)
    assert shown.older == []
    ends(shown, BEN, 9, began=11)
    assert shown.older == []
    ends(shown, BEN + 1, 8, began=12)
    assert len(shown.older) == 1
