"""Bad input: one friendly line that only the person sees, and nothing changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.discord_ui.custom_ids import custom_id
from bot.tables.saved import state_as_json
from tests.discord_ui.club import CHANNEL, member, playing
from tests.discord_ui.registers import said

if TYPE_CHECKING:
    from tests.discord_ui.club import Club

ANA_HOLDS = {"nertz": "2C KH", "work": ["QS JH", "", "4D", "9C"], "stock": "5H 6H 7H", "waste": "7C"}
BEN_HOLDS = {"nertz": "2D 5D", "work": ["8C", "8D", "3H", "TC"], "stock": "6S", "waste": ""}


def everything(club: Club) -> object:
    """Return all that a refusal must leave as it is."""
    table = club.table
    return state_as_json(table.state), None if table.round is None else list(table.round.records)


async def test_a_second_start_in_the_channel_is_refused(club, ana, ben):
    await ana.types("start")
    before = everything(club)
    assert "has a table already" in said(await ben.types("start"))
    assert everything(club) == before


async def test_joining_twice_is_refused(club, ana):
    await ana.types("start")
    before = everything(club)
    assert "have a seat" in said(await ana.types("join"))
    assert "have a seat" in said(await ana.presses(ana.board, "join"))
    assert everything(club) == before


async def test_joining_a_full_table_is_refused(club):
    ana, ben, cleo = (member(club, name) for name in ("ana", "ben", "dan"))
    await ana.types("start", seats=2)
    await ben.types("join")
    before = everything(club)
    assert "Every seat is taken: this table has 2." in said(await cleo.types("join"))
    assert everything(club) == before


async def test_who_joins_while_a_round_runs_comes_in_at_the_next_deal(club):
    await playing(club, "ana ben")
    dan = member(club, "dan")
    assert "next deal" in said(await dan.types("join"))
    assert "next deal" in said(await dan.presses(dan.board, "join"))
    assert club.table.state.waiting == [dan.id]
    assert len(club.table.state.seats) == 2


@pytest.mark.parametrize("nonsense", ["hello", "N:11H>F", "V:9Z>F", "S:2C>F", "**N**", "{card}", "x" * 600])
async def test_a_move_that_is_nonsense_is_refused(nonsense: str, club):
    ana, _ = await playing(club, "ana ben", ANA_HOLDS, BEN_HOLDS)
    before = everything(club)
    assert "as a move" in said(await ana.types("move", move=nonsense))
    assert everything(club) == before


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("V:7C>W4", "7♣ needs 8♥ or 8♦; it does not go on 9♣."),
        ("V:7C>F", "No foundation takes 7♣ now; it needs 6♣ on top."),
        ("N:KH>W4", "K♥ needs a space"),
        ("N:2C>F", "2♣ can't be taken from the Nertz pile now: it is covered, hidden or gone."),
        ("V:7H>F", "7♥ can't be taken from the waste now"),
        ("V:7C>W6", "There is no pile W6"),
        ("W1:QS>W1", "same pile"),
        ("shift", "House rule"),
        ("turn", "draw first"),
    ],
)
async def test_an_illegal_move_is_refused_with_why(move: str, why: str, club):
    ana, _ = await playing(club, "ana ben", ANA_HOLDS, BEN_HOLDS)
    before = everything(club)
    assert why in said(await ana.types("move", move=move))
    assert everything(club) == before


async def test_a_call_with_cards_left_is_refused(club):
    ana, _ = await playing(club, "ana ben", ANA_HOLDS, BEN_HOLDS)
    before = everything(club)
    assert "Cards left on your Nertz pile: 2" in said(await ana.types("call"))
    assert everything(club) == before


@pytest.mark.parametrize(
    "command", ["hand", "draw", "call", "stuck", "leave", "ready", "deal", "pause", "kick"]
)
async def test_who_has_no_seat_can_do_nothing(command: str, club):
    await playing(club, "ana ben", ANA_HOLDS, BEN_HOLDS)
    dan = member(club, "dan")
    before = everything(club)
    options = {"member": dan.id} if command == "kick" else {}
    assert said(await dan.types(command, **options))
    assert everything(club) == before


@pytest.mark.parametrize(
    "slot", ["hand", "ready", "deal", "leave", "practice", "back", "pause", "rematch", "share0"]
)
async def test_who_has_no_seat_presses_buttons_in_vain(slot: str, club):
    await playing(club, "ana ben", ANA_HOLDS, BEN_HOLDS)
    dan = member(club, "dan")
    before = everything(club)
    assert said(await dan.presses(dan.board, slot, forged=True))
    assert everything(club) == before


@pytest.mark.parametrize(
    "command",
    ["join", "leave", "ready", "deal", "hand", "draw", "call", "stuck", "pause", "rematch", "stop"],
)
async def test_without_a_table_every_command_says_how_to_get_one(command: str, ana):
    assert "`/nertz start`" in said(await ana.types(command))


@pytest.mark.parametrize(
    "forged",
    [
        "nz",
        "nz:",
        "nz:zz:join",
        "nz:../../etc:join",
        "nz:1:" + "j" * 90,
        "hello",
        "nz:-1:join",
        "nz:1:join:2",
    ],
)
async def test_a_forged_custom_id_gets_a_friendly_line(forged: str, club, ana):
    await ana.types("start")
    before = everything(club)
    assert said(await ana.driver.click(ana.board, custom_id=forged, forged=True))
    assert everything(club) == before


async def test_buttons_of_a_closed_table_answer_still(club, ana, ben):
    await ana.types("start")
    table_id = club.table.table_id
    await ana.types("stop")
    for slot in ("join", "ready", "deal", "hand"):
        answer = await ben.driver.click(
            ben.board, custom_id=custom_id(table_id, slot), channel=CHANNEL, forged=True
        )
        assert said(answer)


async def test_a_table_of_another_server_is_out_of_reach(club, ana):
    await ana.types("start")
    await ana.driver.command("games", "nertz start")
    there = next(one for one in ana.driver.sees("games") if not one.ephemeral)
    before = everything(club)
    answer = await ana.driver.click(
        there, custom_id=custom_id(club.table.table_id, "leave"), channel="games", forged=True
    )
    assert said(answer)
    assert everything(club) == before


@pytest.mark.parametrize(
    ("permission", "name"),
    [("send_messages", "Send Messages"), ("attach_files", "Attach Files"), ("view_channel", "View Channel")],
)
async def test_start_names_the_permission_that_is_missing(permission: str, name: str, club, ana):
    channel = club.sandbox.channel(CHANNEL).id
    club.sandbox.incidents.deny(channel, permission)
    assert name in said(await ana.types("start"))
    assert club.tables.at(channel) is None


async def test_start_with_a_thread_needs_the_right_to_open_one(club, ana):
    channel = club.sandbox.channel(CHANNEL).id
    club.sandbox.incidents.deny(channel, "create_public_threads")
    assert "Create Public Threads" in said(await ana.types("start", thread=True))
    assert len(club.tables) == 0


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("penalti=1", "There is no house rule “penalti”. These exist: `nertz_size`"),
        ("penalty=9", "`penalty` can be `0`, `1`, `2`, `3`."),
        ("penalty", "`penalty` can be"),
        ("target=5", "`target` can be `10..1000`."),
        ("=", "There is no house rule"),
    ],
)
async def test_unknown_house_rules_are_refused_with_the_legal_ones(rules: str, why: str, club, ana):
    assert why in said(await ana.types("start", rules=rules))
    assert len(club.tables) == 0


async def test_more_practice_players_than_seats_are_refused(club, ana):
    assert "Every seat is taken" in said(await ana.types("start", seats=2, practice=2))
    assert len(club.tables) == 0


async def test_only_the_host_deals_kicks_and_seats_practice_players(club, ana, ben):
    await ana.types("start")
    await ben.types("join")
    before = everything(club)
    for answer in (
        await ben.types("deal"),
        await ben.types("practice", players=2),
        await ben.types("kick", member=ana.id),
        await ben.types("house", rules="penalty=1"),
        await ben.presses(ben.board, "practice"),
        await ben.presses(ben.board, "deal"),
    ):
        assert "Only the host can do that: Ana." in said(answer)
        assert "after a minute, to somebody who is ready" in said(answer)
    assert everything(club) == before
