"""Stories of the public message: one per round, never too often, always there again."""

from __future__ import annotations

from bot.rules.moves import Move
from tests.discord_ui.club import CHANNEL, playing
from tests.discord_ui.test_hand import ANA, BEN


def edits(club):
    return [one for one in club.sandbox.log.where("PATCH", "channels") if one.status == 200]


async def test_the_lobby_turns_into_the_board_at_the_deal(club, ana):
    await ana.types("start")
    lobby = ana.board
    await ana.types("deal")
    await club.clock.run(1.2)
    assert ana.board.id == lobby.id
    assert not ana.board.button(label="My hand").disabled


async def test_a_board_is_edited_at_most_every_1_1_seconds_and_shows_the_newest_state(club):
    seat = {**ANA, "nertz": "5C 5D 5H 5S 4H 3H 2H AH"}
    ana, _ = await playing(club, "ana ben", seat, BEN)
    await club.clock.run(2.0)
    club.sandbox.log.clear()
    for _ in range(4):
        await ana.taps("n")
        await club.clock.run(0.25)
    await club.clock.run(1.2)
    assert 1 <= len(edits(club)) <= 2
    assert "board at version" in ana.board.alt_texts[0]
    assert ana.board.alt_texts[0].endswith(str(club.table.public_view().version))


async def test_the_scores_come_in_a_new_message_that_becomes_the_next_board(club):
    ana, ben = await playing(club, "ana ben", {**ANA, "nertz": ""}, BEN)
    first = ana.board.id
    await ana.taps("z")
    await club.clock.run(2.5)
    scores = ana.board
    assert scores.id != first
    assert not scores.button(label="Ready").disabled
    for one in (ana, ben):
        await one.presses(scores, "ready")
    await club.clock.run(2.0)
    assert ana.board.id == scores.id
    assert club.table.state.phase.value in ("countdown", "round")
    assert first in [one.id for one in ana.driver.sees(CHANNEL)]


async def test_the_hand_of_the_next_round_lies_below_its_board(club):
    ana, ben = await playing(club, "ana ben", {**ANA, "nertz": ""}, BEN)
    await ana.taps("z")
    await club.clock.run(2.5)
    for one in (ana, ben):
        await one.presses(one.board, "ready")
    await club.clock.run(2.0)
    assert ana.hand.id > ana.board.id
    await ana.until_version(0)


async def test_a_board_that_was_deleted_is_posted_anew(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    await club.clock.run(2.0)
    old = ana.board
    club.sandbox.incidents.delete_message(old.channel_id, old.id)
    await ana.taps("n")
    await club.clock.run(1.2)
    await club.clock.run(1.2)
    new = await ana.driver.until_sees(CHANNEL, lambda one: not one.ephemeral and one.id != old.id)
    assert not new.button(label="My hand").disabled
    assert club.table.state.message.id == new.id


async def test_a_board_is_posted_anew_after_50_minutes_and_the_old_one_goes(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    await club.clock.run(2.0)
    old = ana.board
    club.boards._message_of(club.table).sent_at = club.clock.now() - 51 * 60
    await ana.taps("n")
    await club.clock.run(1.2)
    new = await ana.driver.until_sees(CHANNEL, lambda one: not one.ephemeral and one.id != old.id)
    await ana.driver.until(lambda: all(one.id != old.id for one in ana.driver.sees(CHANNEL)))
    assert new.id > old.id


async def test_a_channel_that_is_gone_ends_its_table(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    table = club.table
    club.sandbox.faults.add("lose", "CHANNEL_DELETE")
    club.sandbox.incidents.delete_channel(table.channel_id)
    table.play(ana.id, Move.parse("N:AH>F"), 1_000)
    await club.clock.run(1.2)
    assert table.state.phase.value == "closed"


async def test_players_hear_in_their_hands_that_the_board_may_not_be_shown_any_more(club):
    ana, ben = await playing(club, "ana ben", ANA, BEN)
    await club.clock.run(2.0)
    club.sandbox.faults.add("status", "/channels/*", "PATCH", status=403, code=50013, count=None)
    await ana.taps("n")
    await club.clock.run(1.5)
    await club.clock.run(1.5)
    await ben.until_hand_says("may not write")
    club.sandbox.faults.clear()
    assert (await ben.taps("d")).kind == 7
    await club.clock.run(6.0)
    assert ana.board.alt_texts[0].endswith(str(club.table.public_view().version))


async def test_a_board_that_hits_a_limit_shows_the_newest_state_after_it(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    await club.clock.run(2.0)
    club.sandbox.faults.add("status", "/channels/*", "PATCH", status=429, retry_after=0.01)
    await ana.taps("n")
    await club.clock.run(1.2)
    newest = str(club.table.public_view().version)
    await ana.driver.until(lambda: ana.board.alt_texts[0].endswith(newest))
    assert len(club.sandbox.log.where("PATCH", "/channels", 429)) == 1


async def test_a_picture_that_discord_refuses_in_a_board_leaves_its_text_and_buttons(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    await club.clock.run(2.0)
    before = ana.board
    club.sandbox.faults.add("status", "/channels/*", "PATCH", status=400, code=50035)
    await ana.taps("n")
    await club.clock.run(1.2)
    await club.clock.run(1.2)
    assert ana.board.text != before.text
    assert ana.board.files == before.files


async def test_the_board_says_goodbye_when_the_table_is_stopped(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    await ana.types("stop")
    await club.clock.run(1.5)
    shown = await ana.driver.until_sees(CHANNEL, lambda one: not one.ephemeral and not one.buttons)
    assert shown.text
