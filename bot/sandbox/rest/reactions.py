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
    from bot.sandbox.parts import Call, Parts, Reply

REACTIONS = 20
_CUSTOM = re.compile(r"(?:a:)?\w{2,32}:(\d+)")


def add_own(parts: Parts, call: Call) -> Reply:
    """PUT …/reactions/{emoji}/@me: the first of its kind needs Add Reactions; 20 kinds at most (30010)."""
    channel, message = _place(parts, call)
    require(parts, channel, "read_message_history")
    emoji = _emoji(parts, call)
    if emoji not in message.reactions:
        require(parts, channel, "add_reactions")
        if len(message.reactions) >= REACTIONS:
            raise DiscordError(30010)
    parts.world.react(message, emoji, parts.world.bot)
    return 204, None


def remove_own(parts: Parts, call: Call) -> Reply:
    """DELETE …/reactions/{emoji}/@me."""
    _, message = _place(parts, call)
    parts.world.unreact(message, _emoji(parts, call), parts.world.bot.id)
    return 204, None


def remove_of(parts: Parts, call: Call) -> Reply:
    """DELETE …/reactions/{emoji}/{user_id}: that of another needs Manage Messages."""
    channel, message = _place(parts, call)
    if call.id_of("user_id") != parts.world.bot.id:
        require(parts, channel, "manage_messages")
    parts.world.unreact(message, _emoji(parts, call), call.id_of("user_id"))
    return 204, None


def list_of(parts: Parts, call: Call) -> Reply:
    """GET …/reactions/{emoji}: who reacted so; `limit`, `after`."""
    _, message = _place(parts, call)
    after = int(call.query.get("after", 0))
    limit = min(100, int(call.query.get("limit", 25)))
    ids = sorted(one for one in message.reactions.get(_emoji(parts, call), ()) if one > after)
    return 200, [user_json(parts.world.users[one]) for one in ids[:limit]]


def remove_all(parts: Parts, call: Call) -> Reply:
    """DELETE …/reactions, or …/reactions/{emoji} for one kind; needs Manage Messages."""
    channel, message = _place(parts, call)
    require(parts, channel, "manage_messages")
    emoji = _emoji(parts, call) if "emoji" in call.params else None
    for one in [emoji] if emoji is not None else list(message.reactions):
        message.reactions.pop(one, None)
    more: dict[str, Any] = {} if emoji is None else {"emoji": emoji_json(emoji, parts.world.emojis)}
    name = "MESSAGE_REACTION_REMOVE_ALL" if emoji is None else "MESSAGE_REACTION_REMOVE_EMOJI"
    parts.world.reactions_changed(name, message, more)
    return 204, None


def _place(parts: Parts, call: Call) -> tuple[Channel, Message]:
    channel = open_channel(parts, call.id_of("channel_id"))
    require_unarchived(channel)
    return channel, parts.world.message(channel, call.id_of("message_id"))


def _emoji(parts: Parts, call: Call) -> str:
    """Return a Unicode emoji as it is, and one of the application's own by its id; else 10014."""
    text = call.params["emoji"]
    custom = _CUSTOM.fullmatch(text)
    known = int(custom.group(1)) in parts.world.emojis if custom else bool(text) and not text.isascii()
    if not known:
        raise DiscordError(10014)
    return custom.group(1) if custom else text
