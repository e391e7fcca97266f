"""Life at a table, story by story: the ordinary client, the local Discord, a clock turned by hand."""

from __future__ import annotations

from bot.rules.records import Played
from tests.discord_ui.club import CHANNEL, is_hand, member, playing
from tests.discord_ui.registers import said
from tests.discord_ui.test_hand import ANA, BEN
from tests.end_to_end.parlour import (
    CAN_MOVE,
    FIVE_OUT,
    IDLE,
    OUT,
    STUCK,
    board_says,
    parlour,
    plays_on,
    real_practice_players,
    sits_down,
    wins,
)


async def test_one_person_plays_against_marked_practice_players_at_once():
    async with parlour() as club:
        real_practice_players(club)
        (ana,) = await sits_down(club, "ana", practice=3, level="medium")
        assert is_hand(ana.hand)
        assert [seat.practice for seat in club.table.state.seats] == [None, "medium", "medium", "medium"]
        board = await board_says(ana, "Round 1", seconds=15.0)
        assert board.text.splitlines()[1].startswith("🔴 **Ana**")
        assert sum("🤖" in line for line in board.text.splitlines()[1:5]) == 3
        assert club.table.round is not None
        movers = {record.person for record in club.table.round.records if isinstance(record, Played)}
        assert movers == {-2, -3, -4}
        assert (await ana.taps("d")).kind == 7


async def test_the_lobby_shows_backs_partners_rules_and_ready_marks_and_starts_when_all_are_ready():
    async with parlour() as club:
        real_practice_players(club)
        ana, ben, dan = await sits_down(club, "ana ben dan", rules="teams=on, penalty=1")
        await ben.presses(ben.board, "back")
        await dan.presses(dan.board, "share0")
        lobby = await board_says(ana, "**Dan** would like to share the seat of **Ana**")
        assert "two people may share a seat" in lobby.text
        assert "🟢 **Dan**" in lobby.text
        await ana.presses(lobby, "accept")
        await ana.presses(lobby, "practice")
        lobby = await board_says(ana, "**Ana & Dan**", "🤖", "practice, medium")
        await ben.presses(lobby, "ready")
        await board_says(ana, "**Ben** · ✅ ready")
        assert club.table.state.phase == "lobby"
        await dan.presses(lobby, "ready")
        await board_says(ana, "Round 1: the cards are dealt!")
        assert is_hand(dan.hand)


async def test_the_host_role_passes_on_and_whoever_is_sent_away_stays_away():
    async with parlour() as club:
        ana, ben, dan = await sits_down(club, "ana ben dan")
        assert "Only the host" in said(await ben.presses(ben.board, "deal"))
        await ana.presses(ana.board, "leave")
        lobby = await board_says(ben, "Table of **Ben**", "Ben is the host now", "Ana has left")
        assert not (await ben.types("kick", member=dan.id)).failed
        lobby = await board_says(ben, "Dan was sent away by the host")
        assert "sent you away" in said(await dan.presses(lobby, "join"))
        assert (await ben.presses(lobby, "deal")).kind == 4


async def test_a_lobby_that_nobody_starts_closes_after_a_quarter_of_an_hour():
    async with parlour() as club:
        (ana,) = await sits_down(club, "ana")
        await club.clock.run(14 * 60 + 59)
        assert club.table.state.phase == "lobby"
        closed = await board_says(ana, "quarter of an hour")
        assert not closed.buttons


async def test_whoever_comes_late_waits_and_enters_at_the_next_deal_with_an_empty_score():
    async with parlour() as club:
        ana, ben = await playing(club, "ana ben", OUT, IDLE, foundations=(FIVE_OUT,))
        dan = member(club, "dan")
        assert "next deal" in said(await dan.presses(dan.board, "join"))
        await board_says(ana, "In at the next deal: Dan")
        await wins(ana)
        scores = await board_says(ana, "called Nertz", "In at the next deal: Dan")
        await ana.presses(scores, "ready")
        await ben.presses(scores, "ready")
        assert club.table.state.phase == "countdown"
        assert [seat.total for seat in club.table.state.seats][2] == 0
        await dan.presses(dan.board, "hand")
        assert is_hand(dan.hand)
        await board_says(ana, "**Dan** · Nertz pile **13** · out 0 · total 0", seconds=22.0)


async def test_whoever_does_nothing_is_asked_then_frozen_and_back_with_one_click():
    async with parlour() as club:
        ana, ben = await playing(club, "ana ben", IDLE, BEN)
        await plays_on(ana, 60.0)
        asked = await board_says(ana, "**Ben**, are you still there? Your seat is frozen <t:")
        assert "**Ana**, are you" not in asked.text
        await plays_on(ana, 120.0)
        frozen = await board_says(ana, "💤 away", "The seat is frozen until they press a button")
        await ben.presses(frozen, "imback")
        back = await board_says(ana, "Ben is back")
        assert "💤" not in back.text
        assert (await ben.taps("d")).kind == 7
        assert not any(seat.frozen for seat in club.table.state.seats)


