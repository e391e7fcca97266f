"""Stories of a hand from the lobby to the scores: it follows its table without a click."""

from __future__ import annotations

from tests.discord_ui.club import CHANNEL, is_hand, member, playing
from tests.discord_ui.test_hand import ANA, BEN


async def in_lobby(club):
    ana, ben = member(club, "ana"), member(club, "ben")
    await ana.types("start")
    lobby = await ben.driver.until_sees(CHANNEL, lambda one: not one.ephemeral)
    await ben.presses(lobby, "join")
    return ana, ben


async def test_who_is_ready_in_the_lobby_gets_the_cards_in_that_message_at_the_deal(club):
    ana, ben = await in_lobby(club)
    await ana.presses(ana.board, "ready")
    waiting = ana.driver.sees(CHANNEL)[-1]
    assert waiting.ephemeral
    assert not waiting.files
    await ben.presses(ben.board, "ready")
    await club.clock.run(0.2)
    assert is_hand(ana.driver.message(CHANNEL, waiting.id))
    assert club.table.missing_hands() == []


async def test_everything_is_grey_until_go_and_coloured_after_it(club):
    ana, ben = await in_lobby(club)
    await ana.presses(ana.board, "deal")
    club.lays({**ANA}, {**BEN})
    await ana.types("hand")
    await ben.types("hand")
    assert ana.hand.button(label="N").style == 2
    early = await ana.taps("n")
    assert early.kind == 7
    assert ana.view.nertz_count == 2
    await club.clock.run(3.5)
    assert ana.hand.button(label="N").style == 3


async def test_a_deal_whose_picture_is_refused_leaves_a_button_that_brings_it(club):
    ana, ben = await in_lobby(club)
    await ana.presses(ana.board, "ready")
    waiting = ana.driver.sees(CHANNEL)[-1]
    club.sandbox.faults.add("status", "*/messages/@original", "PATCH", status=400, code=50035)
    await ben.presses(ben.board, "ready")
    await club.clock.run(0.2)
    await club.clock.run(2.0)
    club.sandbox.faults.clear()
    message = ana.driver.message(CHANNEL, waiting.id)
    assert [one.label for one in message.buttons] == ["🔄"]
    await ana.driver.click(message, label="🔄")
    assert is_hand(ana.driver.message(CHANNEL, waiting.id))


async def test_a_pause_is_told_in_every_hand_and_ends_there(club):
    ana, ben = await playing(club, "ana ben", ANA, BEN)
    await ana.types("pause")
    await club.clock.run(0.5)
    assert "paused" in ben.hand.text.lower()
    answer = await ben.taps("d")
    assert answer.kind == 7
    assert ben.view.stock_count == 3
    await ana.types("pause")
    await club.clock.run(1.0)
    assert "paused" not in ben.hand.text.lower()


async def test_an_empty_nertz_pile_tells_to_call_and_the_button_turns_red(club):
    seat = {**ANA, "nertz": "AH"}
    ana, _ = await playing(club, "ana ben", seat, BEN)
    assert ana.hand.button(label="NERTZ!").style == 2
    await ana.taps("n")
    assert ana.hand.button(label="NERTZ!").style == 4
    assert "NERTZ!" in ana.hand.text


async def test_the_end_of_a_round_is_told_in_every_hand_and_nothing_can_be_pressed(club):
    ana, ben = await playing(club, "ana ben", {**ANA, "nertz": ""}, BEN)
    await ana.taps("z")
    await club.clock.run(0.6)
    await club.clock.run(1.0)
    for one in (ana, ben):
        assert "round is over" in one.hand.text
        assert all(button.disabled for button in one.hand.buttons)


async def test_a_message_never_keeps_a_second_picture(club):
    ana, ben = await playing(club, "ana ben", ANA, BEN)
    for slot in ("n", "w1", "d", "o", "b"):
        await ana.taps(slot)
    await club.clock.run(2.0)
    assert len(ana.hand.files) == 1
    assert len(ben.hand.files) == 1
    assert len(ben.board.files) == 1


async def test_discord_py_remembers_no_view_of_ours(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    for _ in range(5):
        await ana.taps("d")
        await ana.taps("o")
        await ana.taps("b")
    await club.clock.run(2.0)
    store = club.client._connection._view_store
    assert not store._views
    assert not store._synced_message_views
    assert not store._dynamic_items


async def test_a_table_that_is_closed_leaves_no_hand_behind(club):
    ana, ben = await playing(club, "ana ben", ANA, BEN)
    last = ben.hand
    await ana.types("stop")
    await club.clock.run(0.5)
    await ben.driver.until(lambda: not ben.driver.message(CHANNEL, last.id).buttons)
    await club.clock.run(60.0)
    assert club.hands.sessions._tables == {}
    assert club.hands.sessions._owners == {}
    assert club.boards._messages == {}
