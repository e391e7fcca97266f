"""Stories of what others play coming to one's hand: when it is shown, and what gets in its way."""

from __future__ import annotations

import asyncio

from tests.discord_ui.club import eventually, playing
from tests.discord_ui.test_hand import ANA, BEN

EDIT = "*/messages/@original"


async def test_what_others_play_comes_to_my_hand_within_a_second_and_a_half(club):
    ana, ben = await playing(club, "ana ben", ANA, BEN)
    before = ben.version
    await ana.taps("n")
    await club.clock.run(1.5)
    await ben.until_version(before + 1)
    assert ben.version == ana.version


async def test_a_hand_that_would_look_the_same_is_not_sent(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    await club.clock.run(2.0)
    club.sandbox.log.clear()
    await ana.taps("d")
    await club.clock.run(3.0)
    assert club.sandbox.log.where("PATCH", "webhooks") == []


async def test_many_plays_of_others_become_few_refreshes(club):
    seat = {**ANA, "nertz": "5C 5D 5H 5S 4H 3H 2H AH"}
    ana, ben = await playing(club, "ana ben", seat, BEN)
    await club.clock.run(2.0)
    club.sandbox.log.clear()
    for _ in range(4):
        await ana.taps("n")
        await club.clock.run(0.2)
    await club.clock.run(2.0)
    await ben.until_version(ana.version)
    assert len(club.sandbox.log.where("PATCH", "webhooks")) <= 2


async def test_a_click_does_not_wait_for_a_refresh_that_sleeps_on_a_limit(club):
    ana, ben = await playing(club, "ana ben", ANA, BEN)
    club.sandbox.faults.add("status", EDIT, "PATCH", status=429, retry_after=30.0)
    await ana.taps("n")
    await club.clock.run(1.5)
    await ana.driver.until(lambda: ana.version)
    await eventually(lambda: club.sandbox.log.where("PATCH", "webhooks", 429))
    answer = await ben.taps("d")
    assert answer.kind == 7
    assert ben.version == club.table.public_view().version
    await club.clock.run(3.0)
    assert ben.version == club.table.public_view().version


async def test_a_click_waits_no_more_than_300_ms_for_a_refresh_under_way(club):
    ana, ben = await playing(club, "ana ben", ANA, BEN)
    club.sandbox.faults.add("delay", EDIT, "PATCH", seconds=0.6)
    await ana.taps("n")
    await club.clock.run(1.5)
    click = asyncio.ensure_future(ben.taps("d"))
    await asyncio.sleep(0.1)
    assert not click.done()
    await club.clock.run(0.31)
    assert (await click).kind == 7
    version = ben.version
    # Discord may still apply the old edit after the answer: one more edit puts the newest state on top.
    await asyncio.sleep(0.6)
    await club.clock.run(2.0)
    await ben.until_version(version)
    await club.clock.settles()
    assert ben.version >= version


async def test_a_picture_that_discord_refuses_in_an_edit_leaves_text_colours_and_a_refresh_button(club):
    seat = {**BEN, "nertz": "4D 2H"}
    ana, ben = await playing(club, "ana ben", ANA, seat)
    club.sandbox.faults.add("status", EDIT, "PATCH", status=400, code=50035)
    old = ben.version
    await ana.taps("n")
    await club.clock.run(1.5)
    await eventually(lambda: club.sandbox.log.where("PATCH", "webhooks", 400))
    await club.clock.run(2.0)
    await ben.driver.until(lambda: any(one.label == "🔄" for one in ben.hand.buttons))
    assert ben.version == old
    # The picture shows no ace of hearts yet, so the two below it stays as it was in that picture.
    assert ben.hand.button(label="N").style == 2
    await ben.taps("r")
    assert ben.version == club.table.public_view().version
    assert ben.hand.button(label="N").style == 3


async def test_an_expired_token_ends_refreshes_and_the_next_click_brings_the_hand_back(club):
    ana, ben = await playing(club, "ana ben", ANA, BEN)
    club.sandbox.incidents.expire_tokens("ben")
    await ana.taps("n")
    await club.clock.run(1.5)
    await eventually(lambda: club.sandbox.log.where("PATCH", "webhooks", 401))
    club.sandbox.log.clear()
    await ana.taps("w1")
    await club.clock.run(3.0)
    assert club.sandbox.log.where("PATCH", "webhooks") == []
    assert (await ben.taps("d")).kind == 7
    assert ben.version == club.table.public_view().version


async def test_a_hand_that_was_dismissed_is_forgotten_and_comes_back_by_its_button(club):
    ana, ben = await playing(club, "ana ben", ANA, BEN)
    await ben.driver.dismiss(ben.hand)
    await ana.taps("n")
    await club.clock.run(1.5)
    await ben.driver.click(ben.board, label="My hand")
    assert ben.version == club.table.public_view().version


async def test_a_limited_refresh_is_not_repeated_with_its_old_picture(club):
    seat = {**ANA, "nertz": "4C 3H 2H AH"}
    ana, ben = await playing(club, "ana ben", seat, BEN)
    club.sandbox.faults.add("status", EDIT, "PATCH", status=429, retry_after=0.01)
    await ana.taps("n")
    await club.clock.run(1.5)
    await eventually(lambda: club.sandbox.log.where("PATCH", "webhooks", 429))
    await ana.taps("n")
    await asyncio.sleep(0.1)
    assert club.sandbox.log.where("PATCH", "webhooks", 200) == []
    await club.clock.run(4.0)
    await ben.until_version(club.table.public_view().version)


async def test_a_hand_shows_how_many_cards_the_others_have_left_though_nothing_went_to_a_foundation(club):
    seat = {**ANA, "nertz": "4C 8C", "work": ["9D", "TC", "5D", "2H"]}
    ana, ben = await playing(club, "ana ben", seat, BEN)
    await ana.taps("n")
    assert ana.view.work[0] == (34, 46)
    await club.clock.run(1.5)
    await ben.until_version(ana.version)


async def test_a_refresh_that_was_drawn_before_a_click_is_not_sent_after_its_answer(club):
    ana, ben = await playing(club, "ana ben", ANA, BEN)
    await club.clock.run(2.0)
    club.sandbox.log.clear()
    club.journal.held = True
    moved = asyncio.ensure_future(ana.taps("n"))
    await club.clock.settles()
    await club.clock.run(1.2)
    clicked = asyncio.ensure_future(ben.taps("d"))
    await club.clock.settles()
    club.journal.release()
    await asyncio.gather(moved, clicked)
    await club.clock.settles()
    assert ben.version == club.table.public_view().version
    assert club.sandbox.log.where("PATCH", "webhooks") == []
