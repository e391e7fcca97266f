"""Emojis and reactions in Discord's JSON. A key is a Unicode emoji, or the id of one of the application's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.payloads import user_json

if TYPE_CHECKING:
    from bot.sandbox.model import Emoji, Message, User

Json = dict[str, Any]


def emoji_json(key: str, known: dict[int, Emoji]) -> Json:
    """Return the partial emoji that stands in reactions."""
    if not key.isascii():
        return {"id": None, "name": key}
    custom = known.get(int(key))
    return {"id": key, "name": custom.name if custom else None, "animated": bool(custom and custom.animated)}


def custom_emoji_json(emoji: Emoji, owner: User) -> Json:
    """Return an emoji of the application."""
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "roles": [],
        "user": user_json(owner),
        "require_colons": True,
        "managed": False,
        "animated": emoji.animated,
        "available": True,
    }


def reactions_json(message: Message, known: dict[int, Emoji], me: int) -> list[Json]:
    """Return the reactions of a message, as the bot sees them."""
    return [
        {
            "emoji": emoji_json(key, known),
            "count": len(users),
            "count_details": {"burst": 0, "normal": len(users)},
            "burst_colors": [],
            "me": me in users,
            "me_burst": False,
            "burst_me": False,
            "burst_count": 0,
        }
        for key, users in message.reactions.items()
    ]
