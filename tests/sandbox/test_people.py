from __future__ import annotations

import asyncio

import pytest

from bot.sandbox.people import PEOPLE
from bot.sandbox.server import Sandbox
from tests.sandbox.raw_bot import EPHEMERAL, HELLO, button, panel, png, told


async def secret_for(bot, person, **more):
    await bot.sync(HELLO)
    waiting, interaction = await told(bot, person)
    await bot.answer(interaction, 4, panel("secret", flags=EPHEMERAL, **more))
    await waiting
    return interaction


async def test_only_the_person_who_asked_sees_an_ephemeral_message(bot, ana, ben):
    await secret_for(bot, ana)
    assert [one.text for one in ana.sees("nertz")] == ["secret"]
    assert ben.sees("nertz") == []


async def test_an_ephemeral_message_shows_on_one_device(bot, sandbox, ana):
    await secret_for(bot, ana)
    assert sandbox.another_device("ana").sees("nertz") == []


async def test_a_dismissed_message_is_gone_and_the_bot_is_not_told(bot, ana):
    interaction = await secret_for(bot, ana)
    await ana.dismiss(ana.sees("nertz")[-1])
    assert ana.sees("nertz") == []
    edited = await bot.call(
        "PATCH", bot.hook(interaction, "/messages/@original"), panel("changed"), login=False
    )
    assert edited.status == 200
    assert ana.sees("nertz") == []


async def test_a_button_is_pressed_by_its_label(bot, ana):
    await bot.sync(HELLO)
    waiting, interaction = await told(bot, ana)
    await bot.answer(interaction, 4, panel("x", button("a", "N"), button("b", "NERTZ!")))
    await waiting
    message = ana.sees("nertz")[-1]
    waiting = asyncio.ensure_future(ana.click(message, label="NERTZ!"))
    click = await bot.next_interaction()
    assert click["data"]["custom_id"] == "b"
    await bot.answer(click, 6)
    assert (await waiting).kind == 6
    with pytest.raises(LookupError, match="N=a, NERTZ!=b"):
        await ana.click(message, label="Draw")


async def test_waiting_ends_with_the_event_that_makes_it_true(bot, ana):
    await bot.sync(HELLO)
    waiting = asyncio.ensure_future(ana.until_sees("nertz", lambda one: one.text == "b"))
    path = f"/channels/{ana.channel_id('nertz')}/messages"
    for content in ("a", "b", "c"):
        await bot.call("POST", path, {"content": content})
    assert (await waiting).text == "b"
    with pytest.raises(TimeoutError):
        await ana.until_sees("nertz", lambda one: one.text == "never", timeout=0.02)


async def test_the_log_knows_which_requests_were_ephemeral_and_what_they_held(bot, sandbox, ana):
    await bot.sync(HELLO)
    waiting, interaction = await told(bot, ana)
    body = panel("x", flags=EPHEMERAL, picture="hand_1_0.png")
    await bot.answer(interaction, 4, body, {"hand_1_0.png": png()})
    await waiting
    await bot.call("POST", f"/channels/{ana.channel_id('nertz')}/messages", {"content": "board"})
    secret, public = sandbox.log.where("POST", status=200)
    assert (secret.ephemeral, public.ephemeral) == (True, False)
    assert [(one.filename, one.data) for one in secret.files] == [("hand_1_0.png", png())]
    assert secret.message_id == ana.sees("nertz")[0].id
    assert secret.body["type"] == 4
    assert public.name == "POST /channels/{channel_id}/messages"


async def test_everybody_is_in_two_servers_and_anybody_may_come(sandbox):
    zoe = sandbox.person("zoe")
    assert zoe.sees("games") == []
    assert {name for name, *_ in PEOPLE} >= {"ana", "ben", "cleo", "dan", "eva", "finn", "gus", "hana"}
    with pytest.raises(LookupError):
        zoe.sees("nowhere")


async def test_more_servers_and_channels_can_be_had_for_load_tests():
    async with await Sandbox.start(guilds=3, channels=4) as sandbox:
        assert len(sandbox.world.guilds) == 5
        assert sandbox.person("ana").sees("table-3") == []


async def test_a_person_cannot_do_what_no_client_offers(bot, ana):
    with pytest.raises(Exception, match="no command /nothing"):
        await ana.command("nertz", "nothing")
    with pytest.raises(TypeError, match="channel"):
        await ana.click(5, custom_id="x")
