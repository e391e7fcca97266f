from __future__ import annotations

import asyncio

import pytest

from tests.sandbox.raw_bot import EPHEMERAL, HELLO, button, clicked, panel, png, told


@pytest.fixture(autouse=True)
async def commands(bot):
    assert (await bot.sync(HELLO)).status == 200


async def shown_to(bot, person, *, flags=0, picture=None):
    """Answer a command with a panel and return the interaction and the message as the person sees it."""
    waiting, interaction = await told(bot, person)
    files = {picture: png()} if picture else None
    answered = await bot.answer(interaction, 4, panel("hi", flags=flags, picture=picture), files)
    assert answered.status == 200
    await waiting
    return interaction, person.sees("nertz")[-1]


async def test_a_new_message_is_the_original_after_type_4(bot, ana):
    interaction, message = await shown_to(bot, ana)
    original = await bot.call("GET", bot.hook(interaction, "/messages/@original"), login=False)
    assert original.body["id"] == str(message.id)


async def test_the_callback_tells_of_the_interaction_and_its_message(bot, ana):
    waiting, interaction = await told(bot, ana)
    answered = await bot.answer(interaction, 4, panel("hi", flags=EPHEMERAL))
    await waiting
    told_back = answered.body["interaction"]
    assert told_back["id"] == interaction["id"]
    assert told_back["response_message_ephemeral"] is True
    assert answered.body["resource"]["type"] == 4
    assert answered.body["resource"]["message"]["id"] == told_back["response_message_id"]
    assert answered.headers["Content-Type"] == "application/json"


async def test_without_with_response_the_callback_is_empty(bot, ana):
    waiting, interaction = await told(bot, ana)
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    answered = await bot.call("POST", path, {"type": 4, "data": {"content": "hi"}}, login=False)
    await waiting
    assert answered.status == 204
    assert answered.body == b""


@pytest.mark.parametrize("kind", [6, 7])
async def test_the_clicked_message_is_the_original_after_6_and_7(bot, ana, ben, kind):
    _, board = await shown_to(bot, ana)
    waiting, click = await clicked(bot, ben, board)
    await bot.answer(click, kind, panel("seen") if kind == 7 else None)
    await waiting
    edited = await bot.call("PATCH", bot.hook(click, "/messages/@original"), panel("changed"), login=False)
    assert edited.body["id"] == str(board.id)
    assert ana.message("nertz", board.id).text == "changed"


async def test_a_token_edits_no_message_but_its_own(bot, ana, ben):
    _, board = await shown_to(bot, ana)
    waiting, click = await clicked(bot, ben, board)
    await bot.answer(click, 4, panel("mine", flags=EPHEMERAL))
    await waiting
    refused = await bot.call("PATCH", bot.hook(click, f"/messages/{board.id}"), panel("x"), login=False)
    assert (refused.status, refused.code) == (404, 10008)


async def test_a_token_edits_and_deletes_its_own_follow_up(bot, ana):
    interaction, _ = await shown_to(bot, ana)
    sent = await bot.call("POST", bot.hook(interaction), {"content": "more"}, login=False)
    path = bot.hook(interaction, f"/messages/{sent.body['id']}")
    edited = await bot.call("PATCH", path, {"content": "less"}, login=False)
    assert edited.body["content"] == "less"
    assert (await bot.call("DELETE", path, login=False)).status == 204
    assert (await bot.call("PATCH", path, {"content": "gone"}, login=False)).code == 10008


async def test_after_type_5_the_first_follow_up_takes_the_place_of_the_waiting_message(bot, ana):
    waiting, interaction = await told(bot, ana)
    await bot.answer(interaction, 5, {"flags": EPHEMERAL})
    assert (await waiting).kind == 5
    assert ana.sees("nertz")[-1].waiting
    await bot.call("POST", bot.hook(interaction), {"content": "done"}, login=False)
    assert [(one.text, one.ephemeral, one.waiting) for one in ana.sees("nertz")] == [("done", True, False)]


async def test_the_original_after_type_5_is_the_waiting_message(bot, ana):
    waiting, interaction = await told(bot, ana)
    await bot.answer(interaction, 5)
    await waiting
    await bot.call("PATCH", bot.hook(interaction, "/messages/@original"), {"content": "done"}, login=False)
    assert [one.text for one in ana.sees("nertz")] == ["done"]


async def test_an_answer_after_three_seconds_is_refused_and_the_person_sees_a_failure(bot, ana, clock):
    waiting, interaction = await told(bot, ana)
    clock.advance(3.1)
    refused = await bot.answer(interaction, 4, {"content": "late"})
    assert (refused.status, refused.code) == (404, 10062)
    assert (await waiting).failed


async def test_an_answer_within_three_seconds_is_taken(bot, ana, clock):
    waiting, interaction = await told(bot, ana)
    clock.advance(2.9)
    assert (await bot.answer(interaction, 4, {"content": "in time"})).status == 200
    assert (await waiting).elapsed == pytest.approx(2.9)


async def test_a_second_answer_is_refused(bot, ana):
    waiting, interaction = await told(bot, ana)
    await bot.answer(interaction, 4, {"content": "one"})
    await waiting
    refused = await bot.answer(interaction, 4, {"content": "two"})
    assert (refused.status, refused.code) == (400, 40060)
    assert [one.text for one in ana.sees("nertz")] == ["one"]


