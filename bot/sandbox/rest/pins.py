"""Pinned messages, by the routes of today (`messages/pins`) and by the older ones (`pins`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox.errors import DiscordError
from bot.sandbox.model import PIN_NOTICE, Message
from bot.sandbox.payloads import stamp
from bot.sandbox.rest.access import open_channel, require, require_unarchived

if TYPE_CHECKING:
    from bot.sandbox.model import Channel
    from bot.sandbox.services import Call, Reply, Services

PINS = 50


def pin(services: Services, call: Call) -> Reply:
    """PUT: pin a message, which the channel is told; 50 at most (30003)."""
    channel = _own_channel(services, call)
    message = services.world.message(channel, call.id_of("message_id"))
    if message.pinned is None:
        if len(_pinned(channel)) >= PINS:
            raise DiscordError(30003)
        message.pinned = services.clock.wall()
        services.world.message_changed(message)
        services.world.pins_changed(channel, message.pinned)
        _tell(services, channel, message)
    return 204, None


def unpin(services: Services, call: Call) -> Reply:
    """DELETE: let go of a pinned message."""
    channel = _own_channel(services, call)
    message = services.world.message(channel, call.id_of("message_id"))
    if message.pinned is not None:
        message.pinned = None
        services.world.message_changed(message)
        last = max((one.pinned for one in _pinned(channel) if one.pinned is not None), default=None)
        services.world.pins_changed(channel, last)
    return 204, None


def list_pins(services: Services, call: Call) -> Reply:
    """GET …/messages/pins: the newest first, with the moment; `limit`, `before` (a time stamp)."""
    channel = _readable(services, call)
    limit = min(PINS, int(call.query.get("limit", PINS)))
    before = call.query.get("before", "9")
    older = [one for one in _pinned(channel) if stamp(one.pinned or 0) < before]
    items = [
        {"pinned_at": stamp(one.pinned or 0), "message": services.world.json(one)} for one in older[:limit]
    ]
    return 200, {"items": items, "has_more": len(older) > limit}


def list_pinned_messages(services: Services, call: Call) -> Reply:
    """GET …/pins: the messages only, as it was before 2025."""
    return 200, [services.world.json(one) for one in _pinned(_readable(services, call))]


def _own_channel(services: Services, call: Call) -> Channel:
    channel = open_channel(services, call.id_of("channel_id"))
    require(services, channel, "pin_messages")
    require_unarchived(channel)
    return channel


def _readable(services: Services, call: Call) -> Channel:
    channel = open_channel(services, call.id_of("channel_id"))
    require(services, channel, "read_message_history")
    return channel


def _pinned(channel: Channel) -> list[Message]:
    found = [one for one in channel.messages.values() if one.pinned is not None]
    return sorted(found, key=lambda one: one.pinned or 0, reverse=True)


def _tell(services: Services, channel: Channel, pinned: Message) -> None:
    world = services.world
    told = Message(world.new_id(), channel.id, world.bot, kind=PIN_NOTICE, created=services.clock.wall())
    told.reference = pinned.id
    world.add_message(told)
