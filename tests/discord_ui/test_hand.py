"""Stories of one hand: what a click means, and what the person sees then."""

from __future__ import annotations

import asyncio

from tests.discord_ui.club import CHANNEL, club_house, is_hand, playing

ANA = {"nertz": "4C AH", "work": ["9D", "TC", "5D", "2H"], "stock": "KS QS JS 7S 8S 6S", "waste": "3C"}
BEN = {"nertz": "4D AC", "work": ["9H", "TS", "5C", "2S"], "stock": "KD QD JD", "waste": ""}


async def test_start_answers_the_host_with_a_hand_and_posts_the_lobby(club, ana):
    answer = await ana.types("start")
    assert answer.kind == 4
    lobby = await ana.driver.until_sees(CHANNEL, lambda one: not one.ephemeral)
    assert not lobby.button(label="Join").disabled
    assert club.sandbox.violations == []


async def test_a_click_is_answered_by_one_response_with_the_next_picture(club):
    (ana,) = await playing(club, "ana")
    before = ana.version
    club.sandbox.log.clear()
    answer = await ana.taps("d")
    assert answer.kind == 7
    assert ana.version == before + 1
    assert len(ana.view.waste) == 3
    assert [one.name for one in club.sandbox.log if "interactions" in one.route] == [
        "POST /interactions/{interaction_id}/{interaction_token}/callback"
    ]
    assert club.sandbox.violations == []


