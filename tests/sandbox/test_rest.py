"""What other clients ask for besides messages: the application, single commands, emojis, pins, channels."""

from __future__ import annotations

import base64

import pytest

from bot.sandbox.people import APPLICATION_ID
from tests.sandbox.raw_bot import EPHEMERAL, HELLO, RawBot, clicked, panel, png, told

APPLICATION = f"/applications/{APPLICATION_ID}"
COMMANDS = f"{APPLICATION}/commands"
SMILE = "%F0%9F%99%82"


@pytest.fixture
def place(sandbox):
    return f"/channels/{sandbox.channel('nertz').id}/messages"


@pytest.fixture
def text(sandbox):
    return sandbox.channel("nertz").id


async def test_the_application_and_its_servers_are_told(bot, sandbox):
    mine = await bot.call("GET", "/applications/@me")
    assert (mine.status, mine.body["id"]) == (200, str(APPLICATION_ID))
    guilds = (await bot.call("GET", "/users/@me/guilds?with_counts=true")).body
    assert [one["name"] for one in guilds] == ["Card Table", "Second Server"]
    assert guilds[0]["approximate_member_count"] == 11
    after = await bot.call("GET", f"/users/@me/guilds?after={guilds[0]['id']}")
    assert [one["id"] for one in after.body] == [guilds[1]["id"]]


async def test_a_single_command_is_read_changed_and_deleted(bot):
    made = await bot.call("POST", COMMANDS, HELLO)
    assert made.status == 201
    path = f"{COMMANDS}/{made.body['id']}"
    assert (await bot.call("GET", path)).body == made.body
    changed = await bot.call("PATCH", path, {"name": "hi"})
    assert (changed.body["name"], changed.body["description"]) == ("hi", "says hello")
    assert changed.body["id"] == made.body["id"]
    assert (await bot.call("PATCH", path, {"name": "Not lower case"})).code == 50035
    assert (await bot.call("DELETE", path)).status == 204
    assert (await bot.call("GET", path)).code == 10063
    assert (await bot.call("GET", COMMANDS)).body == []


async def test_an_emoji_of_the_application_lives_and_dies(bot):
    image = "data:image/png;base64," + base64.b64encode(png(8, 8)).decode()
    made = await bot.call("POST", f"{APPLICATION}/emojis", {"name": "spade", "image": image})
    assert (made.status, made.body["name"], made.body["animated"]) == (201, "spade", False)
    path = f"{APPLICATION}/emojis/{made.body['id']}"
    assert (await bot.call("PATCH", path, {"name": "club"})).body["name"] == "club"
    assert (await bot.call("GET", path)).body["id"] == made.body["id"]
    assert [one["name"] for one in (await bot.call("GET", f"{APPLICATION}/emojis")).body["items"]] == ["club"]
    assert (await bot.call("DELETE", path)).status == 204
    assert (await bot.call("GET", path)).code == 10014


@pytest.mark.parametrize(
    "body", [{"name": "x", "image": "data:image/png;base64,AAAA"}, {"name": "spade", "image": "no"}]
)
async def test_an_emoji_without_a_good_name_and_picture_is_refused(bot, body):
    assert (await bot.call("POST", f"{APPLICATION}/emojis", body)).code == 50035


async def test_reactions_are_counted_told_and_taken_away(sandbox, place):
    async with RawBot(sandbox) as bot:
        await bot.identify(intents=1 | 1 << 10)
        message = (await bot.call("POST", place, {"content": "x"})).body
        path = f"{place}/{message['id']}/reactions/{SMILE}"
        assert (await bot.call("PUT", f"{path}/@me")).status == 204
        heard = await bot.next_event("MESSAGE_REACTION_ADD")
        assert (heard["message_id"], heard["emoji"]["name"]) == (message["id"], "🙂")
        (shown,) = (await bot.call("GET", f"{place}/{message['id']}")).body["reactions"]
        assert (shown["count"], shown["me"]) == (1, True)
        assert [one["id"] for one in (await bot.call("GET", path)).body] == [str(APPLICATION_ID)]
        sandbox.limits.enabled = False
        assert (await bot.call("DELETE", f"{path}/@me")).status == 204
        await bot.next_event("MESSAGE_REACTION_REMOVE")
        assert "reactions" not in (await bot.call("GET", f"{place}/{message['id']}")).body
        assert (await bot.call("PUT", f"{place}/{message['id']}/reactions/nonsense/@me")).code == 10014
        assert (await bot.call("DELETE", f"{place}/{message['id']}/reactions")).code == 50013


@pytest.mark.parametrize("old", [False, True])
async def test_a_pin_needs_its_permission_and_is_told(bot, sandbox, place, text, old):
    message = (await bot.call("POST", place, {"content": "x"})).body
    pins = f"/channels/{text}/pins" if old else f"{place}/pins"
    assert (await bot.call("PUT", f"{pins}/{message['id']}")).code == 50013
    sandbox.incidents.allow(text, "pin_messages")
    assert (await bot.call("PUT", f"{pins}/{message['id']}")).status == 204
    assert (await bot.next_event("CHANNEL_PINS_UPDATE"))["channel_id"] == str(text)
    found = (await bot.call("GET", pins)).body
    listed = found if old else [one["message"] for one in found["items"]]
    assert [(one["id"], one["pinned"]) for one in listed] == [(message["id"], True)]
    (notice, _) = (await bot.call("GET", place)).body
    assert (notice["type"], notice["message_reference"]["message_id"]) == (6, message["id"])
    assert (await bot.call("DELETE", f"{pins}/{message['id']}")).status == 204
    assert (await bot.call("GET", f"{place}/{message['id']}")).body["pinned"] is False


