"""What `/nertz start` opens: a lobby, a deal, a match for one, a thread."""

from __future__ import annotations

from bot.rules.house_rules import HouseRules
from tests.discord_ui.club import CHANNEL, is_hand
from tests.discord_ui.registers import said


async def test_start_takes_a_preset_and_any_house_rules(club, ana):
    await ana.types("start", preset="family", target=60, rules="jokers=2, draw=1")
    expected = HouseRules.of({"preset": "family", "target": 60, "jokers": 2, "draw": 1})
    assert club.table.state.rules == expected
    lobby = ana.board.text
    assert "own rules" in lobby
    assert "2 jokers in every deck" in lobby
    assert "first to 60 points" in lobby


async def test_start_with_practice_players_deals_at_once(club, ana):
    answer = await ana.types("start", practice=3, level="hard")
    table = club.table
    assert table.state.phase == "countdown"
    assert [seat.practice for seat in table.state.seats] == [None, "hard", "hard", "hard"]
    assert answer.kind == 4
    assert is_hand(ana.hand)


async def test_start_with_practice_players_and_free_seats_waits_for_people(club, ana):
    await ana.types("start", practice=1, seats=4)
    assert club.table.state.phase == "lobby"


async def test_start_alone_deals_one_solo_round(club, ana):
    await ana.types("start", seats=1)
    assert club.table.state.phase == "countdown"
    assert club.table.state.rules.rounds == 1
    assert is_hand(ana.hand)


async def test_start_alone_with_a_target_is_a_match_of_as_many_rounds_as_it_takes(club, ana):
    await ana.types("start", seats=1, target=50)
    assert club.table.state.rules.rounds is None


async def test_start_opens_a_thread_for_the_table(club, ana):
    answer = said(await ana.types("start", thread=True))
    (table,) = club.tables.of_guild(club.sandbox.channel(CHANNEL).guild_id)
    assert table.channel_id != club.sandbox.channel(CHANNEL).id
    assert f"<#{table.channel_id}>" in answer
    assert "Press **Join**" in ana.driver.sees(table.channel_id)[-1].text
    await ana.driver.command(table.channel_id, "nertz leave")
    assert club.tables.at(table.channel_id) is None


async def test_rules_are_completed_while_they_are_typed(ana):
    offered = await ana.driver.autocomplete(CHANNEL, "nertz start", "rules", "penalty=1, jok")
    assert [one["value"] for one in offered] == ["penalty=1, jokers=", "penalty=1, joker_fix="]
    offered = await ana.driver.autocomplete(CHANNEL, "nertz start", "rules", "penalty=1, jokers=")
    assert [one["value"] for one in offered] == [f"penalty=1, jokers={n}" for n in (0, 1, 2)]
    assert len(await ana.driver.autocomplete(CHANNEL, "nertz start", "rules", "")) <= 25
