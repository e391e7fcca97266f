"""Stories of what Discord does to answers: limits, errors, broken lines, and who still gets their picture."""

from __future__ import annotations

import asyncio

import pytest

from tests.discord_ui.club import CHANNEL, eventually, is_hand, playing
from tests.discord_ui.test_hand import ANA, BEN
from tests.faults.stormy import stormy_house

CALLBACK = "*/callback"


async def test_the_newest_of_many_clicks_gets_the_picture_and_all_are_answered(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    slots = ("n", "w1", "d", "v", "z", "d", "w3")
    answers = await asyncio.gather(*(ana.taps(slot, forged=True) for slot in slots))
    assert all(answer.kind in (6, 7) for answer in answers)
    assert answers[-1].kind == 7
    assert ana.version == club.table.public_view().version


async def test_of_many_clicks_only_a_few_are_drawn(monkeypatch, club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    hand_messages = 0
    write = club.hands._hand_renderer.write

    def counts(*hand):
        nonlocal hand_messages
        hand_messages += 1
        return write(*hand)

    monkeypatch.setattr(club.hands._hand_renderer, "write", counts)
    await asyncio.gather(*(ana.taps("d", forged=True) for _ in range(40)))
    assert 1 <= hand_messages <= 12


async def test_a_click_whose_turn_comes_late_is_acknowledged_and_the_picture_follows(monkeypatch, club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    before, turn = ana.version, asyncio.Event()
    monkeypatch.setattr(club.hands._answers._turns, "mine", turn.wait)
    click = asyncio.ensure_future(ana.taps("n"))
    await club.clock.run(1.6)
    turn.set()
    assert (await click).kind == 6
    await club.clock.run(0.5)
    await ana.until_version(before + 1)


@pytest.fixture
async def unhurried():
    """A club house in which no time passes while many clicks are answered, however slow the machine is."""
    async with stormy_house() as club:
        yield club


async def test_200_clicks_at_once_from_one_person_are_answered(unhurried):
    club = unhurried
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    answers = await asyncio.gather(*(ana.taps("d") for _ in range(200)))
    assert all(answer.kind in (6, 7) for answer in answers)
    assert ana.view.stock_count == 3
    assert len(club.sandbox.log.where("POST", "callback")) >= 200


async def test_a_burst_of_400_clicks_is_answered_and_ends_with_the_newest_picture(unhurried):
    club = unhurried
    people = await playing(club, "ana ben cleo dan")
    slots = [button.custom_id.rpartition(":")[2] for button in people[0].hand.buttons[:10]]
    clicks = [one.taps(slots[turn % 10], forged=True) for turn in range(100) for one in people]
    answers = await asyncio.gather(*clicks)
    assert all(answer.kind in (6, 7) for answer in answers)
    await club.clock.run(2.0)
    for one in people:
        await one.until_version(club.table.public_view().version)


async def test_a_commit_that_takes_too_long_gets_type_6_and_the_picture_later(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    before = ana.version
    club.journal.held = True
    click = asyncio.ensure_future(ana.taps("n"))
    await club.clock.settles()
    assert not click.done()
    await club.clock.run(1.6)
    assert (await click).kind == 6
    assert ana.version == before
    club.journal.release()
    await club.clock.run(0.5)
    await ana.until_version(before + 1)


async def test_cards_whose_deal_is_not_kept_yet_are_not_shown(club, ana):
    await ana.types("start")
    club.journal.held = True
    dealing = asyncio.ensure_future(ana.types("deal"))
    await club.clock.settles()
    assert not dealing.done()
    await club.clock.run(1.6)
    assert (await dealing).kind == 5
    assert club.secrets_sent() == []
    club.journal.release()
    await ana.driver.until(lambda: any(is_hand(one) for one in ana.driver.sees(CHANNEL)))


async def test_nobody_is_told_of_a_move_that_was_not_kept(club):
    ana, _ = await playing(club, "ana ben")
    before = ana.version
    club.journal.broken = True
    answer = await ana.taps("d")
    assert answer.kind == 7
    assert ana.version == before
    assert club.table.state.suspended
    club.journal.broken = False
    await club.clock.run(2.0)
    await ana.taps("d")
    assert ana.version > before


async def test_an_answer_that_came_too_late_was_still_played(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    club.sandbox.faults.add("status", CALLBACK, status=404, code=10062)
    before = ana.version
    click = asyncio.ensure_future(ana.taps("n"))
    await eventually(lambda: club.sandbox.log.where("POST", "callback", 404))
    await club.clock.run(1.5)
    await ana.until_version(before + 1)
    assert club.table.public_view().version == before + 1
    click.cancel()


@pytest.mark.parametrize("when", ["drop_before", "drop_after"])
async def test_a_broken_connection_is_tried_once_more(when, club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    club.sandbox.faults.add(when, CALLBACK)
    answer = await ana.taps("n")
    assert answer.kind == 7
    assert ana.version == club.table.public_view().version


async def test_an_answer_that_somebody_gave_already_is_no_error(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    club.sandbox.faults.add("status", CALLBACK, status=400, code=40060)
    before = ana.version
    click = asyncio.ensure_future(ana.taps("n"))
    await eventually(lambda: club.sandbox.log.where("POST", "callback", 400))
    assert club.table.public_view().version == before + 1
    click.cancel()


async def test_a_click_that_the_gateway_tells_twice_is_played_once(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    club.sandbox.faults.add("duplicate", "INTERACTION_CREATE")
    club.sandbox.log.clear()
    await ana.taps("d")
    await club.clock.settles()
    assert ana.view.stock_count == 3
    assert len(club.sandbox.log.where("POST", "callback")) == 1


async def test_after_a_restart_old_buttons_work_and_mean_what_their_picture_showed(club):
    (ana, ben) = await playing(club, "ana ben")
    picture = ana.version
    await club.restarts()
    assert (await ana.taps("d")).kind == 7
    assert ana.version == picture + 1
    await ben.taps("d")
    assert ben.version == club.table.public_view().version


async def test_no_byte_of_a_hand_ever_reaches_a_public_message(club):
    ana, ben = await playing(club, "ana ben", ANA, BEN)
    for one in (ana, ben):
        await one.driver.click(one.board, label="My hand")
        await one.taps("d")
        await one.types("draw")
        await one.types("move", move="draw")
        await one.taps("o")
    await ana.taps("n", forged=True)
    # A forged click of a hand's slot on the public message, and edits after it.
    await ben.driver.click(ben.board, custom_id=_prefix(ben) + "d", forged=True)
    await ana.taps("b", forged=True)
    await ana.taps("d")
    await club.clock.run(3.0)
    sent = club.secrets_sent()
    assert len(sent) > 8
    assert {ephemeral for _, ephemeral in sent} == {True}
    for message in ana.driver.sees(CHANNEL):
        assert message.ephemeral or not any(name.startswith("hand") for name in message.files)


def _prefix(one) -> str:
    custom_id: str = one.board.buttons[0].custom_id
    return custom_id.rpartition(":")[0] + ":"


async def test_a_hand_that_comes_late_to_a_button_of_the_board_never_lands_on_the_board(club):
    ana, ben = await playing(club, "ana ben", ANA, BEN)
    await club.clock.run(2.0)
    board = ana.board
    club.journal.held = True
    moved = asyncio.ensure_future(ben.taps("n"))
    asked = asyncio.ensure_future(ana.presses(board, "hand"))
    await club.clock.settles()
    await club.clock.run(1.6)
    assert (await asked).kind == 5
    assert (await moved).kind == 6
    club.journal.release()
    await ana.driver.until(lambda: ana.hand.id > board.id and ana.version == club.table.public_view().version)
    assert {ephemeral for _, ephemeral in club.secrets_sent()} == {True}
    assert not any(name.startswith("hand") for name in ana.board.files)
