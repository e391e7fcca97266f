from __future__ import annotations

import pytest

from bot.sandbox.clock import ManualClock
from bot.sandbox.ratelimits import EDIT, GLOBAL, INVALID_LIMIT, RateLimits, TooMany
from tests.sandbox.raw_bot import EPHEMERAL, HELLO, panel, told


@pytest.fixture
def place(sandbox):
    return f"/channels/{sandbox.channel('nertz').id}/messages"


async def hand_of(bot, ana):
    await bot.sync(HELLO)
    waiting, interaction = await told(bot, ana)
    await bot.answer(interaction, 4, panel("hand", flags=EPHEMERAL))
    await waiting
    return bot.hook(interaction, "/messages/@original"), interaction


async def test_one_token_takes_five_requests_in_two_seconds(bot, ana, clock):
    path, _ = await hand_of(bot, ana)
    for left in (4, 3, 2, 1, 0):
        edited = await bot.call("PATCH", path, panel("x"), login=False)
        assert edited.headers["X-RateLimit-Remaining"] == str(left)
    refused = await bot.call("PATCH", path, panel("x"), login=False)
    assert refused.status == 429
    assert refused.body["retry_after"] == pytest.approx(2)
    assert refused.headers["Via"]
    assert refused.headers["X-RateLimit-Scope"] == "user"
    assert refused.headers["Retry-After"] == "2"
    clock.advance(2)
    assert (await bot.call("PATCH", path, panel("x"), login=False)).status == 200


async def test_the_edits_of_a_channel_share_one_bucket(bot, place, clock):
    ids = [(await bot.call("POST", place, {"content": "x"})).body["id"] for _ in range(2)]
    for number in range(5):
        edited = await bot.call("PATCH", f"{place}/{ids[number % 2]}", {"content": str(number)})
        assert edited.status == 200
    assert edited.headers["X-RateLimit-Remaining"] == "0"
    assert edited.headers["X-RateLimit-Limit"] == "5"
    assert float(edited.headers["X-RateLimit-Reset-After"]) == pytest.approx(5)
    assert (await bot.call("PATCH", f"{place}/{ids[0]}", {"content": "x"})).status == 429
    clock.advance(5)
    assert (await bot.call("PATCH", f"{place}/{ids[0]}", {"content": "x"})).status == 200


async def test_messages_over_an_hour_old_take_three_edits_in_six_seconds_unannounced(bot, place, clock):
    message = (await bot.call("POST", place, {"content": "x"})).body
    clock.advance(3601)
    for _ in range(3):
        edited = await bot.call("PATCH", f"{place}/{message['id']}", {"content": "y"})
        assert edited.status == 200
    assert edited.headers["X-RateLimit-Remaining"] == "2"
    refused = await bot.call("PATCH", f"{place}/{message['id']}", {"content": "z"})
    assert (refused.status, refused.code) == (429, 30046)
    assert refused.body["retry_after"] == pytest.approx(6)


async def test_a_channel_takes_thirty_follow_ups_a_minute(bot, ana, clock):
    made = 0
    while made < 30:
        _, interaction = await hand_of(bot, ana)
        for _ in range(4):
            sent = await bot.call("POST", bot.hook(interaction), {"content": "x"}, login=False)
            made += sent.status == 200
        clock.advance(0.01)
        if sent.status == 429:
            break
    assert made == 30
    assert sent.status == 429
    assert sent.headers["X-RateLimit-Limit"] == "30"


async def test_the_bot_as_a_whole_has_fifty_requests_a_second(bot, clock):
    statuses = []
    for number in range(60):
        one = await bot.call("GET", "/gateway" if number % 2 else "/users/5")
        statuses.append(one.status)
    assert statuses.count(429) == 10
    assert one.body["global"] is True
    assert one.headers["X-RateLimit-Global"] == "true"
    assert one.headers["X-RateLimit-Scope"] == "global"
    clock.advance(1)
    assert (await bot.call("GET", "/gateway")).status == 200


async def test_answers_to_interactions_are_outside_the_global_limit(bot, ana):
    await bot.sync(HELLO)
    waiting, interaction = await told(bot, ana)
    for _ in range(60):
        await bot.call("GET", "/gateway")
    assert (await bot.answer(interaction, 4, {"content": "hi"})).status == 200
    await waiting


def test_ten_thousand_invalid_requests_in_ten_minutes_are_a_ban():
    clock = ManualClock()
    limits = RateLimits(clock)
    for _ in range(INVALID_LIMIT - 1):
        limits.note_status(403)
    limits.note_status(429, "shared")
    before = limits.banned
    limits.note_status(401)
    after = limits.banned
    clock.advance(601)
    assert (before, after, limits.banned) == (False, True, False)


def test_a_refused_request_does_not_count():
    limits = RateLimits(ManualClock())
    for _ in range(5):
        assert isinstance(limits.take([(GLOBAL, "", ""), (EDIT, "edit", 1)]), dict)
    for _ in range(60):
        assert isinstance(limits.take([(GLOBAL, "", ""), (EDIT, "edit", 1)]), TooMany)
    assert isinstance(limits.take([(GLOBAL, "", ""), (EDIT, "edit", 2)]), dict)


def test_switched_off_limits_say_nothing():
    limits = RateLimits(ManualClock(), enabled=False)
    assert all(limits.take([(EDIT, "edit", 1)]) == {} for _ in range(100))
