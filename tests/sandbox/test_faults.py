from __future__ import annotations

import asyncio

import aiohttp
import pytest

from tests.sandbox.raw_bot import HELLO, panel, told


@pytest.fixture
def place(sandbox):
    return f"/channels/{sandbox.channel('nertz').id}/messages"


@pytest.mark.parametrize(
    ("status", "code"), [(500, 0), (502, 0), (403, 50013), (404, 10008), (400, 50035), (401, 50027)]
)
async def test_the_next_answers_of_a_route_are_as_ordered(bot, sandbox, place, status, code):
    sandbox.faults.add("status", "/channels/*/messages", "POST", status=status, code=code, count=2)
    for _ in range(2):
        refused = await bot.call("POST", place, {"content": "x"})
        assert (refused.status, refused.code) == (status, code)
    assert (await bot.call("POST", place, {"content": "x"})).status == 200
    assert (await bot.call("GET", place)).status == 200


async def test_a_fault_may_let_some_requests_pass_first(bot, sandbox, place):
    sandbox.faults.add("status", method="POST", status=500, skip=1)
    statuses = [(await bot.call("POST", place, {"content": "x"})).status for _ in range(3)]
    assert statuses == [200, 500, 200]


async def test_a_fault_may_stay_until_it_is_withdrawn(bot, sandbox, place):
    fault = sandbox.faults.add("status", method="POST", status=500, count=None)
    for _ in range(3):
        assert (await bot.call("POST", place, {"content": "x"})).status == 500
    sandbox.faults.clear(fault.id)
    assert (await bot.call("POST", place, {"content": "x"})).status == 200


async def test_an_ordered_429_has_its_headers(bot, sandbox, place):
    sandbox.faults.add("status", status=429, retry_after=0.25, scope="global")
    refused = await bot.call("GET", place)
    assert refused.body["retry_after"] == 0.25
    assert refused.body["global"] is True
    assert refused.headers["Via"]
    sandbox.faults.add("status", status=429, via=False)
    assert "Via" not in (await bot.call("GET", place)).headers


async def test_a_request_may_be_handled_and_yet_answered_with_an_error(bot, sandbox, place, ana):
    sandbox.faults.add("status_after", method="POST", status=500)
    assert (await bot.call("POST", place, {"content": "there"})).status == 500
    assert [one.text for one in ana.sees("nertz")] == ["there"]


@pytest.mark.parametrize(("kind", "seen"), [("drop_before", []), ("drop_after", ["there"])])
async def test_a_connection_may_drop_before_or_after_handling(bot, sandbox, place, ana, kind, seen):
    sandbox.faults.add(kind, method="POST")
    with pytest.raises(aiohttp.ClientOSError, match="Errno 104"):
        await bot.call("POST", place, {"content": "there"})
    assert [one.text for one in ana.sees("nertz")] == seen
    assert (await bot.call("POST", place, {"content": "again"})).status == 200


async def test_an_answer_may_be_delayed(bot, sandbox, place):
    sandbox.faults.add("delay", method="POST", seconds=0.05)
    before = asyncio.get_running_loop().time()
    await bot.call("POST", place, {"content": "x"})
    assert asyncio.get_running_loop().time() - before >= 0.05


async def test_events_may_be_lost(bot, sandbox, ana, clock):
    await bot.sync(HELLO)
    sandbox.faults.add("lose", "INTERACTION_CREATE")
    lost = asyncio.ensure_future(ana.command("nertz", "hello"))
    await asyncio.sleep(0)
    waiting, interaction = await told(bot, ana)
    await bot.answer(interaction, 4, {"content": "hi"})
    await waiting
    clock.advance(3)
    assert (await lost).failed


async def test_events_may_come_twice(bot, sandbox, ana):
    await bot.sync(HELLO)
    sandbox.faults.add("duplicate", "INTERACTION_CREATE")
    waiting, first = await told(bot, ana)
    second = await bot.next_interaction()
    assert first["id"] == second["id"]
    assert (await bot.answer(first, 4, {"content": "hi"})).status == 200
    assert (await bot.answer(second, 4, {"content": "hi"})).code == 40060
    await waiting


async def test_events_may_come_late(bot, sandbox, clock, ana):
    await bot.sync(HELLO)
    sandbox.faults.add("delay_event", "INTERACTION_CREATE", seconds=2.0)
    telling = asyncio.ensure_future(told(bot, ana))
    done, _ = await asyncio.wait([telling], timeout=0.05)
    assert not done
    clock.advance(2.0)
    waiting, interaction = await telling
    await bot.answer(interaction, 4, {"content": "hi"})
    await waiting


async def test_tokens_may_expire_at_once(bot, sandbox, ana):
    await bot.sync(HELLO)
    waiting, interaction = await told(bot, ana)
    await bot.answer(interaction, 4, panel("x"))
    await waiting
    assert sandbox.incidents.expire_tokens("ben") == 0
    assert sandbox.incidents.expire_tokens("ana") == 1
    refused = await bot.call("PATCH", bot.hook(interaction, "/messages/@original"), panel("y"), login=False)
    assert (refused.status, refused.code) == (401, 50027)


def test_an_unknown_fault_or_trouble_says_what_there_is(sandbox):
    with pytest.raises(ValueError, match="drop_after"):
        sandbox.faults.add("explode")
    with pytest.raises(ValueError, match="kick_bot"):
        sandbox.incidents.run("explode", {})


async def test_the_control_api_orders_faults_and_troubles(bot, sandbox, place):
    url = sandbox.page_url
    order = {"kind": "status", "route": "/channels/*", "method": "POST", "status": 500}
    async with bot.http.post(f"{url}control/faults", json=order) as response:
        assert response.status == 201
    assert (await bot.call("POST", place, {"content": "x"})).status == 500
    async with bot.http.post(f"{url}control/faults", json={"kind": "explode"}) as response:
        assert response.status == 400
    async with bot.http.post(f"{url}control/do/reconnect", json={}) as response:
        assert response.status == 200
    assert (await bot.next_frame())["op"] == 7
    deny = {"channel": str(sandbox.channel("nertz").id), "permissions": ["send_messages"]}
    async with bot.http.post(f"{url}control/do/deny", json=deny) as response:
        assert response.status == 200
    assert (await bot.call("POST", place, {"content": "x"})).code == 50013


async def test_the_control_api_tells_state_and_requests(bot, sandbox, place):
    await bot.call("POST", place, {"content": "x"})
    async with bot.http.get(f"{sandbox.page_url}control/state") as response:
        state = await response.json()
    assert state["online"] is True
    assert state["guilds"][0]["channels"]["nertz"] == str(sandbox.channel("nertz").id)
    async with bot.http.get(f"{sandbox.page_url}control/requests") as response:
        (request,) = await response.json()
    assert (request["method"], request["status"], request["ephemeral"]) == ("POST", 200, False)
    assert request["body"] == {"content": "x"}


async def test_every_answer_may_be_delayed_each_once(bot, sandbox, place):
    sandbox.faults.add("delay", method="POST", count=None, seconds=0.01)
    for _ in range(2):
        assert (await bot.call("POST", place, {"content": "x"})).status == 200