async def test_a_tap_plays_the_card_to_its_best_place(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    await ana.taps("n")
    assert ana.view.nertz_count == 1
    assert ana.view.public.foundations[0].starter == ana.view.seat
    await ana.taps("w1")
    assert ana.view.work[:2] == ((), (48, 34))


async def test_a_double_click_on_draw_draws_once(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    await asyncio.gather(ana.taps("d"), ana.taps("d"))
    assert ana.view.stock_count == 3
    assert len(ana.view.waste) == 4


async def test_a_double_click_on_a_card_never_plays_the_card_below(club):
    seat = {**ANA, "nertz": "4C 2D AH"}
    ana, _ = await playing(club, "ana ben", seat, BEN, foundations=("AD@2",))
    answers = await asyncio.gather(ana.taps("n"), ana.taps("n"))
    assert ana.view.nertz_count == 2
    assert not any(answer.failed for answer in answers)
    assert "A♥" in ana.hand.text


async def test_a_late_click_means_what_its_own_picture_showed(club):
    seat = {**ANA, "nertz": "4C 2C", "work": ["4D", "9H", "5D", "2H"]}
    ana, _ = await playing(club, "ana ben", seat, BEN)
    club.sandbox.faults.add("delay_event", "INTERACTION_CREATE", seconds=0.1)
    late = asyncio.ensure_future(ana.taps("v"))
    await asyncio.sleep(0)
    await ana.taps("d")
    drawn = ana.view
    answer = await late
    assert answer.kind == 7
    assert ana.view.work == drawn.work
    assert ana.view.waste == drawn.waste


async def test_a_click_right_after_a_new_picture_counts_for_the_one_before():
    async with club_house(quick_ms=60_000) as club:
        ana, _ = await playing(club, "ana ben", ANA, BEN)
        await ana.taps("n")
        assert ana.view.nertz_count == 1
        before = ana.view
        await ana.taps("n")
        assert ana.view.nertz_count == 1
        assert ana.view.version == before.version
        assert "just changed" in ana.hand.text


async def test_a_quick_click_is_played_where_both_pictures_mean_the_same():
    async with club_house(quick_ms=60_000) as club:
        ana, _ = await playing(club, "ana ben", ANA, BEN)
        await ana.taps("n")
        await ana.taps("w1")
        assert ana.view.work[1] == (48, 34)


async def test_a_lost_race_is_told_and_the_hand_is_right_again(club):
    ana_cards = {**ANA, "nertz": "4C 2H"}
    ben_cards = {**BEN, "nertz": "4D 2H"}
    ana, ben = await playing(club, "ana ben", ana_cards, ben_cards, foundations=("AH@1",))
    first, second = await asyncio.gather(ben.taps("n"), ana.taps("n"))
    assert (first.kind, second.kind) == (7, 7)
    assert ana.view.nertz_count == 2
    assert "ben" in ana.hand.text.lower()
    assert ana.version == club.table.public_view().version


async def test_two_quick_clicks_on_different_cards_are_both_played_and_one_picture_shows_both(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    before = ana.version
    answers = await asyncio.gather(ana.taps("n"), ana.taps("w1"))
    assert sorted(answer.kind or 0 for answer in answers) in ([6, 7], [7, 7])
    assert ana.version == before + 2


async def test_another_persons_click_on_a_hand_is_refused_and_changes_nothing(club):
    ana, ben = await playing(club, "ana ben", ANA, BEN)
    version = club.table.public_view().version
    answer = await ben.driver.click(
        ana.hand.id, custom_id=ana.hand.buttons[0].custom_id, channel=CHANNEL, forged=True
    )
    assert answer.kind == 4
    assert answer.message is not None
    assert "somebody else" in answer.message["content"]
    assert club.table.public_view().version == version


async def test_a_replaced_hand_answers_with_one_line_and_plays_nothing(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    old = ana.hand
    club.sandbox.faults.add("status", "*/messages/@original", "DELETE", status=500, count=None)
    await ana.types("hand")
    version = club.table.public_view().version
    answer = await ana.presses(old, "n")
    assert answer.kind == 4
    assert answer.message is not None
    assert "newer hand" in answer.message["content"]
    assert club.table.public_view().version == version
    club.sandbox.faults.clear()


async def test_the_old_hand_goes_when_a_command_brings_a_new_one(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    old = ana.hand
    await ana.types("draw")
    await ana.driver.until(lambda: all(one.id != old.id for one in ana.driver.sees(CHANNEL)))
    assert ana.version == club.table.public_view().version
    assert len([one for one in ana.driver.sees(CHANNEL) if is_hand(one)]) == 1


async def test_a_second_device_gets_its_own_hand_and_the_first_one_is_told(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    phone = club.sandbox.another_device("ana")
    board = next(one for one in phone.sees(CHANNEL) if not one.ephemeral)
    await phone.click(board, label="My hand")
    on_phone = next(one for one in reversed(phone.sees(CHANNEL)) if is_hand(one))
    await phone.click(on_phone, custom_id=on_phone.buttons[0].custom_id)
    assert ana.view.nertz_count == 1


async def test_a_click_on_a_card_that_fits_nowhere_says_so(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    answer = await ana.taps("w3", forged=True)
    assert answer.kind == 7
    assert "fits" in ana.hand.text


async def test_a_call_with_cards_left_is_refused_in_one_line(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    answer = await ana.taps("z")
    assert answer.kind == 7
    assert club.table.state.phase.value == "round"
    assert "2" in ana.hand.text


async def test_more_shows_the_other_moves_and_one_of_them_is_played(club):
    seat = {**ANA, "nertz": "4C QC", "work": ["9D 8S", "9H", "KD", ""], "waste": ""}
    ana, _ = await playing(club, "ana ben", seat, BEN)
    await ana.taps("o")
    part = next(one for one in ana.hand.buttons if one.label == "8♠→W2")
    await ana.driver.click(ana.hand, custom_id=part.custom_id)
    assert ana.view.work[:2] == ((34,), (21, 7))
    assert not ana.hand.button(label="More").disabled


async def test_back_leads_from_more_to_the_cards(club):
    ana, _ = await playing(club, "ana ben", ANA, BEN)
    await ana.taps("o")
    await ana.driver.click(ana.hand, label="Back")
    assert not ana.hand.button(label="NERTZ!").disabled


async def test_a_joker_is_declared_with_a_button(club):
    seat = {**ANA, "nertz": "4C *1"}
    ana, _ = await playing(club, "ana ben", seat, BEN, rules="jokers=1")
    await ana.taps("n")
    assert ana.view.nertz_count == 2
    await ana.driver.click(ana.hand, label="🃏A♦→F")
    assert ana.view.nertz_count == 1
    assert ana.view.public.foundations[0].suit == 2


async def test_the_hand_of_a_finished_round_says_so(club):
    ana, ben = await playing(club, "ana ben", {**ANA, "nertz": ""}, BEN)
    last = ben.hand
    await ana.taps("z")
    club.clock.advance(0.5)
    await ben.until_hand_says("round is over")
    answer = await ben.presses(last, "n", forged=True)
    assert answer.kind in (4, 7)
    assert not answer.failed


async def test_the_hand_of_a_stopped_table_answers(club):
    ana, ben = await playing(club, "ana ben", ANA, BEN)
    hand = ben.hand
    await ana.types("stop")
    answer = await ben.presses(hand, "n", forged=True)
    assert answer.kind == 4
    assert answer.message is not None
    assert "closed" in answer.message["content"]
