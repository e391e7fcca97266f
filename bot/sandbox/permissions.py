"""Permission bits and how Discord works them out for a member in a channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.sandbox.model import Channel, Guild, Overwrite

BITS = {
    "create_instant_invite": 1 << 0,
    "kick_members": 1 << 1,
    "ban_members": 1 << 2,
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_external_emojis": 1 << 18,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
    "pin_messages": 1 << 51,
}
ALL = (1 << 53) - 1


def bits(*names: str) -> int:
    """Add up permissions by their names."""
    total = 0
    for name in names:
        total |= BITS[name]
    return total


EVERYONE = bits(
    "view_channel", "send_messages", "embed_links", "attach_files", "read_message_history", "add_reactions",
    "use_external_emojis", "use_application_commands", "create_public_threads", "send_messages_in_threads",
)  # fmt: skip
MODERATOR = EVERYONE | bits(
    "manage_guild", "manage_channels", "manage_messages", "manage_threads", "kick_members", "pin_messages"
)


def permissions_in(guild: Guild, user_id: int, channel: Channel | None = None) -> int:
    """Return the permission bits of a member, in a channel or in the whole guild."""
    member = guild.members.get(user_id)
    if member is None:
        return 0
    held = guild.roles[guild.id].permissions
    for role_id in member.roles:
        held |= guild.roles[role_id].permissions
    if guild.owner_id == user_id or held & BITS["administrator"]:
        return ALL
    if channel is None:
        return held
    place = guild.channels[channel.parent_id] if channel.is_thread and channel.parent_id else channel
    return _with_overwrites(held, place.overwrites, [guild.id], member.roles, user_id)


def _with_overwrites(
    held: int, overwrites: dict[int, Overwrite], everyone: list[int], roles: list[int], user_id: int
) -> int:
    for group in (everyone, roles, [user_id]):
        allow = deny = 0
        for target in group:
            if target in overwrites:
                allow |= overwrites[target].allow
                deny |= overwrites[target].deny
        held = (held & ~deny) | allow
    return held if held & BITS["view_channel"] else 0
