from __future__ import annotations

import pytest

from bot.rules.house_rules import HouseRules
from bot.tables.events import EventKind
from bot.tables.refusal import TableCode
from tests.tables.evening import Evening, Person, refused

TEAMS = HouseRules(teams=True)


@pytest.fixture
def evening() -> Evening:
    return Evening(TEAMS)


def partner(evening: Evening, host: Person) -> Person:
    """Let Cleo come and share somebody's seat."""
    cleo = evening.person("Cleo")
    cleo.joins(share=host.at)
    evening.table.accept_partner(host.id, cleo.id)
    return cleo


async def test_a_person_who_asks_shares_the_seat_once_its_person_accepts(evening: Evening):
    ana, ben, cleo = evening.in_lobby("Ana Ben Cleo")
    dan = evening.person("Dan")
    assert dan.joins(share=ben.at) is None
    assert evening.told(EventKind.PARTNER_ASKED) == [{"asker": dan.id, "seat": 1, "people": (ben.id,)}]
    assert evening.table.seat_of(dan.id) is None
    assert evening.table.accept_partner(ben.id, dan.id) == ben.at
    assert dan.at == ben.at
    assert len(evening.table.state.seats) == 3
    with refused(TableCode.SEAT_SHARED):
        evening.person("Eva").joins(share=ben.at)
    assert {ana.at, cleo.at} == {0, 2}


async def test_a_person_with_a_seat_gives_it_up_when_they_are_accepted(evening: Evening):
    ana, ben, cleo = evening.in_lobby("Ana Ben Cleo")
    ana.joins(share=cleo.at)
    assert ana.at == 0
    evening.table.accept_partner(cleo.id, ana.id)
    assert (ana.at, cleo.at, ben.at) == (1, 1, 0)


async def test_nobody_is_let_in_who_did_not_ask(evening: Evening):
    ana, ben, cleo = evening.in_lobby("Ana Ben Cleo")
    cleo.joins(share=ana.at)
    with refused(TableCode.NOT_ASKED):
        evening.table.accept_partner(ben.id, cleo.id)
    assert (ana.at, ben.at, cleo.at) == (0, 1, 2)


async def test_seats_are_shared_only_by_house_rule_and_only_with_people():
    evening = Evening()
    (ana,) = evening.in_lobby("Ana", practice=1)
    with refused(TableCode.NO_TEAMS):
        evening.person("Ben").joins(share=0)
    evening.table.set_rules(ana.id, TEAMS)
    with refused(TableCode.SEAT_SHARED):
        evening.person("Ben").joins(share=1)
    with refused(TableCode.NO_SUCH_SEAT):
        evening.person("Ben").joins(share=5)
    with refused(TableCode.ALREADY_SEATED):
        ana.joins(share=0)
    assert [seat.people for seat in evening.table.state.seats] == [[ana.id], []]


async def test_both_partners_play_their_seat_and_both_have_the_result():
    evening = Evening(HouseRules(teams=True, rounds=1))
    ana, ben = evening.in_lobby("Ana Ben")
    cleo = partner(evening, ana)
    ana.deals()
    cleo.opens_hand()
    evening.won_by(ana, ben)
    (over,) = evening.told(EventKind.MATCH_OVER)
    assert [(result.person_id, result.won) for result in over["results"]] == [
        (ana.id, True),
        (cleo.id, True),
        (ben.id, False),
    ]


async def test_a_partner_plays_on_alone_when_the_other_leaves(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    cleo = partner(evening, ana)
    ana.deals()
    for person in (ana, ben, cleo):
        person.opens_hand()
    evening.clock.advance(3)
    assert ana.plays("draw").person == ana.id
    assert cleo.plays("draw").seat == ana.at
    ana.leaves()
    assert not cleo.seat.left
    assert evening.table.state.host == cleo.id
    cleo.plays("draw")


async def test_without_teams_partners_get_seats_of_their_own(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben", most_seats=2)
    cleo = partner(evening, ana)
    evening.table.set_rules(ana.id, HouseRules())
    assert evening.table.state.waiting == [cleo.id]
    assert (ana.at, ben.at) == (0, 1)


async def test_without_teams_a_partner_takes_a_free_seat(evening: Evening):
    ana, _ = evening.in_lobby("Ana Ben")
    cleo = partner(evening, ana)
    evening.table.set_rules(ana.id, HouseRules())
    assert cleo.at == 2


async def test_one_who_asked_may_take_it_back(evening: Evening):
    ana, _ = evening.in_lobby("Ana Ben")
    cleo = evening.person("Cleo")
    cleo.joins(share=ana.at)
    cleo.leaves()
    with refused(TableCode.NOT_ASKED):
        evening.table.accept_partner(ana.id, cleo.id)
    assert ana.seat.people == [ana.id]


async def test_who_is_invited_shares_the_seat_as_soon_as_they_want_it(evening: Evening):
    (ana,) = evening.in_lobby("Ana")
    ben, cleo = evening.people("Ben Cleo")
    evening.table.invite_partner(ana.id, ben.id, ben.name)
    assert evening.table.state.seat_of(ben.id) is None
    assert cleo.joins(share=0) is None
    assert ben.joins(share=0) == 0
    assert ana.seat.people == [ana.id, ben.id]
    assert evening.table.state.invites == {}


async def test_an_invitation_is_kept_over_a_restart_and_ends_at_the_deal(evening: Evening):
    ana, _ = evening.in_lobby("Ana Ben")
    cleo = evening.person("Cleo")
    evening.table.invite_partner(ana.id, cleo.id, cleo.name)
    table = (await evening.woken()).table
    assert table.state.invites == {cleo.id: ana.id}
    table.deal(ana.id)
    assert table.state.invites == {}


async def test_nobody_is_invited_without_teams_without_a_seat_or_to_a_full_one(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    cleo = evening.person("Cleo")
    with refused(TableCode.NOT_SEATED_HERE):
        evening.table.invite_partner(cleo.id, ana.id, ana.name)
    with refused(TableCode.ALREADY_SEATED):
        evening.table.invite_partner(ana.id, ana.id, ana.name)
    evening.table.invite_partner(ana.id, cleo.id, cleo.name)
    cleo.joins(share=0)
    with refused(TableCode.SEAT_SHARED):
        evening.table.invite_partner(ana.id, ben.id, ben.name)
    evening.table.set_rules(ana.id, HouseRules())
    with refused(TableCode.NO_TEAMS):
        evening.table.invite_partner(ana.id, ben.id, ben.name)
    assert evening.table.state.invites == {}


async def test_invitations_go_with_those_who_leave_or_are_forgotten(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    cleo, dan = evening.people("Cleo Dan")
    evening.table.invite_partner(ana.id, cleo.id, cleo.name)
    evening.table.invite_partner(ben.id, dan.id, dan.name)
    ana.leaves()
    assert evening.table.state.invites == {dan.id: ben.id}
    evening.table.forget(dan.id)
    assert evening.table.state.invites == {}
    assert dan.id not in evening.table.state.names
