"""What every command does; all that a button does, a command does, too."""

from __future__ import annotations

from bot.rules.house_rules import HouseRules
from tests.discord_ui.club import CHANNEL, club_house, is_hand, member, playing
from tests.discord_ui.registers import said

ANA_HOLDS = {"nertz": "2C KH", "work": ["QS JH", "", "4D", "9C"], "stock": "5H 6H 7H", "waste": "7C"}
BEN_HOLDS = {"nertz": "2D 5D", "work": ["8C", "8D", "3H", "TC"], "stock": "6S", "waste": ""}
OUT = {"nertz": "", "work": ["AS", "", "", ""], "stock": "", "waste": ""}


async def test_start_takes_a_preset_and_any_house_rules():
    async with club_house() as club:
        ana = member(club, "ana")
        await ana.types("start", preset="family", target=60, rules="jokers=2, draw=1")
        expected = HouseRules.of({"preset": "family", "target": 60, "jokers": 2, "draw": 1})
        assert club.table.state.rules == expected
        lobby = ana.board.text
        assert "own rules" in lobby
        assert "2 jokers in every deck" in lobby
        assert "first to 60 points" in lobby


async def test_start_with_practice_players_deals_at_once():
    async with club_house() as club:
        ana = member(club, "ana")
        answer = await ana.types("start", practice=3, level="hard")
        table = club.table
        assert table.state.phase == "countdown"
        assert [seat.practice for seat in table.state.seats] == [None, "hard", "hard", "hard"]
        assert answer.kind == 4
        assert is_hand(ana.hand)


async def test_start_with_practice_players_and_free_seats_waits_for_people():
    async with club_house() as club:
        ana = member(club, "ana")
        await ana.types("start", practice=1, seats=4)
        assert club.table.state.phase == "lobby"


async def test_start_alone_deals_one_solo_round():
    async with club_house() as club:
        ana = member(club, "ana")
        await ana.types("start", seats=1)
        assert club.table.state.phase == "countdown"
        assert club.table.state.rules.rounds == 1
        assert is_hand(ana.hand)


async def test_start_alone_with_a_target_is_a_match_of_as_many_rounds_as_it_takes():
    async with club_house() as club:
        await member(club, "ana").types("start", seats=1, target=50)
        assert club.table.state.rules.rounds is None


async def test_start_opens_a_thread_for_the_table():
    async with club_house() as club:
        ana = member(club, "ana")
        answer = said(await ana.types("start", thread=True))
        (table,) = club.tables.of_guild(club.sandbox.channel(CHANNEL).guild_id)
        assert table.channel_id != club.sandbox.channel(CHANNEL).id
        assert f"<#{table.channel_id}>" in answer
        assert "Press **Join**" in ana.driver.sees(table.channel_id)[-1].text
        await ana.driver.command(table.channel_id, "nertz leave")
        assert club.tables.at(table.channel_id) is None


async def test_rules_are_completed_while_they_are_typed():
    async with club_house() as club:
        ana = member(club, "ana")
        offered = await ana.driver.autocomplete(CHANNEL, "nertz start", "rules", "penalty=1, jok")
        assert [one["value"] for one in offered] == ["penalty=1, jokers=", "penalty=1, joker_fix="]
        offered = await ana.driver.autocomplete(CHANNEL, "nertz start", "rules", "penalty=1, jokers=")
        assert [one["value"] for one in offered] == [f"penalty=1, jokers={n}" for n in (0, 1, 2)]
        assert len(await ana.driver.autocomplete(CHANNEL, "nertz start", "rules", "")) <= 25


async def test_join_takes_the_wished_back_and_changes_it():
    async with club_house() as club:
        ana, ben = member(club, "ana"), member(club, "ben")
        await ana.types("start")
        await ben.types("join", back=5)
        assert club.table.state.seats[1].back == 5
        await ben.types("join", back=3)
        assert club.table.state.seats[1].back == 3
        assert "Somebody else has that back" in said(await ana.types("join", back=3))


async def test_partners_ask_and_accept_by_command():
    async with club_house() as club:
        ana, ben = member(club, "ana"), member(club, "ben")
        await ana.types("start", rules="teams=on")
        assert "share the seat of Ana" in said(await ben.types("join", partner=ana.id))
        assert "**Ben** would like to share the seat of **Ana**" in (await shown_lobby(club, ana, "Ben"))
        assert "Ben plays your seat" in said(await ana.types("join", partner=ben.id))
        assert club.table.state.seats[0].people == [ana.id, ben.id]


