"""Reactions to messages: one's own, those of others, and who reacted with what."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.sandbox.emojis import emoji_json
from bot.sandbox.errors import DiscordError
from bot.sandbox.payloads import user_json
from bot.sandbox.rest.access import open_channel, require, require_unarchived

if TYPE_CHECKING:
    from bot.sandbox.model import Channel, Message
    from bot.sandbox.services import Call, Reply, Services

REACTIONS = 20
_CUSTOM = re.compile(r"(?:a:)?\w{2,32}:(\d+)")


def add_own(services: Services, call: Call) -> Reply:
    """PUT …/reactions/{emoji}/@me: the first of its kind needs Add Reactions; 20 kinds at most (30010)."""
    channel, message = _place(services, call)
    require(services, channel, "read_message_history")
    emoji = _emoji(services, call)
    if emoji not in message.reactions:
        require(services, channel, "add_reactions")
        if len(message.reactions) >= REACTIONS:
            raise DiscordError(30010)
    services.world.react(message, emoji, services.world.bot)
    return 204, None


def remove_own(services: Services, call: Call) -> Reply:
    """DELETE …/reactions/{emoji}/@me."""
    _, message = _place(services, call)
    services.world.unreact(message, _emoji(services, call), services.world.bot.id)
    return 204, None


def remove_of(services: Services, call: Call) -> Reply:
    """DELETE …/reactions/{emoji}/{user_id}: that of another needs Manage Messages."""
    channel, message = _place(services, call)
    if call.id_of("user_id") != services.world.bot.id:
        require(services, channel, "manage_messages")
    services.world.unreact(message, _emoji(services, call), call.id_of("user_id"))
    return 204, None


def list_of(services: Services, call: Call) -> Reply:
    """GET …/reactions/{emoji}: who reacted so; `limit`, `after`."""
    _, message = _place(services, call)
    after = int(call.query.get("after", 0))
    limit = min(100, int(call.query.get("limit", 25)))
    ids = sorted(one for one in message.reactions.get(_emoji(services, call), ()) if one > after)
    return 200, [user_json(services.world.users[one]) for one in ids[:limit]]


def remove_all(services: Services, call: Call) -> Reply:
    """DELETE …/reactions, or …/reactions/{emoji} for one kind; needs Manage Messages."""
    channel, message = _place(services, call)
    require(services, channel, "manage_messages")
    emoji = _emoji(services, call) if "emoji" in call.params else None
    for one in [emoji] if emoji is not None else list(message.reactions):
        message.reactions.pop(one, None)
    more: dict[str, Any] = {} if emoji is None else {"emoji": emoji_json(emoji, services.world.emojis)}
    name = "MESSAGE_REACTION_REMOVE_ALL" if emoji is None else "MESSAGE_REACTION_REMOVE_EMOJI"
    services.world.reactions_changed(name, message, more)
    return 204, None


def _place(services: Services, call: Call) -> tuple[Channel, Message]:
    channel = open_channel(services, call.id_of("channel_id"))
    require_unarchived(channel)
    return channel, services.world.message(channel, call.id_of("message_id"))


def _emoji(services: Services, call: Call) -> str:
    """Return a Unicode emoji as it is, and one of the application's own by its id; else 10014."""
    text = call.params["emoji"]
    custom = _CUSTOM.fullmatch(text)
    known = int(custom.group(1)) in services.world.emojis if custom else bool(text) and not text.isascii()
    if not known:
        raise DiscordError(10014)
    return custom.group(1) if custom else text
