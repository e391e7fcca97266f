"""Status, leaderboard, statistics, rules and replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bot.rules.files import verify_file
from bot.sandbox.shown import Shown
from bot.tables.standings import PracticeFigures, Standing
from tests.discord_ui.club import CHANNEL, member, playing
from tests.discord_ui.registers import club_with_registers, said

if TYPE_CHECKING:
    from bot.tables.ports import Level


def standing(person: int, wins: int, place: int = 1, name: str = "") -> Standing:
    return Standing(person, 10, wins, 70, 12, 700, 31, 1000.0 + wins, place, name)


async def test_status_tells_of_this_channels_table_and_of_the_servers_others(club, ana, ben):
    assert "There is no table in this channel" in said(await ana.types("status"))
    await ana.driver.command("nertz", "nertz start")
    told = said(await ben.types("status"))
    assert f"<#{club.sandbox.channel('nertz').id}>: waiting for players, Ana" in told
    await ben.types("start")
    told = said(await ana.types("status"))
    assert "Table of **Ben**" in told
    assert "waiting for players, Ana" in told


async def test_status_tells_of_no_table_of_another_server(ana):
    await ana.driver.command("games", "nertz start")
    assert "Ana" not in said(await ana.types("status"))


async def test_the_leaderboard_shows_ten_places_to_everybody():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        registers.board = [standing(1000 + n, 20 - n, n + 1) for n in range(12)]
        answer = await ana.types("leaderboard")
        assert answer.message is not None
        shown = Shown(answer.message)
        assert not shown.ephemeral
        assert "🥇 <@1000> · 20 of 10 matches won · 10.0 a round · best 31 · rating 1020" in shown.text
        assert "**10.** <@1009>" in shown.text
        assert "<@1010>" not in shown.text
        second = await ana.types("leaderboard", page=2)
        assert second.message is not None
        assert "**11.** <@1010>" in Shown(second.message).text


async def test_the_leaderboard_names_people_as_they_were_last_known_and_lets_equals_share_a_place():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        names = ("_Dora_", "Emil", "<@1>", "")
        registers.board = [
            standing(n, 9, place, name) for n, place, name in zip(range(4), (1, 1, 3, 3), names, strict=True)
        ]
        answer = await ana.types("leaderboard")
        assert answer.message is not None
        lines = Shown(answer.message).text.splitlines()[1:]
        assert [line.split(" · ")[0] for line in lines] == [
            r"🥇 **\_Dora\_**",
            "🥇 **Emil**",
            r"🥉 **\<\@1\>**",
            "🥉 <@3>",
        ]


async def test_the_leaderboard_takes_a_period_and_a_channel():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        channel = club.sandbox.channel("nertz").id
        told = said(await ana.types("leaderboard", period="week", channel=channel))
        assert registers.asked == [(channel, "week", 0)]
        assert "this week" in told
        assert f"<#{channel}>" in told
        assert "Nobody has finished a match against other people yet" in told


async def test_the_leaderboard_pushes_no_running_board_away():
    async with club_with_registers() as (club, registers):
        registers.board = [standing(1000, 5)]
        (ana,) = await playing(club, "ana")
        assert "<@1000>" in said(await ana.types("leaderboard"))


async def test_stats_show_figures_and_a_picture():
    async with club_with_registers() as (club, registers):
        ana, ben = member(club, "ana"), member(club, "ben")
        registers.board = [standing(ben.id, 5)]
        answer = await ana.types("stats", member=ben.id)
        told = said(answer)
        assert "📈 Ben" in told
        assert "Place **1**" in told
        assert "practice" not in told
        assert "10 matches, 5 won" in told
        assert answer.message is not None
        assert len(answer.message["attachments"]) == 1
        assert "has not finished a match" in said(await ana.types("stats"))


async def test_stats_tell_of_practice_players_by_level():
    async with club_with_registers() as (club, registers):
        ana = member(club, "ana")
        registers.board = [Standing(ana.id, 0, 0, 0, 0, 0, 0, 1000.0)]
        levels: tuple[tuple[Level | Literal[""], int, int], ...] = (
            ("", 3, 2),
            ("beginner", 30, 28),
            ("hard", 1, 0),
        )
        registers.practice = tuple(PracticeFigures(*one) for one in levels)
        told = said(await ana.types("stats"))
        assert (
            "Against practice players: level not noted: 2 of 3 matches won · beginner: 28 of 30 matches won"
            " · hard: 0 of 1 match won" in told
        )
        assert "Place" not in told


async def test_rules_show_a_page_and_its_card(ana):
    answer = await ana.types("rules", topic="stuck")
    assert "Nobody can move" in said(answer)
    assert answer.message is not None
    assert answer.message["attachments"][0]["filename"] == "help_stuck_en.png"
    assert answer.message["attachments"][0]["description"]
    await ana.types("start")
    assert "The aim" in said(await ana.presses(ana.board, "howto"))


async def test_how_to_play_tells_a_newcomer_what_else_there_is_to_read(ana):
    await ana.types("start")
    told = said(await ana.presses(ana.board, "howto"))
    assert "Get rid of your **Nertz pile**" in told
    assert "`/nertz rules topic:` The buttons · The deal" in told


async def test_replay_brings_the_last_round_as_a_picture_and_a_file_that_can_be_verified(club):
    ana, ben = await playing(club, "ana ben", rules="rounds=1, stuck=end")
    table = club.table
    assert table.round is not None
    assert "No round has been finished" in said(await ana.types("replay"))
    for person in (ana, ben):
        await person.types("draw")
    for person in (ana, ben):
        await person.types("stuck")
    assert table.round.phase.over
    answer = await ana.types("replay")
    assert answer.kind == 5
    shown = await ana.driver.until_sees(CHANNEL, lambda one: len(one.files) == 2)
    assert shown.ephemeral
    picture, export = ana.driver.pictures(shown)  # type: ignore[attr-defined]
    assert picture
    assert shown.files[1] == "round_1.jsonl"
    verified = verify_file(export.decode())
    assert verified.header == table.round.header
