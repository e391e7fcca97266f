"""Messages by the channel routes. Ephemeral ones do not exist here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.errors import DiscordError
from bot.sandbox.model import FORUM_CHANNEL
from bot.sandbox.permissions import BITS
from bot.sandbox.posting import check_message, create_message, edit_message, note
from bot.sandbox.rest.access import (
    bot_permissions,
    open_channel,
    require,
    require_send,
    require_unarchived,
)

if TYPE_CHECKING:
    from bot.sandbox.model import Message
    from bot.sandbox.parts import Call, Parts, Reply


def list_messages(parts: Parts, call: Call) -> Reply:
    """GET /channels/{channel_id}/messages: newest first; `limit`, `before`, `after`."""
    channel = open_channel(parts, call.id_of("channel_id"))
    require(parts, channel, "read_message_history")
    limit = min(100, int(call.query.get("limit", 50)))
    before = int(call.query.get("before", 1 << 64))
    after = int(call.query.get("after", 0))
    found = [one for one in channel.messages.values() if not one.ephemeral and after < one.id < before]
    ordered = sorted(found, key=lambda one: one.id)
    page = ordered[:limit] if "after" in call.query else ordered[-limit:]
    return 200, [parts.world.json(one) for one in reversed(page)]


def get_message(parts: Parts, call: Call) -> Reply:
    """GET /channels/{channel_id}/messages/{message_id}."""
    channel = open_channel(parts, call.id_of("channel_id"))
    message = parts.world.message(channel, call.id_of("message_id"))
    note(call, message)
    return 200, parts.world.json(message)


def post_message(parts: Parts, call: Call) -> Reply:
    """POST /channels/{channel_id}/messages; an archived thread that is not locked opens again.

    A message that an earlier request with the same enforced nonce created is returned as it is now.
    """
    channel = open_channel(parts, call.id_of("channel_id"))
    if channel.kind == FORUM_CHANNEL:
        raise DiscordError(50008)
    require_send(parts, channel, files=bool(call.files))
    check_message(parts, call, call.data)
    known = parts.nonces.find(call.data)
    if known is not None:
        message = parts.world.message(channel, known)
        note(call, message)
        return 200, _with_nonce(parts, call, message)
    if channel.archived:
        channel.archived = False
        channel.archive_stamp = parts.clock.wall()
        parts.world.channel_changed(channel)
    message = create_message(parts, call, channel, call.data)
    parts.nonces.note(call.data, message)
    return 200, _with_nonce(parts, call, message)


def _with_nonce(parts: Parts, call: Call, message: Message) -> dict[str, Any]:
    """Return the message as its sender gets it: the nonce comes back, so that they know it again."""
    nonce = call.data.get("nonce")
    shown = parts.world.json(message)
    return shown if nonce is None else {**shown, "nonce": nonce}


def patch_message(parts: Parts, call: Call) -> Reply:
    """PATCH /channels/{channel_id}/messages/{message_id}: own messages only (50005)."""
    channel = open_channel(parts, call.id_of("channel_id"))
    message = parts.world.message(channel, call.id_of("message_id"))
    note(call, message)
    if message.author.id != parts.world.bot.id:
        raise DiscordError(50005)
    require_unarchived(channel)
    if call.files:
        require(parts, channel, "attach_files")
    check_message(parts, call, call.data, message)
    edit_message(parts, call, message, call.data)
    return 200, parts.world.json(message)


def delete_message(parts: Parts, call: Call) -> Reply:
    """DELETE /channels/{channel_id}/messages/{message_id}."""
    channel = open_channel(parts, call.id_of("channel_id"))
    message = parts.world.message(channel, call.id_of("message_id"))
    note(call, message)
    is_own = message.author.id == parts.world.bot.id
    if not is_own and not bot_permissions(parts, channel) & BITS["manage_messages"]:
        raise DiscordError(50013)
    require_unarchived(channel)
    parts.world.remove_message(message)
    return 204, None


def typing(parts: Parts, call: Call) -> Reply:
    """POST /channels/{channel_id}/typing."""
    require_send(parts, open_channel(parts, call.id_of("channel_id")), files=False)
    return 204, None