async def test_messages_are_of_the_types_that_discord_gives_them(bot, ana, place):
    await bot.sync(HELLO)
    board = (await bot.call("POST", place, panel("board"))).body
    reply = {"content": "x", "message_reference": {"message_id": board["id"]}}
    replied = (await bot.call("POST", place, reply)).body
    assert (board["type"], replied["type"], replied["referenced_message"]["id"]) == (0, 19, board["id"])
    _, command = await told(bot, ana)
    first = (await bot.answer(command, 4, {"content": "hi"})).body["resource"]["message"]
    more = (await bot.call("POST", bot.hook(command), {"content": "more"}, login=False)).body
    assert (first["type"], more["type"]) == (20, 19)
    assert more["message_reference"]["message_id"] == first["id"]
    _, click = await clicked(bot, ana, ana.sees("nertz")[0])
    hand = (await bot.answer(click, 4, panel("hand", flags=EPHEMERAL))).body["resource"]["message"]
    assert (hand["type"], hand["message_reference"]["message_id"]) == (19, board["id"])


async def test_a_reply_to_a_secret_shows_nothing_of_it(bot, sandbox, ana, place):
    await bot.sync(HELLO)
    _, command = await told(bot, ana)
    hand = (await bot.answer(command, 4, panel("hand", flags=EPHEMERAL))).body["resource"]["message"]
    reply = {"content": "x", "message_reference": {"message_id": hand["id"]}}
    assert (await bot.call("POST", place, reply)).body["referenced_message"] is None


async def test_callbacks_name_no_bucket_and_every_method_of_a_route_has_its_own(bot, ana, place):
    await bot.sync(HELLO)
    _, command = await told(bot, ana)
    answered = await bot.answer(command, 4, {"content": "hi"})
    assert not [name for name in answered.headers if name.startswith("X-RateLimit")]
    original = bot.hook(command, "/messages/@original")
    message = (await bot.call("POST", place, {"content": "x"})).body
    asked = [
        await bot.call("GET", original, login=False),
        await bot.call("PATCH", original, {"content": "y"}, login=False),
        await bot.call("GET", f"{place}/{message['id']}"),
        await bot.call("PATCH", f"{place}/{message['id']}", {"content": "y"}),
        await bot.call("GET", place),
    ]
    assert len({one.headers["X-RateLimit-Bucket"] for one in asked}) == len(asked)


FIELDS = {
    "nertz": (0, {"topic", "last_pin_timestamp", "nsfw"}),
    "news": (5, {"topic", "last_pin_timestamp"}),
    "talk": (2, {"bitrate", "user_limit", "rtc_region", "last_message_id"}),
    "stage": (13, {"bitrate", "user_limit", "rtc_region", "topic"}),
    "forum": (15, {"available_tags", "default_reaction_emoji", "default_sort_order", "default_forum_layout"}),
}


@pytest.mark.parametrize("name", FIELDS)
async def test_a_channel_has_the_fields_of_its_type(bot, sandbox, name):
    kind, fields = FIELDS[name]
    shown = (await bot.call("GET", f"/channels/{sandbox.channel(name).id}")).body
    assert shown["type"] == kind
    assert fields <= shown.keys()
    assert ("bitrate" in shown) == (name in ("talk", "stage"))


@pytest.mark.parametrize(
    ("name", "kind", "status"),
    [
        ("nertz", 11, 201),
        ("nertz", 10, 400),
        ("news", 10, 201),
        ("news", 11, 400),
        ("talk", 11, 400),
        ("stage", 11, 400),
    ],
)
async def test_a_thread_is_of_a_type_that_its_channel_can_have(bot, sandbox, name, kind, status):
    path = f"/channels/{sandbox.channel(name).id}/threads"
    assert (await bot.call("POST", path, {"name": "x", "type": kind})).status == status


async def test_a_forum_has_posts_and_no_messages_of_its_own(bot, sandbox):
    forum = f"/channels/{sandbox.channel('forum').id}"
    assert (await bot.call("POST", f"{forum}/messages", {"content": "x"})).code == 50008
    assert (await bot.call("POST", f"{forum}/threads", {"name": "post"})).code == 50035
    post = await bot.call("POST", f"{forum}/threads", {"name": "post", "message": {"content": "first"}})
    assert (post.status, post.body["type"], post.body["message"]["content"]) == (201, 11, "first")


async def test_a_denial_after_a_permission_really_denies(bot, sandbox, place, text):
    sandbox.incidents.allow(text, "send_messages")
    sandbox.incidents.deny(text, "send_messages")
    assert (await bot.call("POST", place, {"content": "x"})).code == 50013
    sandbox.incidents.allow(text, "send_messages")
    assert (await bot.call("POST", place, {"content": "x"})).status == 200
