from __future__ import annotations

import pytest

from bot.rules.house_rules import HouseRules
from bot.tables.events import EventKind
from bot.tables.refusal import TableCode, TableRefusal
from bot.tables.saved import state_as_json
from bot.tables.seats import TablePhase
from tests.tables.evening import CHANNEL, GUILD, Evening, refused


async def test_the_host_has_the_first_seat_of_a_new_table(evening: Evening):
    (ana,) = evening.in_lobby("Ana")
    assert ana.at == 0
    assert evening.table.state.host == ana.id
    assert evening.table.state.names == {ana.id: "Ana"}
    assert evening.tables.at(CHANNEL) is evening.table
    assert evening.tables.by_id(evening.table.table_id) is evening.table
    assert evening.tables.of_guild(GUILD) == [evening.table]


async def test_a_second_table_in_the_channel_is_refused(evening: Evening):
    evening.in_lobby("Ana")
    ben = evening.person("Ben")
    with pytest.raises(TableRefusal) as refusal:
        evening.tables.open(GUILD, CHANNEL, ben.id, ben.name, HouseRules())
    assert refusal.value.code is TableCode.CHANNEL_BUSY
    assert refusal.value.data == {"table_id": evening.table.table_id}


async def test_everybody_gets_a_back_of_their_own(evening: Evening):
    evening.in_lobby("Ana Ben Cleo Dan Eva Finn Gil Hana")
    assert sorted(seat.back for seat in evening.table.state.seats) == list(range(8))


async def test_a_full_table_refuses_the_next_person(evening: Evening):
    evening.in_lobby("Ana Ben", most_seats=2)
    with refused(TableCode.TABLE_FULL):
        evening.person("Cleo").joins()
    assert len(evening.table.state.seats) == 2


