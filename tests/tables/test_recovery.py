from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.rules.house_rules import HouseRules
from bot.rules.phase import Phase
from bot.tables.events import EventKind
from bot.tables.refusal import TableCode
from bot.tables.saved import state_as_json
from bot.tables.seats import TablePhase
from tests.tables.evening import CHANNEL, GUILD, Evening, refused
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
    evening.table.note_message("board", 12345)


@pytest.mark.parametrize("play", [in_lobby, in_countdown, in_round, paused, left, frozen, at_scores])
async def test_a_table_is_the_same_after_a_restart(play: Callable[[Evening], None]):
    evening = Evening()
    play(evening)
    await evening.table.kept()
    before = state_as_json(evening.table.state)
    round_ = evening.table.round
    after = await evening.restarted()
    table = await after.wakes(evening.table.table_id)
    assert table is not None
    assert state_as_json(table.state) == before
    if round_ is not None:
        assert table.round is not None
        assert table.round.records == round_.records
        for seat in range(round_.seats):
            assert table.view(seat) == round_.view(seat)
    assert after.kinds()[0] == EventKind.WOKEN


async def test_old_versions_are_seen_after_a_restart():
    evening = Evening()
    ana, _ = evening.running_with("Ana Ben")
    old = ana.view
    ana.plays("draw")
    await evening.table.kept()
    after = await evening.restarted()
    await after.wakes(evening.table.table_id)
    assert after.table.view_at(0, old.version) == old


async def test_the_round_goes_on_after_a_restart():
    evening = Evening()
    ana, _ = evening.running_with("Ana Ben", practice=1)
    await evening.table.kept()
    after = await evening.restarted()
    await after.wakes(evening.table.table_id)
    version = after.round.version
    after.table.play(ana.id, "draw", after.clock.wall_ms())
    after.clock.advance(5)
    assert after.round.version > version + 1
    after.clock.advance(56)
    assert after.told(EventKind.AWAY_ASKED)


async def test_a_countdown_begins_anew_after_a_restart():
    evening = Evening()
    evening.dealt_to("Ana Ben")
    evening.clock.advance(2)
    await evening.table.kept()
    after = await evening.restarted()
    await after.wakes(evening.table.table_id)
    assert after.told(EventKind.DEALT)
    after.clock.advance(19)
    assert after.phase() is TablePhase.COUNTDOWN
    after.clock.advance(1)
    assert after.phase() is TablePhase.ROUND


async def test_grace_time_ends_after_a_restart():
    evening = next(filter(None, map(called_on_a_real_deal, range(50))))
    await evening.table.kept()
    after = await evening.restarted()
    await after.wakes(evening.table.table_id)
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


async def test_the_next_round_is_dealt_after_a_restart():
    evening = Evening()
    at_scores(evening)
    await evening.table.kept()
    after = await evening.restarted()
    await after.wakes(evening.table.table_id)
    after.clock.advance(20)
    assert after.phase() is TablePhase.COUNTDOWN


async def test_a_frozen_person_comes_back_after_a_restart():
    evening = Evening()
    frozen(evening)
    await evening.table.kept()
    after = await evening.restarted()
    await after.wakes(evening.table.table_id)
    (ben,) = after.table.state.seats[1].people
    after.table.touch(ben)
    assert not after.table.state.seats[1].frozen


async def test_a_lobby_closes_itself_after_a_restart_too():
    evening = Evening()
    in_lobby(evening)
    await evening.table.kept()
    after = await evening.restarted()
    await after.wakes(evening.table.table_id)
    after.clock.advance(15 * 60)
    assert after.phase() is TablePhase.CLOSED


async def test_a_channel_whose_table_sleeps_is_busy_and_its_table_found():
    evening = Evening()
    in_round(evening)
    await evening.table.kept()
    after = await evening.restarted()
    assert after.tables.at(CHANNEL) is None
    with refused(TableCode.CHANNEL_BUSY):
        after.tables.open(GUILD, CHANNEL, 5, "Eva", HouseRules())
    table = await after.tables.find(CHANNEL)
    assert table is not None
    assert after.tables.at(CHANNEL) is table
    assert await after.tables.get(table.table_id) is table
    assert await after.tables.find(CHANNEL + 1) is None
    assert await after.tables.get(12345) is None


async def test_two_first_clicks_wake_a_table_once():
    evening = Evening()
    in_round(evening)
    await evening.table.kept()
    after = await evening.restarted()
    one, two = await asyncio.gather(*(after.tables.wake(evening.table.table_id) for _ in range(2)))
    assert one is two
    assert after.kinds().count(EventKind.WOKEN) == 1


