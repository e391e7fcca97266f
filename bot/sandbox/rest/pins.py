"""Pinned messages, by the routes of today (`messages/pins`) and by the older ones (`pins`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox.errors import DiscordError
from bot.sandbox.model import PIN_NOTICE, Message
from bot.sandbox.payloads import stamp
from bot.sandbox.rest.access import open_channel, require, require_unarchived

if TYPE_CHECKING:
    from bot.sandbox.model import Channel
    from bot.sandbox.parts import Call, Parts, Reply

PINS = 50


def pin(parts: Parts, call: Call) -> Reply:
    """PUT: pin a message, which the channel is told; 50 at most (30003)."""
    channel = _own_channel(parts, call)
    message = parts.world.message(channel, call.id_of("message_id"))
    if message.pinned is None:
        if len(_pinned(channel)) >= PINS:
            raise DiscordError(30003)
        message.pinned = parts.clock.wall()
        parts.world.message_changed(message)
        parts.world.pins_changed(channel, message.pinned)
        _tell(parts, channel, message)
    return 204, None


def unpin(parts: Parts, call: Call) -> Reply:
    """DELETE: let go of a pinned message."""
    channel = _own_channel(parts, call)
    message = parts.world.message(channel, call.id_of("message_id"))
    if message.pinned is not None:
        message.pinned = None
        parts.world.message_changed(message)
        last = max((one.pinned for one in _pinned(channel) if one.pinned is not None), default=None)
        parts.world.pins_changed(channel, last)
    return 204, None


def list_pins(parts: Parts, call: Call) -> Reply:
    """GET …/messages/pins: the newest first, with the moment; `limit`, `before` (a time stamp)."""
    channel = _readable(parts, call)
    limit = min(PINS, int(call.query.get("limit", PINS)))
    before = call.query.get("before", "9")
    older = [one for one in _pinned(channel) if stamp(one.pinned or 0) < before]
    items = [{"pinned_at": stamp(one.pinned or 0), "message": parts.world.json(one)} for one in older[:limit]]
    return 200, {"items": items, "has_more": len(older) > limit}


def list_pinned_messages(parts: Parts, call: Call) -> Reply:
    """GET …/pins: the messages only, as it was before 2025."""
    return 200, [parts.world.json(one) for one in _pinned(_readable(parts, call))]


def _own_channel(parts: Parts, call: Call) -> Channel:
    channel = open_channel(parts, call.id_of("channel_id"))
    require(parts, channel, "pin_messages")
    require_unarchived(channel)
    return channel


def _readable(parts: Parts, call: Call) -> Channel:
    channel = open_channel(parts, call.id_of("channel_id"))
    require(parts, channel, "read_message_history")
    return channel


def _pinned(channel: Channel) -> list[Message]:
    found = [one for one in channel.messages.values() if one.pinned is not None]
    return sorted(found, key=lambda one: one.pinned or 0, reverse=True)


def _tell(parts: Parts, channel: Channel, pinned: Message) -> None:
    world = parts.world
    told = Message(world.new_id(), channel.id, world.bot, kind=PIN_NOTICE, created=parts.clock.wall())
    told.reference = pinned.id
    world.add_message(told)
