"""Starting threads and being in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox.errors import BodyRefused, DiscordError, Problem
from bot.sandbox.model import (
    ANNOUNCEMENT_CHANNEL,
    ANNOUNCEMENT_THREAD,
    FORUM_CHANNEL,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT_CHANNEL,
)
from bot.sandbox.payloads import channel_json
from bot.sandbox.posting import check_message, create_message
from bot.sandbox.rest.access import open_channel, require, require_unarchived

if TYPE_CHECKING:
    from bot.sandbox.model import Channel
    from bot.sandbox.services import Call, Reply, Services


KINDS = {
    TEXT_CHANNEL: (PUBLIC_THREAD, PRIVATE_THREAD),
    ANNOUNCEMENT_CHANNEL: (ANNOUNCEMENT_THREAD,),
    FORUM_CHANNEL: (PUBLIC_THREAD,),
}
"""Which threads a kind of channel can have; voice and stage channels have none."""


def start_thread(services: Services, call: Call) -> Reply:
    """POST /channels/{channel_id}/threads: a thread without a message, or a post with one in a forum."""
    parent = _parent(services, call)
    if parent.kind == FORUM_CHANNEL:
        return _start_post(services, call, parent)
    kind = call.data.get("type", PRIVATE_THREAD)
    is_private = kind == PRIVATE_THREAD
    require(services, parent, "create_private_threads" if is_private else "create_public_threads")
    if kind not in KINDS[parent.kind]:
        text = f"Value must be one of {KINDS[parent.kind]}."
        raise BodyRefused([Problem(("type",), "BASE_TYPE_CHOICES", text)])
    return 201, channel_json(_start(services, call, parent, services.world.new_id(), kind))


def _start_post(services: Services, call: Call, forum: Channel) -> Reply:
    body = call.data.get("message")
    if not isinstance(body, dict):
        raise BodyRefused([Problem(("message",), "BASE_TYPE_REQUIRED", "This field is required")])
    require(services, forum, "send_messages")
    check_message(services, call, body)
    thread = _start(services, call, forum, services.world.new_id(), PUBLIC_THREAD)
    message = create_message(services, call, thread, body)
    return 201, {**channel_json(thread), "message": services.world.json(message)}


def start_thread_from_message(services: Services, call: Call) -> Reply:
    """POST /channels/{channel_id}/messages/{message_id}/threads: the thread has the message's id."""
    parent = _parent(services, call)
    require(services, parent, "create_public_threads")
    message = services.world.message(parent, call.id_of("message_id"))
    if message.thread_id is not None:
        raise DiscordError(160004)
    message.thread_id = message.id
    thread = _start(services, call, parent, message.id, KINDS[parent.kind][0])
    services.world.message_changed(message)
    return 201, channel_json(thread)


def _parent(services: Services, call: Call) -> Channel:
    parent = open_channel(services, call.id_of("channel_id"))
    if parent.kind not in KINDS:
        raise DiscordError(50024)
    return parent


def _start(services: Services, call: Call, parent: Channel, thread_id: int, kind: int) -> Channel:
    name = str(call.data.get("name") or "")
    if not 1 <= len(name) <= 100:
        text = "Must be between 1 and 100 in length."
        raise BodyRefused([Problem(("name",), "BASE_TYPE_BAD_LENGTH", text)])
    thread = services.world.add_thread(parent, name, services.world.bot, thread_id, kind)
    thread.auto_archive = call.data.get("auto_archive_duration") or thread.auto_archive
    return thread


def add_member(services: Services, call: Call) -> Reply:
    """PUT /channels/{channel_id}/thread-members/{user_id}."""
    thread = open_channel(services, call.id_of("channel_id"))
    require_unarchived(thread)
    text = call.params["user_id"]
    user_id = services.world.bot.id if text == "@me" else call.id_of("user_id")
    if user_id not in services.world.users:
        raise DiscordError(10013)
    if user_id not in thread.thread_members:
        thread.thread_members.append(user_id)
    return 204, None


def remove_member(services: Services, call: Call) -> Reply:
    """DELETE /channels/{channel_id}/thread-members/{user_id}."""
    thread = open_channel(services, call.id_of("channel_id"))
    require_unarchived(thread)
    user_id = services.world.bot.id if call.params["user_id"] == "@me" else call.id_of("user_id")
    if user_id in thread.thread_members:
        thread.thread_members.remove(user_id)
    return 204, None
