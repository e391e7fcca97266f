"""Everybody is in one place at most, and what was promised to a place goes with it."""

from __future__ import annotations

import pytest

from bot.rules.house_rules import HouseRules
from bot.tables.events import EventKind
from bot.tables.places import drop_requests
from bot.tables.refusal import TableCode
from bot.tables.seats import TablePhase, TableState
from tests.tables.evening import Evening, refused


@pytest.fixture
def evening() -> Evening:
    return Evening(HouseRules(teams=True))


async def test_one_who_is_sent_away_while_asking_for_a_seat_loses_their_own(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    ben.joins(share=ana.at)
    evening.table.kick(ana.id, ben.id)
    assert evening.table.seat_of(ben.id) is None
    assert evening.table.state.asks == {}
    assert evening.told(EventKind.KICKED) == [{"person": ben.id, "seat": 1}]
    with refused(TableCode.NOT_ASKED):
        evening.table.accept_partner(ana.id, ben.id)


async def test_one_who_only_asked_can_be_sent_away_and_all_hear_of_it(evening: Evening):
    (ana,) = evening.in_lobby("Ana")
    cleo = evening.person("Cleo")
    cleo.joins(share=0)
    evening.table.kick(ana.id, cleo.id)
    assert evening.told(EventKind.KICKED) == [{"person": cleo.id, "seat": None}]
    assert evening.kinds()[-1] == EventKind.LOBBY_CHANGED
    with refused(TableCode.KICKED):
        cleo.joins()


async def test_one_who_waited_and_is_let_in_as_a_partner_waits_no_more(evening: Evening):
    ana, _ = evening.in_lobby("Ana Ben", most_seats=2)
    cleo = evening.person("Cleo")
    cleo.joins(share=0)
    evening.table.accept_partner(ana.id, cleo.id)
    evening.table.set_rules(ana.id, HouseRules())
    assert evening.table.state.waiting == [cleo.id]
    evening.table.set_rules(ana.id, HouseRules(teams=True))
    cleo.joins(share=0)
    evening.table.accept_partner(ana.id, cleo.id)
    assert evening.table.state.waiting == []
    ana.deals()
    assert [seat.people for seat in evening.table.state.seats] == [[ana.id, cleo.id], [ana.id + 1]]


async def test_one_who_asked_and_then_takes_a_seat_of_their_own_asks_no_more(evening: Evening):
    (ana,) = evening.in_lobby("Ana")
    cleo = evening.person("Cleo")
    evening.table.invite_partner(ana.id, cleo.id, cleo.name)
    dan = evening.person("Dan")
    dan.joins(share=0)
    dan.joins()
    cleo.joins()
    assert (evening.table.state.asks, evening.table.state.invites) == ({}, {})
    with refused(TableCode.NOT_ASKED):
        evening.table.accept_partner(ana.id, dan.id)


async def test_what_was_asked_of_one_who_goes_is_asked_no_more(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    evening.person("Cleo").joins(share=ben.at)
    ben.leaves()
    assert evening.table.state.asks == {}
    assert ana.seat.people == [ana.id]


async def test_one_who_was_only_invited_may_decline(evening: Evening):
    (ana,) = evening.in_lobby("Ana")
    cleo = evening.person("Cleo")
    evening.table.invite_partner(ana.id, cleo.id, cleo.name)
    cleo.leaves()
    assert evening.table.state.invites == {}
    assert evening.kinds()[-1] == EventKind.LOBBY_CHANGED
    assert evening.told(EventKind.LEFT) == []


async def test_one_who_waits_and_asks_leaves_both(evening: Evening):
    ana, _ = evening.in_lobby("Ana Ben", most_seats=2)
    cleo = evening.person("Cleo")
    cleo.joins(share=0)
    evening.table.accept_partner(ana.id, cleo.id)
    evening.table.set_rules(ana.id, HouseRules())
    evening.table.set_rules(ana.id, HouseRules(teams=True))
    cleo.joins(share=0)
    cleo.leaves()
    assert (evening.table.state.waiting, evening.table.state.asks) == ([], {})


async def test_a_seat_whose_last_person_here_leaves_is_frozen_for_the_one_who_is_away(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    ben.joins(share=ana.at)
    evening.table.accept_partner(ana.id, ben.id)
    ana.deals()
    ana.opens_hand()
    ben.opens_hand()
    evening.clock.advance(3)
    for _ in range(181):
        evening.table.touch(ana.id)
        evening.clock.advance(1)
    assert not ana.seat.frozen
    ana.leaves()
    assert ben.seat.frozen
    assert evening.told(EventKind.FROZEN) == [{"seat": 0, "people": (ben.id,)}]
    assert evening.table.state.paused
    evening.clock.advance(15 * 60)
    assert evening.phase() is TablePhase.CLOSED


async def test_a_seat_left_to_one_who_is_away_is_handed_over_where_that_was_chosen(evening: Evening):
    ana, ben, _ = evening.in_lobby("Ana Ben Cleo")
    evening.table.set_away(ana.id, "practice", "easy")
    ben.joins(share=ana.at)
    evening.table.accept_partner(ana.id, ben.id)
    ana.deals()
    evening.clock.advance(20)
    for _ in range(181):
        evening.table.touch(ana.id)
        evening.table.touch(ana.id + 2)
        evening.clock.advance(1)
    ana.leaves()
    assert ben.seat.held == "easy"
    before = evening.round.version
    evening.clock.advance(3)
    assert evening.round.version > before


@pytest.mark.parametrize("requests", ["asks", "invites"])
def test_who_only_asks_or_is_asked_is_known_and_dropped(requests: str):
    state = TableState(1, HouseRules())
    for asking, asked in ((2, 3), (3, 2)):
        getattr(state, requests)[asking] = asked
        assert state.knows(2)
        drop_requests(state, 2)
        assert not state.knows(2)