async def test_a_token_dies_after_fifteen_minutes(bot, ana, clock):
    interaction, _ = await shown_to(bot, ana)
    clock.advance(15 * 60 - 1)
    path = bot.hook(interaction, "/messages/@original")
    assert (await bot.call("PATCH", path, panel("still"), login=False)).status == 200
    clock.advance(2)
    refused = await bot.call("PATCH", path, panel("dead"), login=False)
    assert (refused.status, refused.code) == (401, 50027)


async def test_a_click_brings_a_token_of_its_own(bot, ana, clock):
    _, hand = await shown_to(bot, ana, flags=EPHEMERAL)
    clock.advance(14 * 60)
    waiting, click = await clicked(bot, ana, hand)
    await bot.answer(click, 6)
    await waiting
    clock.advance(14 * 60)
    path = bot.hook(click, "/messages/@original")
    assert (await bot.call("PATCH", path, panel("alive"), login=False)).status == 200


async def test_an_unanswered_token_has_no_messages(bot, ana):
    waiting, interaction = await told(bot, ana)
    refused = await bot.call("GET", bot.hook(interaction, "/messages/@original"), login=False)
    assert (refused.status, refused.code) == (404, 10015)
    await bot.answer(interaction, 4, {"content": "hi"})
    await waiting


async def test_an_ephemeral_message_does_not_exist_for_the_channel_routes(bot, ana, ben):
    _, hand = await shown_to(bot, ana, flags=EPHEMERAL)
    path = f"/channels/{hand.channel_id}/messages/{hand.id}"
    for method, body in (("GET", None), ("PATCH", panel("x")), ("DELETE", None)):
        refused = await bot.call(method, path, body)
        assert (refused.status, refused.code) == (404, 10008)
    assert ben.sees("nertz") == []


async def test_a_type_7_answer_replaces_the_picture_and_names_it_in_the_next_click(bot, ana):
    _, hand = await shown_to(bot, ana, flags=EPHEMERAL, picture="hand_1_0.png")
    waiting, click = await clicked(bot, ana, hand)
    assert [one["filename"] for one in click["message"]["attachments"]] == ["hand_1_0.png"]
    await bot.answer(click, 7, panel("v1", picture="hand_1_1.png"), {"hand_1_1.png": png(grey=9)})
    answer = await waiting
    assert answer.message["edited_timestamp"] is not None
    assert ana.message("nertz", hand.id).files == ["hand_1_1.png"]
    assert ana.picture(ana.message("nertz", hand.id)) == png(grey=9)
    waiting, click = await clicked(bot, ana, hand)
    assert [one["filename"] for one in click["message"]["attachments"]] == ["hand_1_1.png"]
    await bot.answer(click, 6)
    await waiting


async def test_a_type_7_answer_to_a_deleted_message_is_refused(bot, ana, sandbox):
    _, board = await shown_to(bot, ana)
    waiting, click = await clicked(bot, ana, board)
    sandbox.incidents.delete_message(board.channel_id, board.id)
    assert (await bot.answer(click, 7, panel("x"))).code == 10008
    assert (await bot.answer(click, 4, {"content": "a word"})).status == 200
    await waiting


@pytest.mark.parametrize("kind", [6, 7, 8])
async def test_a_command_takes_no_answer_that_only_clicks_or_autocompletes_take(bot, ana, kind):
    waiting, interaction = await told(bot, ana)
    assert (await bot.answer(interaction, kind, {"content": "x"})).code == 50035
    await bot.answer(interaction, 4, {"content": "hi"})
    await waiting


async def test_an_interaction_carries_what_a_bot_needs(bot, ana, sandbox):
    waiting, interaction = await told(bot, ana)
    await bot.answer(interaction, 4, {"content": "hi"})
    await waiting
    assert interaction["type"] == 2
    assert interaction["locale"] == "en-US"
    assert interaction["guild_locale"] == "en-US"
    assert interaction["attachment_size_limit"] == 10 * 1024 * 1024
    assert int(interaction["app_permissions"]) & 1 << 11
    assert interaction["member"]["user"]["id"] == str(ana.user.id)
    assert interaction["channel"]["id"] == str(sandbox.channel("nertz").id)


async def test_app_permissions_follow_the_channel(bot, ana, sandbox):
    sandbox.incidents.deny(sandbox.channel("nertz").id, "attach_files")
    waiting, interaction = await told(bot, ana)
    await bot.answer(interaction, 4, {"content": "hi"})
    await waiting
    assert not int(interaction["app_permissions"]) & 1 << 15
    assert int(interaction["app_permissions"]) & 1 << 11


async def test_a_button_of_another_persons_hand_cannot_be_pressed_but_can_be_forged(bot, ana, ben):
    _, hand = await shown_to(bot, ana, flags=EPHEMERAL)
    with pytest.raises(Exception, match="no such message"):
        await ben.click(hand.id, custom_id="go", channel="nertz")
    forging = asyncio.ensure_future(ben.click(hand, custom_id="go", forged=True))
    click = await bot.next_interaction()
    assert click["member"]["user"]["username"] == "ben"
    await bot.answer(click, 6)
    await forging


async def test_a_disabled_button_cannot_be_pressed(bot, ana):
    waiting, interaction = await told(bot, ana)
    await bot.answer(interaction, 4, panel("hi", button(disabled=True)))
    await waiting
    with pytest.raises(Exception, match="no enabled control"):
        await ana.click(ana.sees("nertz")[-1], custom_id="go")
