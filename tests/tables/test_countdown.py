from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.phase import Phase
from bot.tables.events import EventKind
from bot.tables.seats import TablePhase

if TYPE_CHECKING:
    from tests.tables.evening import Evening


async def test_the_round_goes_after_three_seconds_when_all_hands_are_open(evening: Evening):
    evening.dealt_to("Ana Ben")
    assert evening.round_phase() is Phase.DEALT
    evening.clock.advance(2.9)
    assert evening.phase() is TablePhase.COUNTDOWN
    evening.clock.advance(0.1)
    assert evening.phase() is TablePhase.ROUND
    assert evening.round_phase() is Phase.RUNNING
    assert evening.told(EventKind.GO) == [{"round": 1}]


async def test_the_countdown_names_those_without_a_hand_and_waits_for_them(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    ana.deals()
    assert evening.table.missing_hands() == [ana.id, ben.id]
    ana.opens_hand()
    assert evening.table.missing_hands() == [ben.id]
    evening.clock.advance(10)
    assert evening.phase() is TablePhase.COUNTDOWN
    ben.opens_hand()
    assert evening.phase() is TablePhase.ROUND
    assert evening.kinds().count(EventKind.HANDS_CHANGED) == 2


async def test_the_countdown_waits_twenty_seconds_at_most(evening: Evening):
    ana, _ = evening.in_lobby("Ana Ben")
    ana.deals()
    ana.opens_hand()
    evening.clock.advance(19.9)
    assert evening.phase() is TablePhase.COUNTDOWN
    evening.clock.advance(0.1)
    assert evening.phase() is TablePhase.ROUND


async def test_a_lost_hand_is_waited_for(evening: Evening):
    _, ben = evening.dealt_to("Ana Ben")
    evening.table.hand_lost(ben.id)
    evening.clock.advance(5)
    assert evening.table.missing_hands() == [ben.id]
    ben.opens_hand()
    assert evening.phase() is TablePhase.ROUND


async def test_a_hand_that_was_opened_in_the_lobby_counts(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    ana.opens_hand()
    ben.opens_hand()
    ana.deals()
    evening.clock.advance(3)
    assert evening.phase() is TablePhase.ROUND


async def test_nobody_waits_for_the_hand_of_one_who_left(evening: Evening):
    ana, ben, cleo = evening.in_lobby("Ana Ben Cleo")
    ana.deals()
    ana.opens_hand()
    ben.opens_hand()
    evening.clock.advance(5)
    cleo.leaves()
    assert evening.phase() is TablePhase.ROUND


async def test_the_deal_is_announced_with_its_times(evening: Evening):
    evening.dealt_to("Ana Ben")
    now = evening.clock.wall_ms()
    assert evening.told(EventKind.DEALT) == [{"round": 1, "until_ms": now + 3000, "latest_ms": now + 20_000}]


async def test_deal_header_and_state_are_kept_together(evening: Evening):
    evening.dealt_to("Ana Ben")
    await evening.table.kept()
    state, journal = evening.table.state, evening.journal
    assert state.round_id is not None
    assert journal.rounds[state.round_id].header == evening.round.header
    assert journal.tables[evening.table.table_id].state["round_id"] == state.round_id
    assert [match.match_id for match in journal.matches] == [state.match_id]
