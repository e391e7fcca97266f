"""How people leave a table by command, and how it ends or begins anew."""

from __future__ import annotations

from tests.discord_ui.club import CHANNEL, member, playing
from tests.discord_ui.registers import board_says, said
from tests.tables.evening import OUT, TWO_LEFT


async def test_kick_sends_somebody_away(club, ana, ben):
    await ana.types("start")
    await ben.types("join")
    assert said(await ana.types("kick", member=ben.id)) == "Ben was sent away."
    assert "sent you away" in said(await ben.types("join"))
    dan = member(club, "dan")
    assert "is not at this table" in said(await ana.types("kick", member=dan.id))
    assert "are the host" in said(await ana.types("kick", member=ana.id))


async def test_leaving_passes_the_host_on_and_the_last_one_closes_the_table(club, ana, ben):
    await ana.types("start")
    await ben.types("join")
    assert "left" in said(await ana.types("leave"))
    assert club.table.state.host == ben.id
    assert "Ben is the host now" in await board_says(ben, "host now")
    await ben.types("leave")
    assert club.tables.at(club.sandbox.channel(CHANNEL).id) is None
    assert "Everybody has left" in await board_says(ben, "closed")


async def test_stop_is_the_hosts_word_and_the_others_vote(club):
    ana, ben = await playing(club, "ana ben")
    assert "Your vote" in said(await ben.types("stop"))
    assert "closed" in said(await ana.types("stop"))
    assert club.tables.at(club.sandbox.channel(CHANNEL).id) is None


async def test_a_moderator_without_a_seat_stops_a_table_and_others_without_one_do_not(club, ana, ben):
    await ben.types("start")
    assert "have no seat" in said(await member(club, "dan").types("stop"))
    assert club.tables.at(club.sandbox.channel(CHANNEL).id) is not None
    assert "closed" in said(await ana.types("stop"))  # Ana moderates the sandbox's servers
    assert club.tables.at(club.sandbox.channel(CHANNEL).id) is None


async def test_rematch_brings_the_same_people_to_a_new_match(club):
    ana, ben = await playing(club, "ana ben", OUT, TWO_LEFT, rules="rounds=1")
    await ana.types("call")
    club.clock.advance(1.0)
    assert club.table.state.phase == "over"
    assert "rematch" in said(await ana.types("rematch")).casefold()
    assert club.table.state.phase == "lobby"
    await ben.types("ready")
    assert club.table.state.phase == "countdown"
