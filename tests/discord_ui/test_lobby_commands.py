"""What commands do in a lobby; all that a button does there, a command does, too."""

from __future__ import annotations

from bot.rules.house_rules import HouseRules
from tests.discord_ui.club import is_hand, member
from tests.discord_ui.registers import board_says, said


async def test_join_takes_the_wished_back_and_changes_it(club, ana, ben):
    await ana.types("start")
    await ben.types("join", back=5)
    assert club.table.state.seats[1].back == 5
    await ben.types("join", back=3)
    assert club.table.state.seats[1].back == 3
    assert "Somebody else has that back" in said(await ana.types("join", back=3))


async def test_partners_ask_and_accept_by_command(club, ana, ben):
    await ana.types("start", rules="teams=on")
    assert "share the seat of Ana" in said(await ben.types("join", partner=ana.id))
    assert "**Ben** would like to share the seat of **Ana**" in await board_says(ana, "Ben")
    assert "Ben plays your seat" in said(await ana.types("join", partner=ben.id))
    assert club.table.state.seats[0].people == [ana.id, ben.id]


async def test_a_person_without_a_seat_is_invited_and_sits_down_with_a_button(club, ana):
    dan = member(club, "dan")
    await ana.types("start", rules="teams=on")
    assert "You invited Dan" in said(await ana.types("join", partner=dan.id))
    lobby = await board_says(dan, "**Ana** invites **Dan** to share the seat")
    assert "press **Partner of 🔴**" in lobby
    assert "Tap a card" in said(await dan.presses(dan.board, "share0"))
    assert club.table.state.seats[0].people == [ana.id, dan.id]


async def test_partners_ask_and_accept_by_buttons(club, ana, ben):
    await ana.types("start", rules="teams=on")
    await ben.presses(ben.board, "share0")
    await board_says(ana, "would like")
    await ana.presses(ana.board, "accept")
    assert club.table.state.seats[0].people == [ana.id, ben.id]


async def test_practice_sets_the_number_and_level_of_practice_players(club, ana):
    await ana.types("start")
    assert "2 practice players" in said(await ana.types("practice", players=2, level="easy"))
    assert [seat.practice for seat in club.table.state.seats[1:]] == ["easy", "easy"]
    await ana.types("practice", players=1)
    assert len(club.table.state.seats) == 2
    await ana.types("practice", players=3, level="hard")
    assert [seat.practice for seat in club.table.state.seats[1:]] == ["hard"] * 3


async def test_the_lobbys_buttons_seat_and_remove_practice_players_and_change_backs(club, ana):
    await ana.types("start")
    answer = await ana.presses(ana.board, "practice")
    assert answer.kind == 6
    assert len(club.table.state.seats) == 2
    await ana.presses(ana.board, "nopractice")
    assert len(club.table.state.seats) == 1
    await ana.presses(ana.board, "back")
    assert club.table.state.seats[0].back == 1


async def test_house_changes_the_rules_of_a_lobby(club, ana):
    await ana.types("start")
    assert "two people may share a seat" in said(await ana.types("house", rules="teams=on"))
    assert club.table.state.rules.teams
    assert "Snerts" in said(await ana.types("house", preset="snerts"))
    assert club.table.state.rules == HouseRules.of({"preset": "snerts"})


async def test_start_and_house_choose_what_becomes_of_the_seats_of_those_who_are_away(club, ana, ben):
    await ana.types("start", away="practice")
    assert club.table.state.away == "practice"
    assert "practice player takes over" in ana.board.text
    await ben.presses(ben.board, "join")
    assert "Only the host" in said(await ben.types("house", away="freeze"))
    assert "frozen seat" in said(await ana.types("house", away="freeze"))
    assert club.table.state.away == "freeze"


async def test_all_ready_deals(club, ana, ben):
    await ana.types("start")
    await ben.types("join")
    await ana.types("ready")
    assert "not ready any more" in said(await ana.types("ready", ready=False))
    await ben.types("ready")
    assert club.table.state.phase == "lobby"
    answer = await ana.types("ready")
    assert club.table.state.phase == "countdown"
    assert answer.kind == 4
    assert is_hand(ana.hand)