async def test_a_person_without_a_seat_is_invited_and_sits_down_with_a_button():
    async with club_house() as club:
        ana, dan = member(club, "ana"), member(club, "dan")
        await ana.types("start", rules="teams=on")
        assert "You invited Dan" in said(await ana.types("join", partner=dan.id))
        lobby = await shown_lobby(club, dan, "**Ana** invites **Dan** to share the seat")
        assert "press **Partner of 🔴**" in lobby
        assert "Tap a card" in said(await dan.presses(dan.board, "share0"))
        assert club.table.state.seats[0].people == [ana.id, dan.id]


async def test_partners_ask_and_accept_by_buttons():
    async with club_house() as club:
        ana, ben = member(club, "ana"), member(club, "ben")
        await ana.types("start", rules="teams=on")
        await ben.presses(ben.board, "share0")
        await shown_lobby(club, ana, "would like")
        await ana.presses(ana.board, "accept")
        assert club.table.state.seats[0].people == [ana.id, ben.id]


async def test_practice_sets_the_number_and_level_of_practice_players():
    async with club_house() as club:
        ana = member(club, "ana")
        await ana.types("start")
        assert "2 practice players" in said(await ana.types("practice", players=2, level="easy"))
        assert [seat.practice for seat in club.table.state.seats[1:]] == ["easy", "easy"]
        await ana.types("practice", players=1)
        assert len(club.table.state.seats) == 2
        await ana.types("practice", players=3, level="hard")
        assert [seat.practice for seat in club.table.state.seats[1:]] == ["hard"] * 3


async def test_the_lobbys_buttons_seat_and_remove_practice_players_and_change_backs():
    async with club_house() as club:
        ana = member(club, "ana")
        await ana.types("start")
        answer = await ana.presses(ana.board, "practice")
        assert answer.kind == 6
        assert len(club.table.state.seats) == 2
        await ana.presses(ana.board, "nopractice")
        assert len(club.table.state.seats) == 1
        await ana.presses(ana.board, "back")
        assert club.table.state.seats[0].back == 1


async def test_house_changes_the_rules_of_a_lobby():
    async with club_house() as club:
        ana = member(club, "ana")
        await ana.types("start")
        assert "two people may share a seat" in said(await ana.types("house", rules="teams=on"))
        assert club.table.state.rules.teams
        assert "Snerts" in said(await ana.types("house", preset="snerts"))
        assert club.table.state.rules == HouseRules.of({"preset": "snerts"})


async def test_start_and_house_choose_what_becomes_of_the_seats_of_those_who_are_away():
    async with club_house() as club:
        ana, ben = member(club, "ana"), member(club, "ben")
        await ana.types("start", away="practice")
        assert club.table.state.away == "practice"
        assert "practice player takes over" in ana.board.text
        await ben.presses(ben.board, "join")
        assert "Only the host" in said(await ben.types("house", away="freeze"))
        assert "frozen seat" in said(await ana.types("house", away="freeze"))
        state = club.table.state
        assert state.away == "freeze"


async def test_all_ready_deals():
    async with club_house() as club:
        ana, ben = member(club, "ana"), member(club, "ben")
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


async def test_move_offers_the_legal_moves_in_words_filtered_by_what_is_typed():
    async with club_house() as club:
        ana, _ = await playing(club, "ana ben", ANA_HOLDS, BEN_HOLDS)
        offered = await ana.driver.autocomplete(CHANNEL, "nertz move", "move", "")
        assert {one["value"] for one in offered} == {move.text for move in ana.view.legal}
        offered = await ana.driver.autocomplete(CHANNEL, "nertz move", "move", "k♥ under")
        assert offered == [
            {"name": "slide K♥ from the Nertz pile under Q♠ (pile 1)", "value": "N:KH<W1"},
        ]
        assert await ana.driver.autocomplete(CHANNEL, "nertz move", "move", "nothing like this") == []


async def test_move_plays_what_was_chosen_or_typed_in_either_way():
    async with club_house() as club:
        ana, _ = await playing(club, "ana ben", ANA_HOLDS, BEN_HOLDS)
        await ana.types("move", move="N:KH>W2")
        assert ana.view.nertz_count == 1
        await ana.types("move", move="w1:qs > w2")
        assert len(ana.view.work[1]) == 3
        await ana.types("move", move="7♣ from the waste into the space at pile 1")
        assert ana.view.waste == ()
        await ana.types("move", move="Draw")
        assert ana.view.stock_count == 0


async def test_draw_turns_the_waste_over_when_the_stock_is_empty():
    async with club_house() as club:
        ana, _ = await playing(club, "ana ben", ANA_HOLDS, BEN_HOLDS)
        await ana.types("draw")
        assert (ana.view.stock_count, len(ana.view.waste)) == (0, 4)
        await ana.types("draw")
        assert (ana.view.stock_count, len(ana.view.waste)) == (4, 0)


