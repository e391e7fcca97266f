from __future__ import annotations

import asyncio

import pytest

from bot.sandbox.people import guild_id_of
from bot.sandbox.server import Sandbox
from tests.sandbox.raw_bot import HELLO, RawBot, told

GUILD_MESSAGES = 512


async def test_hello_comes_first_and_heartbeats_are_acknowledged(sandbox):
    async with RawBot(sandbox) as bot:
        hello = await bot.open()
        assert (hello["op"], hello["d"]["heartbeat_interval"]) == (10, 41250)
        await bot.send(1, None)
        assert (await bot.next_frame())["op"] == 11


async def test_ready_names_the_guilds_and_where_to_resume(sandbox):
    async with RawBot(sandbox) as bot:
        ready = await bot.identify()
        assert ready["resume_gateway_url"] == sandbox.gateway_url
        assert [one["unavailable"] for one in ready["guilds"]] == [True, True]
        assert ready["shard"] == [0, 1]


async def test_a_wrong_token_closes_with_4004():
    async with await Sandbox.start(token="right") as sandbox, RawBot(sandbox, "wrong") as bot:
        with pytest.raises(ConnectionError, match="4004"):
            await bot.identify()
        assert (await bot.call("GET", "/users/@me")).status == 401


@pytest.mark.parametrize(
    ("op", "data", "code"), [(99, None, 4001), (8, {}, 4003), (2, {"token": "t", "shard": [2, 2]}, 4010)]
)
async def test_nonsense_closes_with_its_code(sandbox, op, data, code):
    async with RawBot(sandbox) as bot:
        await bot.open()
        await bot.send(op, data)
        assert (await bot.next_frame())["code"] == code


async def test_a_shard_hears_of_its_own_guilds_only(sandbox):
    async with RawBot(sandbox) as even, RawBot(sandbox) as odd:
        await even.identify((0, 2))
        ready = await odd.identify((1, 2))
        assert [one["id"] for one in ready["guilds"]] == [str(guild_id_of(1))]
        await even.sync(HELLO)
        waiting = asyncio.ensure_future(sandbox.person("ana").command("games", "hello"))
        assert (await odd.next_interaction())["guild_id"] == str(guild_id_of(1))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(even.next_interaction(), 0.05)
        waiting.cancel()


async def test_missed_events_are_replayed_after_a_resume(bot, sandbox, ana):
    await bot.sync(HELLO)
    await bot.leave()
    while sandbox.gateway.online:
        await asyncio.sleep(0)
    waiting = asyncio.ensure_future(ana.command("nertz", "hello"))
    await asyncio.sleep(0)
    await bot.resume()
    interaction = await bot.next_interaction()
    await bot.next_event("RESUMED")
    await bot.answer(interaction, 4, {"content": "late but there"})
    assert (await waiting).kind == 4


async def test_a_session_that_is_gone_cannot_be_resumed(bot, sandbox):
    sandbox.incidents.forget_sessions()
    await bot.leave()
    await bot.resume()
    frame = await bot.next_frame()
    assert (frame["op"], frame["d"]) == (9, False)


async def test_a_session_is_kept_for_a_while_only(bot, sandbox, clock):
    await bot.leave()
    while sandbox.gateway.online:
        await asyncio.sleep(0)
    clock.advance(181)
    await bot.resume()
    assert (await bot.next_frame())["op"] == 9


async def test_reconnect_and_invalid_session_are_sent_on_order(bot, sandbox):
    sandbox.incidents.reconnect()
    assert (await bot.next_frame())["op"] == 7
    sandbox.incidents.invalid_session(resumable=True)
    frame = await bot.next_frame()
    assert (frame["op"], frame["d"]) == (9, True)
    sandbox.incidents.close_gateway(4008)
    assert (await bot.next_frame())["code"] == 4008


async def test_messages_are_told_to_those_who_asked_for_them(sandbox):
    path = f"/channels/{sandbox.channel('nertz').id}/messages"
    async with RawBot(sandbox) as nosy, RawBot(sandbox) as plain:
        await nosy.identify(intents=1 | GUILD_MESSAGES)
        await plain.identify(intents=1)
        await plain.call("POST", path, {"content": "x"})
        assert (await nosy.next_event("MESSAGE_CREATE"))["content"] == "x"
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(plain.next_event("MESSAGE_CREATE"), 0.05)


async def test_ephemeral_messages_are_told_to_no_bot(sandbox, ana):
    async with RawBot(sandbox) as bot:
        await bot.identify(intents=1 | GUILD_MESSAGES)
        await bot.sync(HELLO)
        waiting, interaction = await told(bot, ana)
        await bot.answer(interaction, 4, {"content": "secret", "flags": 64})
        await waiting
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(bot.next_event("MESSAGE_CREATE"), 0.05)


async def test_an_outage_of_a_guild_is_told_and_ends(bot, sandbox):
    guild = guild_id_of(0)
    sandbox.incidents.guild_unavailable(guild)
    assert await bot.next_event("GUILD_DELETE") == {"id": str(guild), "unavailable": True}
    sandbox.incidents.guild_available(guild)
    assert (await bot.next_event("GUILD_CREATE"))["id"] == str(guild)


async def test_a_changed_permission_is_told(bot, sandbox):
    channel = sandbox.channel("nertz")
    sandbox.incidents.deny(channel.id, "send_messages")
    told_of = await bot.next_event("CHANNEL_UPDATE")
    assert told_of["permission_overwrites"][0]["deny"] == str(1 << 11)


async def test_members_are_given_when_asked_for(bot, sandbox, ana):
    await bot.send(8, {"guild_id": str(guild_id_of(0)), "user_ids": [str(ana.user.id)], "limit": 0})
    chunk = await bot.next_event("GUILD_MEMBERS_CHUNK")
    assert [one["user"]["username"] for one in chunk["members"]] == ["ana"]


async def test_the_start_limit_counts_identifies(bot):
    told_of = (await bot.call("GET", "/gateway/bot")).body
    assert told_of["session_start_limit"]["remaining"] == 999
    assert told_of["url"] == bot.sandbox.gateway_url