async def test_joining_twice_is_refused(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    with refused(TableCode.ALREADY_SEATED):
        ben.joins()
    assert [seat.people for seat in evening.table.state.seats] == [[ana.id], [ben.id]]


async def test_a_back_is_chosen_unless_somebody_has_it(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    evening.table.choose_back(ana.id, 5)
    assert ana.seat.back == 5
    with refused(TableCode.BACK_TAKEN):
        evening.table.choose_back(ben.id, 5)
    with refused(TableCode.NO_SUCH_BACK):
        evening.table.choose_back(ben.id, 8)
    cleo = evening.person("Cleo")
    cleo.joins(back=7)
    assert cleo.seat.back == 7


async def test_the_round_starts_when_all_are_ready(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    ana.is_ready()
    assert evening.phase() is TablePhase.LOBBY
    ben.is_ready()
    assert evening.phase() is TablePhase.COUNTDOWN


async def test_a_ready_mark_can_be_taken_back(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    ana.is_ready()
    evening.table.ready(ana.id, ready=False)
    ben.is_ready()
    assert evening.phase() is TablePhase.LOBBY


async def test_one_person_alone_starts_by_the_hosts_word_only(evening: Evening):
    (ana,) = evening.in_lobby("Ana")
    ana.is_ready()
    assert evening.phase() is TablePhase.LOBBY
    ana.deals()
    assert evening.phase() is TablePhase.COUNTDOWN


async def test_one_person_and_practice_players_start_when_that_person_is_ready(evening: Evening):
    (ana,) = evening.in_lobby("Ana", practice=3)
    ana.is_ready()
    assert evening.phase() is TablePhase.COUNTDOWN
    assert evening.round.seats == 4


async def test_only_the_host_deals_and_sets_up_the_table(evening: Evening):
    _, ben = evening.in_lobby("Ana Ben")
    before = state_as_json(evening.table.state)
    for forbidden in (
        ben.deals,
        lambda: evening.table.set_rules(ben.id, HouseRules(jokers=2)),
        lambda: evening.table.set_away(ben.id, "practice"),
        lambda: evening.table.add_practice(ben.id, "easy"),
        lambda: evening.table.remove_practice(ben.id),
        lambda: evening.table.kick(ben.id, evening.table.state.host),
    ):
        with refused(TableCode.NOT_HOST):
            forbidden()
    assert state_as_json(evening.table.state) == before


async def test_new_rules_take_ready_marks_back(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    ben.is_ready()
    evening.table.set_rules(ana.id, HouseRules(jokers=2))
    assert evening.table.state.rules.jokers == 2
    assert not ben.seat.ready


async def test_rules_are_frozen_once_cards_are_dealt(evening: Evening):
    ana, _ = evening.dealt_to("Ana Ben")
    with refused(TableCode.ROUND_RUNNING):
        evening.table.set_rules(ana.id, HouseRules(jokers=2))
    with refused(TableCode.ROUND_RUNNING):
        evening.table.add_practice(ana.id, "easy")
    assert evening.table.state.rules == evening.round.rules == HouseRules()
    assert len(evening.table.state.seats) == 2


async def test_practice_players_have_names_and_backs_of_their_own(evening: Evening):
    ana, _ = evening.in_lobby("Ana Ben")
    evening.table.add_practice(ana.id, "hard", 2)
    practice = [seat for seat in evening.table.state.seats if seat.practice]
    assert [seat.practice for seat in practice] == ["hard", "hard"]
    assert len({seat.name for seat in practice}) == 2
    assert len({seat.back for seat in evening.table.state.seats}) == 4
    evening.table.remove_practice(ana.id)
    assert len(evening.table.state.seats) == 3
    with refused(TableCode.TABLE_FULL):
        evening.table.add_practice(ana.id, "hard", 6)


async def test_no_practice_player_can_be_taken_away_where_none_is(evening: Evening):
    (ana,) = evening.in_lobby("Ana")
    with refused(TableCode.NO_PRACTICE):
        evening.table.remove_practice(ana.id)
    assert [seat.people for seat in evening.table.state.seats] == [[ana.id]]


async def test_a_lobby_that_nobody_starts_closes_after_a_quarter_of_an_hour(evening: Evening):
    evening.in_lobby("Ana Ben")
    evening.clock.advance(15 * 60 - 1)
    assert evening.phase() is TablePhase.LOBBY
    evening.clock.advance(1)
    assert evening.phase() is TablePhase.CLOSED
    assert evening.told(EventKind.CLOSED) == [{"reason": "not_started", "person": None}]
    assert evening.tables.at(CHANNEL) is None


async def test_a_lobby_in_which_something_happens_stays_open(evening: Evening):
    evening.in_lobby("Ana")
    evening.clock.advance(14 * 60)
    evening.person("Ben").joins()
    evening.clock.advance(14 * 60)
    assert evening.phase() is TablePhase.LOBBY


async def test_a_silent_host_does_not_hold_up_those_who_are_ready(evening: Evening):
    ana, ben, cleo = evening.in_lobby("Ana Ben Cleo")
    ben.is_ready()
    evening.clock.advance(61)
    assert evening.table.state.host == ben.id
    assert evening.told(EventKind.HOST_PASSED) == [{"to": ben.id}]
    ben.deals()
    assert evening.phase() is TablePhase.COUNTDOWN
    assert {ana.at, ben.at, cleo.at} == {0, 1, 2}


async def test_a_host_who_does_something_stays_host(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    ben.is_ready()
    for _ in range(5):
        evening.clock.advance(50)
        evening.table.touch(ana.id)
    assert evening.table.state.host == ana.id


async def test_who_comes_in_the_round_waits_for_the_next_deal(evening: Evening):
    ana, _ = evening.running_with("Ana Ben")
    cleo = evening.person("Cleo")
    assert cleo.joins() is None
    assert evening.table.state.waiting == [cleo.id]
    assert evening.told(EventKind.JOINED)[-1] == {"person": cleo.id, "seat": None}
    with refused(TableCode.ALREADY_WAITING):
        cleo.joins()
    with refused(TableCode.NOT_SEATED_HERE):
        cleo.plays("draw")
    ana.plays("draw")


async def test_nothing_is_done_at_a_closed_table(evening: Evening):
    ana, _ = evening.in_lobby("Ana Ben")
    evening.table.stop(ana.id)
    for late in (
        evening.person("Cleo").joins,
        ana.is_ready,
        ana.deals,
        ana.leaves,
        lambda: ana.plays("draw"),
    ):
        with refused(TableCode.NO_TABLE):
            late()
    assert evening.kinds()[-1] == EventKind.CLOSED


async def test_every_change_of_the_lobby_is_kept(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    evening.table.choose_back(ben.id, 6)
    evening.table.note_message(1, 4711)
    await evening.table.kept()
    row = evening.journal.tables[evening.table.table_id].state
    assert [seat["people"] for seat in row["seats"]] == [[ana.id], [ben.id]]
    assert row["seats"][1]["back"] == 6
    assert (row["message"]["number"], row["message"]["id"]) == (1, 4711)


async def test_the_same_rules_again_take_no_ready_mark_back(evening: Evening):
    ana, ben = evening.in_lobby("Ana Ben")
    ben.is_ready()
    evening.table.set_rules(ana.id, HouseRules())
    assert ben.seat.ready


async def test_no_practice_player_is_added_by_a_number_that_makes_no_sense(evening: Evening):
    (ana,) = evening.in_lobby("Ana")
    for number in (0, -1):
        with refused(TableCode.NO_PRACTICE):
            evening.table.add_practice(ana.id, "easy", number)
    assert len(evening.table.state.seats) == 1


async def test_a_table_is_not_opened_with_more_practice_players_than_seats(evening: Evening):
    ana = evening.person("Ana")
    with refused(TableCode.TABLE_FULL):
        evening.opened_by(ana, practice=8)
    assert len(evening.tables) == 0
    table = evening.opened_by(ana, practice=7)
    assert list(evening.tables) == [table]
