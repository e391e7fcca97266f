from __future__ import annotations

import pytest

from bot.sandbox.nonces import NONCE_SECONDS


@pytest.fixture
def messages(sandbox):
    return f"/channels/{sandbox.channel('nertz').id}/messages"


def once(content, nonce="1a.1"):
    return {"content": content, "nonce": nonce, "enforce_nonce": True}


async def test_a_nonce_that_was_used_just_now_returns_the_earlier_message(bot, messages, ana):
    first = await bot.call("POST", messages, once("first"))
    again = await bot.call("POST", messages, once("second"))
    assert again.status == 200
    assert (again.body["id"], again.body["content"]) == (first.body["id"], "first")
    assert again.body["nonce"] == "1a.1"
    assert [one.text for one in ana.sees("nertz")] == ["first"]


async def test_another_nonce_makes_another_message(bot, messages, ana):
    await bot.call("POST", messages, once("first"))
    await bot.call("POST", messages, once("second", "1a.2"))
    assert [one.text for one in ana.sees("nertz")] == ["first", "second"]


async def test_a_nonce_that_is_not_enforced_makes_a_message_every_time(bot, messages, ana):
    for _ in range(2):
        await bot.call("POST", messages, {"content": "x", "nonce": "1a.1"})
    assert len(ana.sees("nertz")) == 2


async def test_a_nonce_is_forgotten_after_some_minutes(bot, messages, clock):
    first = await bot.call("POST", messages, once("first"))
    clock.advance(NONCE_SECONDS)
    assert (await bot.call("POST", messages, once("x"))).body["id"] == first.body["id"]
    clock.advance(1)
    assert (await bot.call("POST", messages, once("x"))).body["id"] != first.body["id"]


async def test_a_message_that_was_deleted_is_not_created_again(bot, messages, ana):
    first = await bot.call("POST", messages, once("first"))
    await bot.call("DELETE", f"{messages}/{first.body['id']}")
    refused = await bot.call("POST", messages, once("again"))
    assert (refused.status, refused.code) == (404, 10008)
    assert ana.sees("nertz") == []


async def test_a_nonce_of_more_than_25_signs_is_refused(bot, messages, sandbox):
    refused = await bot.call("POST", messages, once("x", "n" * 26))
    assert (refused.status, refused.code) == (400, 50035)
    assert (await bot.call("POST", messages, once("x", "n" * 25))).status == 200
