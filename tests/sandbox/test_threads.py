from __future__ import annotations

import pytest

from tests.sandbox.raw_bot import panel


@pytest.fixture
async def nertz(sandbox):
    return sandbox.channel("nertz")


@pytest.fixture
async def thread(bot, nertz):
    made = await bot.call("POST", f"/channels/{nertz.id}/threads", {"name": "round", "type": 11})
    assert made.status == 201
    return made.body


async def test_a_thread_is_a_channel(bot, thread, sandbox, ana):
    assert (await bot.next_event("THREAD_CREATE"))["id"] == thread["id"]
    await bot.call("POST", f"/channels/{thread['id']}/messages", {"content": "inside"})
    assert [one.text for one in ana.sees("round")] == ["inside"]
    assert (await bot.call("GET", f"/channels/{thread['id']}")).body["parent_id"] == thread["parent_id"]


async def test_a_thread_from_a_message_has_its_id(bot, nertz):
    message = (await bot.call("POST", f"/channels/{nertz.id}/messages", panel("x"))).body
    path = f"/channels/{nertz.id}/messages/{message['id']}/threads"
    made = await bot.call("POST", path, {"name": "talk"})
    assert (made.status, made.body["id"]) == (201, message["id"])
    assert (await bot.call("POST", path, {"name": "again"})).code == 160004


async def test_a_thread_has_a_bucket_of_its_own(bot, nertz, thread):
    for _ in range(5):
        assert (await bot.call("POST", f"/channels/{nertz.id}/messages", {"content": "x"})).status == 200
    assert (await bot.call("POST", f"/channels/{nertz.id}/messages", {"content": "x"})).status == 429
    assert (await bot.call("POST", f"/channels/{thread['id']}/messages", {"content": "x"})).status == 200


async def test_edits_in_an_archived_thread_are_refused_until_it_is_opened(bot, thread):
    place = f"/channels/{thread['id']}"
    message = (await bot.call("POST", f"{place}/messages", {"content": "x"})).body
    await bot.call("PATCH", place, {"archived": True})
    refused = await bot.call("PATCH", f"{place}/messages/{message['id']}", {"content": "y"})
    assert (refused.status, refused.code) == (400, 50083)
    assert (await bot.call("PATCH", place, {"archived": False})).status == 200
    assert (await bot.call("PATCH", f"{place}/messages/{message['id']}", {"content": "y"})).status == 200


async def test_posting_opens_an_archived_thread_again(bot, thread, sandbox):
    sandbox.incidents.archive_thread(int(thread["id"]))
    assert (await bot.call("POST", f"/channels/{thread['id']}/messages", {"content": "x"})).status == 200
    assert not (await bot.call("GET", f"/channels/{thread['id']}")).body["thread_metadata"]["archived"]


async def test_a_locked_thread_stays_shut(bot, thread, sandbox):
    sandbox.incidents.archive_thread(int(thread["id"]), locked=True)
    place = f"/channels/{thread['id']}"
    assert (await bot.call("POST", f"{place}/messages", {"content": "x"})).code == 50083
    assert (await bot.call("PATCH", place, {"archived": False})).code == 50013
    sandbox.incidents.allow(int(thread["parent_id"]), "manage_threads")
    assert (await bot.call("PATCH", place, {"archived": False, "locked": False})).status == 200


async def test_threads_need_a_permission(bot, nertz, sandbox):
    sandbox.incidents.deny(nertz.id, "create_public_threads")
    refused = await bot.call("POST", f"/channels/{nertz.id}/threads", {"name": "round", "type": 11})
    assert (refused.status, refused.code) == (403, 50013)


async def test_people_can_be_added_to_a_thread(bot, thread, ana, sandbox):
    path = f"/channels/{thread['id']}/thread-members/{ana.user.id}"
    assert (await bot.call("PUT", path)).status == 204
    assert ana.user.id in sandbox.channel("round").thread_members
    assert (await bot.call("DELETE", path)).status == 204