async def test_a_command_that_plays_answers_with_the_hand_and_the_old_one_goes():
    async with club_house() as club:
        ana, _ = await playing(club, "ana ben", ANA_HOLDS, BEN_HOLDS)
        old = ana.hand
        await ana.types("draw")
        assert ana.hand.id != old.id
        await ana.driver.until(lambda: old.id not in [one.id for one in ana.driver.sees(CHANNEL)])


async def test_call_ends_the_round():
    async with club_house() as club:
        ana, _ = await playing(club, "ana ben", OUT, BEN_HOLDS)
        board = ana.board
        await ana.types("call")
        club.clock.advance(1.2)
        assert club.table.state.phase == "scores"
        await shown_lobby(club, ana, "at the latest")
        assert ana.board.id != board.id
        await ana.driver.until(lambda: not ana.driver.message(CHANNEL, board.id).buttons)
        assert "Ana called Nertz!" in ana.driver.message(CHANNEL, board.id).text


async def test_stuck_is_a_vote_and_rotate_another():
    async with club_house() as club:
        ana, ben = await playing(club, "ana ben", ANA_HOLDS, {**BEN_HOLDS, "waste": "AH"})
        await ana.types("stuck")
        assert ana.view.public.seats[0].voted
        assert "vote for turning" in said(await ana.types("stuck", rotate=True))
        assert said(await ben.types("stuck", rotate=True)) == "All stocks are turned."
        assert club.table.round is not None
        assert club.table.round.records[-1].number == club.table.round.version


async def test_pause_stops_everybody_and_goes_on():
    async with club_house() as club:
        ana, ben = await playing(club, "ana ben", ANA_HOLDS, BEN_HOLDS)
        assert "vote for a pause" in said(await ben.types("pause"))
        assert "paused" in said(await ana.types("pause"))
        assert "paused" in said(await ben.types("draw"))
        assert "On we go" in said(await ben.types("pause"))
        await ben.types("draw")
        assert len(ben.view.waste) == 1


async def test_kick_sends_somebody_away():
    async with club_house() as club:
        ana, ben = member(club, "ana"), member(club, "ben")
        await ana.types("start")
        await ben.types("join")
        assert said(await ana.types("kick", member=ben.id)) == "Ben was sent away."
        assert "sent you away" in said(await ben.types("join"))
        dan = member(club, "dan")
        assert "is not at this table" in said(await ana.types("kick", member=dan.id))
        assert "are the host" in said(await ana.types("kick", member=ana.id))


async def test_leaving_passes_the_host_on_and_the_last_one_closes_the_table():
    async with club_house() as club:
        ana, ben = member(club, "ana"), member(club, "ben")
        await ana.types("start")
        await ben.types("join")
        assert "left" in said(await ana.types("leave"))
        assert club.table.state.host == ben.id
        assert "Ben is the host now" in await shown_lobby(club, ben, "host now")
        await ben.types("leave")
        assert club.tables.at(club.sandbox.channel(CHANNEL).id) is None
        assert "Everybody has left" in await shown_lobby(club, ben, "closed")


async def test_stop_is_the_hosts_word_and_the_others_vote():
    async with club_house() as club:
        ana, ben = await playing(club, "ana ben", ANA_HOLDS, BEN_HOLDS)
        assert "Your vote" in said(await ben.types("stop"))
        assert "closed" in said(await ana.types("stop"))
        assert club.tables.at(club.sandbox.channel(CHANNEL).id) is None


async def test_rematch_brings_the_same_people_to_a_new_match():
    async with club_house() as club:
        ana, ben = await playing(club, "ana ben", OUT, BEN_HOLDS, rules="rounds=1")
        await ana.types("call")
        club.clock.advance(1.0)
        assert club.table.state.phase == "over"
        assert "rematch" in said(await ana.types("rematch")).casefold()
        assert club.table.state.phase == "lobby"
        await ben.types("ready")
        assert club.table.state.phase == "countdown"


async def test_hand_brings_somebody_back_who_was_away():
    async with club_house() as club:
        ana, ben = await playing(club, "ana ben")
        for _ in range(10):
            club.clock.advance(20)
            await ben.types("draw")
        assert club.table.state.seats[0].frozen
        await ana.types("hand")
        assert not club.table.state.seats[0].frozen


async def shown_lobby(club: object, person: object, text: str) -> str:
    """Let the public message be edited, and return its text once it holds that."""
    club.clock.advance(1.2)  # type: ignore[attr-defined]
    shown = await person.driver.until_sees(  # type: ignore[attr-defined]
        CHANNEL, lambda one: not one.ephemeral and text in one.text
    )
    return str(shown.text)
