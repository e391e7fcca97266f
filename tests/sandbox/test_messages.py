from __future__ import annotations

import pytest

from bot.sandbox.model import Message
from tests.sandbox.raw_bot import EPHEMERAL, V2, panel, png, text


@pytest.fixture
def nertz(sandbox):
    return sandbox.channel("nertz")


@pytest.fixture
def messages(nertz):
    return f"/channels/{nertz.id}/messages"


async def post(bot, messages, picture="board_1.png"):
    sent = await bot.call("POST", messages, panel("board", picture=picture), {picture: png()})
    assert sent.status == 200
    return sent.body


async def test_a_posted_message_is_seen_by_everybody_with_its_picture(bot, messages, ana, ben):
    await post(bot, messages)
    for person in (ana, ben):
        shown = person.sees("nertz")[-1]
        assert shown.text == "board"
        assert shown.alt_texts == ["a picture"]
        assert person.picture(shown) == png()


async def test_a_file_is_served_where_the_message_says_with_its_size(bot, messages):
    message = await post(bot, messages)
    media = message["components"][1]["items"][0]["media"]
    assert (media["width"], media["height"]) == (1100, 700)
    assert media["url"] == message["attachments"][0]["url"]
    async with bot.http.get(media["url"]) as response:
        assert (response.headers["Content-Type"], await response.read()) == ("image/png", png())


async def test_a_replaced_file_is_gone(bot, messages):
    message = await post(bot, messages)
    path = f"{messages}/{message['id']}"
    edited = await bot.call("PATCH", path, panel("b", picture="board_2.png"), {"board_2.png": png(grey=1)})
    assert [one["filename"] for one in edited.body["attachments"]] == ["board_2.png"]
    async with bot.http.get(message["attachments"][0]["url"]) as response:
        assert response.status == 404


async def test_new_files_stack_up_when_the_list_of_attachments_is_left_out(bot, messages):
    message = await post(bot, messages)
    body = panel("b", picture="board_2.png")
    del body["attachments"]
    edited = await bot.call("PATCH", f"{messages}/{message['id']}", body, {"board_2.png": png()})
    assert [one["filename"] for one in edited.body["attachments"]] == ["board_1.png", "board_2.png"]


async def test_an_edit_without_files_keeps_what_it_lists(bot, messages):
    message = await post(bot, messages)
    body = panel("new text", picture="board_1.png")
    body["attachments"] = [{"id": message["attachments"][0]["id"]}]
    edited = await bot.call("PATCH", f"{messages}/{message['id']}", body)
    assert edited.body["components"][1]["items"][0]["media"]["url"] == message["attachments"][0]["url"]


async def test_an_edit_may_not_show_a_file_that_it_drops(bot, messages, sandbox):
    message = await post(bot, messages)
    refused = await bot.call("PATCH", f"{messages}/{message['id']}", {"attachments": []})
    assert refused.code == 50035
    assert "ATTACHMENT_NOT_FOUND" in str(refused.body["errors"])


async def test_an_edit_sets_the_edited_stamp(bot, messages, clock):
    message = await post(bot, messages)
    assert message["edited_timestamp"] is None
    clock.advance(2)
    edited = await bot.call("PATCH", f"{messages}/{message['id']}", {"components": [text("x")]})
    assert edited.body["edited_timestamp"] > message["timestamp"]


async def test_a_message_that_was_v2_stays_v2(bot, messages):
    message = await post(bot, messages)
    edited = await bot.call("PATCH", f"{messages}/{message['id']}", {"flags": 0, "components": [text("x")]})
    assert edited.body["flags"] & V2
    refused = await bot.call("PATCH", f"{messages}/{message['id']}", {"content": "x"})
    assert refused.code == 50035


async def test_the_channel_route_makes_no_ephemeral_message(bot, messages):
    sent = await bot.call("POST", messages, {"content": "x", "flags": EPHEMERAL})
    assert not sent.body["flags"] & EPHEMERAL