async def test_tables_wake_in_the_background_most_recent_first():
    evening = Evening()
    for channel in range(5):
        evening.opened_by(evening.person("Ana"), channel=channel)
        evening.clock.advance(1)
    await evening.table.kept()
    after = await evening.restarted()
    await after.tables.wake_all()
    assert [event.table.channel_id for event in after.events if event.kind is EventKind.WOKEN] == [
        4,
        3,
        2,
        1,
        0,
    ]
    assert len(after.tables) == 5


async def test_only_the_guilds_of_this_process_are_recovered():
    evening = Evening()
    in_lobby(evening)
    await evening.table.kept()
    after = Evening(journal=evening.journal)
    assert await after.tables.recover(lambda guild: guild != GUILD) == 0
    assert await after.tables.recover(lambda guild: guild == GUILD) == 1
    assert [table.channel_id for table in await after.tables.wake_guild(GUILD)] == [CHANNEL]


async def test_a_record_that_no_longer_replays_costs_its_own_table_only(caplog):
    evening = Evening()
    other = evening.opened_by(evening.person("Eva"), channel=99)
    in_round(evening)
    await evening.table.kept()
    assert evening.table.round_id is not None
    lines = evening.journal.records[evening.table.round_id]
    lines[2] = lines[1].replace("[2,", "[3,")
    after = await evening.restarted()
    await after.tables.wake_all()
    assert after.tables.at(CHANNEL) is None
    assert after.tables.by_id(other.table_id) is not None
    assert [event["number"] for event in after.told(EventKind.DAMAGED)]
    assert after.told(EventKind.CLOSED) == [{"reason": "damaged", "person": None}]
    await asyncio.sleep(0)
    assert after.journal.closed == [evening.table.table_id]
    after.tables.open(GUILD, CHANNEL, 5, "Eva", HouseRules())
    assert "damaged" in caplog.text


@pytest.mark.parametrize(
    "damage", [{"version": 99}, {"seats": 5}, {"rules": {"jokers": 7}}, {"host": None, "phase": "x"}]
)
async def test_a_row_that_can_not_be_read_is_set_aside(damage):
    evening = Evening()
    in_lobby(evening)
    await evening.table.kept()
    evening.journal.tables[evening.table.table_id].state.update(damage)
    after = await evening.restarted()
    assert await after.tables.wake(evening.table.table_id) is None
    assert after.told(EventKind.CLOSED) == [{"reason": "damaged", "person": None}]


async def test_a_round_that_is_missing_sets_its_table_aside():
    evening = Evening()
    in_round(evening)
    await evening.table.kept()
    evening.journal.rounds.clear()
    after = await evening.restarted()
    assert await after.tables.wake(evening.table.table_id) is None
    assert after.told(EventKind.DAMAGED) == [{"number": 0, "code": "no_round"}]


async def test_a_table_that_can_not_be_read_just_now_sleeps_on():
    evening = Evening()
    in_lobby(evening)
    await evening.table.kept()
    after = await evening.restarted()
    after.journal.unreadable = True
    with pytest.raises(OSError, match="as the test wants it"):
        await after.tables.wake(evening.table.table_id)
    await after.tables.wake_all()
    after.journal.unreadable = False
    assert await after.tables.wake(evening.table.table_id) is not None


async def test_a_table_that_was_closed_meanwhile_is_not_woken():
    evening = Evening()
    in_lobby(evening)
    await evening.table.kept()
    after = await evening.restarted()
    after.journal.tables.clear()
    assert await after.tables.wake(evening.table.table_id) is None
    assert len(after.tables) == 0
    after.tables.open(GUILD, CHANNEL, 5, "Eva", HouseRules())


async def test_a_resting_process_deals_no_more_and_keeps_what_was_done():
    evening = Evening()
    ana, ben = evening.dealt_to("Ana Ben")
    evening.won_by(ana, ben)
    await evening.tables.rest()
    assert evening.kinds()[-1] == EventKind.RESTING
    evening.clock.advance(60)
    assert evening.phase() is TablePhase.SCORES
    with refused(TableCode.STOPPING):
        ana.deals()
    with refused(TableCode.STOPPING):
        evening.tables.open(GUILD, 99, ana.id, ana.name, HouseRules())
    assert evening.table.committed_version == evening.round.version


async def test_a_table_that_wakes_while_the_process_rests_starts_nothing():
    evening = Evening()
    in_countdown(evening)
    await evening.table.kept()
    after = await evening.restarted()
    await after.tables.rest()
    await after.wakes(evening.table.table_id)
    after.clock.advance(60)
    assert after.phase() is TablePhase.COUNTDOWN


async def test_a_database_that_hangs_does_not_keep_the_process_from_resting(monkeypatch):
    evening = Evening()
    in_round(evening)
    evening.journal.held = True
    evening.table.note_message("board", 5)
    monkeypatch.setattr("bot.tables.registry.REST_SECONDS", 0.01)
    await evening.tables.rest()
    await evening.tables.rest()
    assert evening.kinds().count(EventKind.RESTING) == 1
    evening.journal.release()
