"""After a restart a table is the same, and goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.rules.house_rules import HouseRules
from bot.rules.phase import Phase
from bot.tables.events import EventKind
from bot.tables.saved import state_as_json
from bot.tables.seats import TablePhase
from tests.tables.evening import Evening
from tests.tables.players import best_move

if TYPE_CHECKING:
    from collections.abc import Callable


def in_lobby(evening: Evening) -> None:
    evening.in_lobby("Ana Ben", practice=2)


def in_countdown(evening: Evening) -> None:
    evening.dealt_to("Ana Ben")


def in_round(evening: Evening) -> None:
    ana, ben = evening.running_with("Ana Ben", practice=1)
    evening.clock.advance(10)
    ana.plays("draw")
    ben.plays("stuck")
    evening.person("Cleo").joins()


def paused(evening: Evening) -> None:
    ana, _ = evening.running_with("Ana Ben")
    evening.table.pause(ana.id)


def left(evening: Evening) -> None:
    _, ben, _ = evening.running_with("Ana Ben Cleo")
    ben.leaves()


def frozen(evening: Evening) -> None:
    ana, _ = evening.running_with("Ana Ben")
    for _ in range(180):
        evening.table.touch(ana.id)
        evening.clock.advance(1)


def at_scores(evening: Evening) -> None:
    ana, ben = evening.running_with("Ana Ben")
    ana.plays("draw")
    evening.table.playing.void()
    evening.table.playing.look(evening.round)
    ben.is_ready()
    evening.table.note_message(2, 12345)


@pytest.mark.parametrize("play", [in_lobby, in_countdown, in_round, paused, left, frozen, at_scores])
async def test_a_table_is_the_same_after_a_restart(play: Callable[[Evening], None], evening: Evening):
    play(evening)
    before = state_as_json(evening.table.state)
    round_ = evening.table.round
    after = await evening.woken()
    table = after.table
    assert state_as_json(table.state) == before
    if round_ is not None:
        assert table.round is not None
        assert table.round.records == round_.records
        for seat in range(round_.seats):
            assert table.view(seat) == round_.view(seat)
    assert after.kinds()[0] == EventKind.WOKEN


async def test_old_versions_are_seen_after_a_restart(evening: Evening):
    ana, _ = evening.running_with("Ana Ben")
    old = ana.view
    ana.plays("draw")
    after = await evening.woken()
    assert after.table.view_at(0, old.version) == old


async def test_the_round_goes_on_after_a_restart(evening: Evening):
    ana, _ = evening.running_with("Ana Ben", practice=1)
    after = await evening.woken()
    version = after.round.version
    after.table.play(ana.id, "draw", after.clock.wall_ms())
    after.clock.advance(5)
    assert after.round.version > version + 1
    after.clock.advance(56)
    assert after.told(EventKind.AWAY_ASKED)


async def test_a_countdown_begins_anew_after_a_restart(evening: Evening):
    evening.dealt_to("Ana Ben")
    evening.clock.advance(2)
    after = await evening.woken()
    assert after.told(EventKind.DEALT)
    after.clock.advance(19)
    assert after.phase() is TablePhase.COUNTDOWN
    after.clock.advance(1)
    assert after.phase() is TablePhase.ROUND


async def test_grace_time_ends_after_a_restart():
    evening = next(filter(None, map(called_on_a_real_deal, range(50))))
    after = await evening.woken()
    assert after.round_phase() is Phase.CLOSING
    after.clock.advance(0.4)
    assert after.phase() is TablePhase.SCORES
    assert after.table.state.seats[0].called == [0]


def called_on_a_real_deal(seed: int) -> Evening | None:
    """Play alone until the Nertz pile is empty, and call; None if this deal does not come out so."""
    evening = Evening(HouseRules(nertz_size=7, work_piles=6, draw=1), seed)
    ana, _ = evening.running_with("Ana Ben")
    for _ in range(300):
        move = best_move(ana.view)
        if move.kind == "stuck":
            return None
        ana.plays(move)
        if move.kind == "call":
            return evening
    return None


async def test_the_next_round_is_dealt_after_a_restart(evening: Evening):
    at_scores(evening)
    after = await evening.woken()
    after.clock.advance(20)
    assert after.phase() is TablePhase.COUNTDOWN


async def test_a_frozen_person_comes_back_after_a_restart(evening: Evening):
    frozen(evening)
    after = await evening.woken()
    (ben,) = after.table.state.seats[1].people
    after.table.touch(ben)
    assert not after.table.state.seats[1].frozen


async def test_a_lobby_closes_itself_after_a_restart_too(evening: Evening):
    in_lobby(evening)
    after = await evening.woken()
    after.clock.advance(15 * 60)
    assert after.phase() is TablePhase.CLOSED