async def test_a_persons_message_cannot_be_edited_but_is_listed(bot, messages, sandbox, nertz, ana):
    sandbox.world.add_message(Message(sandbox.world.new_id(), nertz.id, ana.user, "hello"))
    listed = await bot.call("GET", messages)
    assert [one["content"] for one in listed.body] == ["hello"]
    refused = await bot.call("PATCH", f"{messages}/{listed.body[0]['id']}", {"content": "x"})
    assert (refused.status, refused.code) == (403, 50005)


async def test_messages_are_listed_newest_first_by_pages(bot, messages):
    for number in range(4):
        await bot.call("POST", messages, {"content": str(number)})
    listed = await bot.call("GET", f"{messages}?limit=2")
    assert [one["content"] for one in listed.body] == ["3", "2"]
    older = await bot.call("GET", f"{messages}?limit=2&before={listed.body[-1]['id']}")
    assert [one["content"] for one in older.body] == ["1", "0"]


@pytest.mark.parametrize(
    ("lost", "status", "code"),
    [("view_channel", 403, 50001), ("send_messages", 403, 50013), ("attach_files", 403, 50013)],
)
async def test_posting_needs_permissions(bot, messages, sandbox, nertz, lost, status, code):
    sandbox.incidents.deny(nertz.id, lost)
    refused = await bot.call("POST", messages, panel("b", picture="a.png"), {"a.png": png()})
    assert (refused.status, refused.code) == (status, code)
    sandbox.incidents.allow(nertz.id, lost)
    sent = await bot.call("POST", messages, panel("b", picture="a.png"), {"a.png": png()})
    assert sent.status == 200


async def test_things_that_do_not_exist_say_so(bot, messages, sandbox, nertz):
    assert (await bot.call("GET", f"{messages}/5")).code == 10008
    assert (await bot.call("GET", "/channels/5")).code == 10003
    assert (await bot.call("GET", "/guilds/5")).code == 10004
    sandbox.incidents.delete_channel(nertz.id)
    refused = await bot.call("POST", messages, {"content": "x"})
    assert (refused.status, refused.code) == (404, 10003)


async def test_a_kicked_bot_has_no_access(bot, messages, sandbox, nertz):
    sandbox.incidents.kick_bot(nertz.guild_id)
    refused = await bot.call("POST", messages, {"content": "x"})
    assert (refused.status, refused.code) == (403, 50001)
    assert (await bot.next_event("GUILD_DELETE")) == {"id": str(nertz.guild_id)}


async def test_nothing_of_a_deleted_server_exists(bot, messages, sandbox, nertz):
    sandbox.incidents.delete_guild(nertz.guild_id)
    assert (await bot.next_event("GUILD_DELETE")) == {"id": str(nertz.guild_id)}
    assert (await bot.call("POST", messages, {"content": "x"})).code == 10003
    assert (await bot.call("GET", f"/guilds/{nertz.guild_id}")).code == 10004


async def test_a_deleted_message_disappears(bot, messages, ana):
    message = await post(bot, messages)
    assert (await bot.call("DELETE", f"{messages}/{message['id']}")).status == 204
    assert ana.sees("nertz") == []


async def test_an_empty_message_is_refused(bot, messages):
    assert (await bot.call("POST", messages, {"content": ""})).code == 50006


async def test_a_file_over_ten_mebibytes_is_refused(bot, messages):
    body = {"content": "x", "attachments": [{"id": 0}]}
    refused = await bot.call("POST", messages, body, {"big.bin": b"x" * (10 * 1024 * 1024 + 1)})
    assert (refused.status, refused.code) == (413, 40005)


async def test_no_token_no_entry(bot, messages):
    refused = await bot.call("GET", messages, login=False)
    assert (refused.status, refused.code) == (401, 0)


async def test_json_that_is_none_is_refused(bot, messages):
    headers = {"Authorization": "Bot token", "Content-Type": "application/json"}
    async with bot.http.post(f"{bot.sandbox.api_url}{messages}", data="{", headers=headers) as response:
        assert response.status == 400
        assert (await response.json())["code"] == 50109
