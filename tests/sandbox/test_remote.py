from __future__ import annotations

import asyncio

import pytest

from bot.sandbox.remote import RemotePerson
from tests.sandbox.raw_bot import EPHEMERAL, HELLO, button, panel, png


@pytest.fixture
async def cleo(sandbox):
    person = await RemotePerson.connect(sandbox.page_url, "cleo")
    yield person
    await person.close()


async def test_a_person_in_another_process_plays_as_one_in_this(bot, cleo, ana):
    await bot.sync(HELLO)
    waiting = asyncio.ensure_future(cleo.command("nertz", "hello"))
    interaction = await bot.next_interaction()
    assert interaction["locale"] == "fr"
    body = panel("hand", button("n", "N"), flags=EPHEMERAL, picture="hand.png")
    await bot.answer(interaction, 4, body, {"hand.png": png()})
    assert (await waiting).kind == 4
    hand = cleo.sees("nertz")[-1]
    assert (hand.text, hand.ephemeral) == ("hand", True)
    assert await cleo.download(hand.pictures[0]) == png()
    assert ana.sees("nertz") == []
    waiting = asyncio.ensure_future(cleo.click(hand, label="N"))
    click = await bot.next_interaction()
    await bot.answer(click, 7, panel("played", button("n", "N")))
    assert (await waiting).message["components"][0]["content"] == "played"
    assert cleo.sees("nertz")[-1].text == "played"
    await cleo.dismiss(cleo.sees("nertz")[-1])
    assert cleo.sees("nertz") == []


async def test_a_remote_person_hears_of_what_happens_and_can_wait_for_it(bot, cleo, sandbox):
    channel_id = await cleo.enter("nertz")
    waiting = asyncio.ensure_future(cleo.until_sees("nertz", lambda one: one.text == "board"))
    sent = await bot.call("POST", f"/channels/{channel_id}/messages", {"content": "board"})
    message = await waiting
    await bot.call("DELETE", f"/channels/{channel_id}/messages/{sent.body['id']}")
    await cleo.until(lambda: not cleo.sees("nertz"))
    assert message.text == "board"


async def test_what_cannot_be_done_is_told(bot, cleo):
    with pytest.raises(LookupError, match="no command"):
        await cleo.command("nertz", "nothing")


async def test_autocomplete_works_over_the_network(bot, cleo):
    option = {"name": "move", "description": "x", "type": 3, "autocomplete": True}
    await bot.sync({**HELLO, "options": [option]})
    waiting = asyncio.ensure_future(cleo.autocomplete("nertz", "hello", "move", "7"))
    interaction = await bot.next_interaction()
    await bot.answer(interaction, 8, {"choices": [{"name": "seven", "value": "7"}]})
    assert await waiting == [{"name": "seven", "value": "7"}]
