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
    from bot.sandbox.services import Call, Reply, Services


def list_messages(services: Services, call: Call) -> Reply:
    """GET /channels/{channel_id}/messages: newest first; `limit`, `before`, `after`."""
    channel = open_channel(services, call.id_of("channel_id"))
    require(services, channel, "read_message_history")
    limit = min(100, int(call.query.get("limit", 50)))
    before = int(call.query.get("before", 1 << 64))
    after = int(call.query.get("after", 0))
    found = [one for one in channel.messages.values() if not one.ephemeral and after < one.id < before]
    ordered = sorted(found, key=lambda one: one.id)
    page = ordered[:limit] if "after" in call.query else ordered[-limit:]
    return 200, [services.world.json(one) for one in reversed(page)]


def get_message(services: Services, call: Call) -> Reply:
    """GET /channels/{channel_id}/messages/{message_id}."""
    channel = open_channel(services, call.id_of("channel_id"))
    message = services.world.message(channel, call.id_of("message_id"))
    note(call, message)
    return 200, services.world.json(message)


def post_message(services: Services, call: Call) -> Reply:
    """POST /channels/{channel_id}/messages; an archived thread that is not locked opens again.

    A message that an earlier request with the same enforced nonce created is returned as it is now.
    """
    channel = open_channel(services, call.id_of("channel_id"))
    if channel.kind == FORUM_CHANNEL:
        raise DiscordError(50008)
    require_send(services, channel, files=bool(call.files))
    check_message(services, call, call.data)
    known = services.nonces.find(call.data)
    if known is not None:
        message = services.world.message(channel, known)
        note(call, message)
        return 200, _with_nonce(services, call, message)
    if channel.archived:
        channel.archived = False
        channel.archive_stamp = services.clock.wall()
        services.world.channel_changed(channel)
    message = create_message(services, call, channel, call.data)
    services.nonces.note(call.data, message)
    return 200, _with_nonce(services, call, message)


def _with_nonce(services: Services, call: Call, message: Message) -> dict[str, Any]:
    """Return the message as its sender gets it: the nonce comes back, so that they know it again."""
    nonce = call.data.get("nonce")
    shown = services.world.json(message)
    return shown if nonce is None else {**shown, "nonce": nonce}


def patch_message(services: Services, call: Call) -> Reply:
    """PATCH /channels/{channel_id}/messages/{message_id}: own messages only (50005)."""
    channel = open_channel(services, call.id_of("channel_id"))
    message = services.world.message(channel, call.id_of("message_id"))
    note(call, message)
    if message.author.id != services.world.bot.id:
        raise DiscordError(50005)
    require_unarchived(channel)
    if call.files:
        require(services, channel, "attach_files")
    check_message(services, call, call.data, message)
    edit_message(services, call, message, call.data)
    return 200, services.world.json(message)


def delete_message(services: Services, call: Call) -> Reply:
    """DELETE /channels/{channel_id}/messages/{message_id}."""
    channel = open_channel(services, call.id_of("channel_id"))
    message = services.world.message(channel, call.id_of("message_id"))
    note(call, message)
    is_own = message.author.id == services.world.bot.id
    if not is_own and not bot_permissions(services, channel) & BITS["manage_messages"]:
        raise DiscordError(50013)
    require_unarchived(channel)
    services.world.remove_message(message)
    return 204, None


def typing(services: Services, call: Call) -> Reply:
    """POST /channels/{channel_id}/typing."""
    require_send(services, open_channel(services, call.id_of("channel_id")), files=False)
    return 204, None