async def test_any_button_and_any_command_shows_that_one_is_here():
    async with parlour() as club:
        ana, ben = await playing(club, "ana ben", IDLE, BEN)

        async def asks_for_autocomplete():
            await ben.driver.autocomplete(CHANNEL, "nertz move", "move", "7")

        for acts in (
            lambda: ben.presses(ben.board, "hand"),
            lambda: ben.presses(ben.board, "howto"),
            lambda: ben.types("status"),
            lambda: ben.types("rules"),
            asks_for_autocomplete,
            lambda: ben.taps("o"),
        ):
            await plays_on(ana, 60.0)
            asked = await board_says(ana, "**Ben**, are you still there?")
            assert "**Ana**, are you" not in asked.text
            await acts()
            assert club.table.away.asked() == {}


async def test_the_seat_of_whoever_is_away_is_played_on_where_that_was_chosen():
    async with parlour() as club:
        ana, ben = await sits_down(club, "ana ben", away="practice")
        await board_says(ana, "a practice player takes over from whoever does nothing for 3 minutes")
        await ana.presses(ana.board, "deal")
        club.lays(IDLE, IDLE)
        for one in (ana, ben):
            await one.types("hand")
        await club.clock.run(3.5)
        old = ben.hand
        await plays_on(ana, 60.0)
        await board_says(ana, "A practice player takes over <t:")
        await plays_on(ana, 120.0)
        await board_says(ana, "💤 away, 🤖 plays", "plays for them until they press a button", seconds=4.0)
        assert club.table.round is not None
        assert any(getattr(record, "person", 0) == -2 for record in club.table.round.records)
        await ben.presses(old, "d")
        await board_says(ana, "Ben is back")
        assert club.table.state.seats[1].active


async def test_a_table_that_everybody_has_left_alone_stands_still_and_goes_on_with_one_click():
    async with parlour() as club:
        ana, _ = await playing(club, "ana ben", IDLE, BEN)
        paused = await board_says(ana, "**Paused.**", "If nobody does, the table closes", seconds=185.0)
        await ana.presses(paused, "imback")
        await board_says(ana, "Ana is back")
        assert not club.table.state.paused
        assert (await ana.taps("d")).kind == 7


async def test_nobody_holds_up_the_table_it_votes_for_those_who_do_nothing():
    async with parlour() as club:
        ana, _ = await playing(club, "ana ben", STUCK, CAN_MOVE, rules="stuck=end")
        await club.clock.run(18.0)
        await ana.types("stuck")
        assert club.table.state.phase == "round"
        await board_says(ana, "nobody could move any more", seconds=4.0)


async def test_cards_of_whoever_leaves_stay_and_a_table_without_people_ends():
    async with parlour() as club:
        ana, ben = await playing(club, "ana ben", ANA, BEN)
        await ben.types("move", move="N:AC>F")
        await ben.presses(ben.board, "leave")
        board = await board_says(ana, "🚪 left", "Ben has left")
        assert "**Ben** · Nertz pile **1** · out 1" in board.text
        assert (await ana.taps("n")).kind == 7
        await ana.presses(board, "leave")
        closed = await board_says(ana, "Everybody has left")
        assert not closed.buttons


async def test_votes_pause_rotate_and_stop():
    async with parlour() as club:
        ana, ben, dan = await playing(club, "ana ben dan", IDLE, BEN, IDLE)
        await ben.presses(ben.board, "pause")
        await board_says(ana, "Ben votes to pause (1 of 2)", "Press **Pause**")
        await dan.presses(dan.board, "pause")
        paused = await board_says(ana, "**Paused.**")
        before = club.table.public_view().version
        for one in (ana, ben, dan):
            assert (await one.taps("d")).kind == 7
            assert "paused" in one.hand.text
        await club.clock.run(600.0)
        assert club.table.public_view().version == before
        assert not any(seat.frozen for seat in club.table.state.seats)
        await ben.presses(paused, "resume")
        for one in (ana, ben):
            await one.types("stuck", rotate=True)
        await board_says(ana, "Ben votes to rotate the stocks (2 of 3)", "`/nertz stuck rotate:True`")
        assert said(await dan.types("stuck", rotate=True)) == "All stocks are turned."
        await ben.types("stop")
        await board_says(ana, "Ben votes to stop the game (1 of 2)", "`/nertz stop`")
        await dan.types("stop")
        closed = await board_says(ana, "The game was stopped")
        assert not closed.buttons


async def test_several_tables_of_a_server_stand_side_by_side_and_status_lists_them():
    async with parlour() as club:
        ana, ben = await sits_down(club, "ana ben")
        await ana.types("stop")
        (ana,) = await sits_down(club, "ana", practice=1)
        thread = said(await ben.types("start", thread=True))
        assert not (await ben.driver.command("nertz", "nertz start")).failed
        assert len(club.tables.of_guild(club.table.guild_id)) == 3
        told = said(await ben.types("status"))
        assert "Round 1" in told
        assert "Other tables of this server" in told
        assert thread.rpartition("<")[2].rstrip(".") in told
        assert f"<#{club.sandbox.channel('nertz').id}>: waiting for players, Ben (1 at the table)" in told
        assert "has a table already" in said(await ben.driver.command("nertz", "nertz start"))
        assert not ana.driver.sees(CHANNEL)[-1].waiting
