"""What things look like in Discord's JSON."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from bot.sandbox.model import (
    FORUM_CHANNEL,
    HAS_THREAD,
    STAGE_CHANNEL,
    SUPPRESS_EMBEDS,
    VOICE_CHANNEL,
)
from bot.sandbox.permissions import permissions_in
from bot.sandbox.snowflakes import moment_of

if TYPE_CHECKING:
    from bot.sandbox.model import Attachment, Channel, Guild, Member, Message, Role, User

Json = dict[str, Any]
FIRST_JOIN = "2024-01-01T00:00:00+00:00"


def stamp(seconds: float) -> str:
    """Return a moment as Discord writes it: ISO 8601 with microseconds, UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def user_json(user: User) -> Json:
    """Return a user object."""
    body: Json = {
        "id": str(user.id),
        "username": user.name,
        "discriminator": "0000" if user.bot else "0",
        "global_name": None if user.bot else user.display,
        "avatar": None,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
    }
    if user.bot:
        body["bot"] = True
    return body


def member_json(member: Member) -> Json:
    """Return a guild member object."""
    return {
        "user": user_json(member.user),
        "nick": member.nick,
        "avatar": None,
        "banner": None,
        "roles": [str(role) for role in member.roles],
        "joined_at": FIRST_JOIN,
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
    }


def role_json(role: Role) -> Json:
    """Return a role object."""
    return {
        "id": str(role.id),
        "name": role.name,
        "description": None,
        "permissions": str(role.permissions),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.managed,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def channel_json(channel: Channel) -> Json:
    """Return a channel or thread object."""
    body: Json = {
        "id": str(channel.id),
        "type": channel.kind,
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "parent_id": str(channel.parent_id) if channel.parent_id else None,
        "last_message_id": str(max(channel.messages)) if channel.messages else None,
        "rate_limit_per_user": 0,
        "flags": 0,
    }
    body.update(_thread_part(channel) if channel.is_thread else _guild_part(channel))
    return body


def _guild_part(channel: Channel) -> Json:
    """Return what channels that are no threads have, with the fields of their type."""
    return _SPOKEN_PART.get(channel.kind, {}) | _written_part(channel) | _common_part(channel)


_SPOKEN_PART: dict[int, Json] = {
    kind: {"bitrate": 64_000, "user_limit": limit, "rtc_region": None}
    for kind, limit in ((VOICE_CHANNEL, 0), (STAGE_CHANNEL, 10_000))
}


def _written_part(channel: Channel) -> Json:
    if channel.kind == VOICE_CHANNEL:
        return {"status": None}
    body: Json = {"topic": channel.topic}
    if channel.kind == FORUM_CHANNEL:
        body |= {
            "available_tags": [],
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
            "default_thread_rate_limit_per_user": 0,
            "template": "",
        }
    elif not channel.is_spoken:
        body["last_pin_timestamp"] = None if channel.last_pin is None else stamp(channel.last_pin)
    return body


def _common_part(channel: Channel) -> Json:
    return {
        "position": channel.position,
        "nsfw": False,
        "permission_overwrites": [
            {"id": str(rule.target), "type": rule.kind, "allow": str(rule.allow), "deny": str(rule.deny)}
            for rule in channel.overwrites.values()
        ],
    }


def _thread_part(channel: Channel) -> Json:
    return {
        "owner_id": str(channel.owner_id),
        "message_count": len(channel.messages),
        "total_message_sent": len(channel.messages),
        "member_count": len(channel.thread_members),
        "thread_metadata": {
            "archived": channel.archived,
            "auto_archive_duration": channel.auto_archive,
            "archive_timestamp": stamp(channel.archive_stamp),
            "create_timestamp": stamp(moment_of(channel.id)),
            "locked": channel.locked,
        },
    }


def guild_json(guild: Guild, bot_id: int) -> Json:
    """Return the guild of a GUILD_CREATE for a bot without the members intent: only itself is listed."""
    own = [member_json(guild.members[bot_id])] if bot_id in guild.members else []
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "preferred_locale": guild.locale,
        "roles": [role_json(role) for role in guild.roles.values()],
        "channels": [channel_json(channel) for channel in guild.channels.values() if not channel.is_thread],
        "threads": [
            channel_json(thread)
            for thread in guild.channels.values()
            if thread.is_thread and not thread.archived
        ],
        "members": own,
        "member_count": len(guild.members),
        "joined_at": FIRST_JOIN,
        "large": len(guild.members) > 250,
        "unavailable": False,
        **_GUILD_CONSTANTS,
    }


def partial_guild_json(guild: Guild, bot_id: int, *, with_counts: bool) -> Json:
    """Return one of the guilds of GET /users/@me/guilds."""
    body: Json = {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "banner": None,
        "owner": guild.owner_id == bot_id,
        "permissions": str(permissions_in(guild, bot_id)),
        "features": [],
    }
    if with_counts:
        body |= {"approximate_member_count": len(guild.members), "approximate_presence_count": 1}
    return body


_GUILD_CONSTANTS: Json = {
    "icon": None,
    "splash": None,
    "discovery_splash": None,
    "banner": None,
    "description": None,
    "features": [],
    "emojis": [],
    "stickers": [],
    "presences": [],
    "voice_states": [],
    "stage_instances": [],
    "guild_scheduled_events": [],
    "soundboard_sounds": [],
    "verification_level": 0,
    "default_message_notifications": 1,
    "explicit_content_filter": 0,
    "mfa_level": 0,
    "nsfw_level": 0,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "premium_progress_bar_enabled": False,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "rules_channel_id": None,
    "public_updates_channel_id": None,
    "afk_channel_id": None,
    "afk_timeout": 300,
    "application_id": None,
    "vanity_url_code": None,
    "max_members": 500_000,
    "region": "deprecated",
}


def attachment_json(attachment: Attachment, channel_id: int, cdn: str) -> Json:
    """Return an attachment object; its address is on this server."""
    url = f"{cdn}/attachments/{channel_id}/{attachment.id}/{attachment.filename}"
    body: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.data),
        "url": url,
        "proxy_url": url,
        "content_type": attachment.content_type,
    }
    if attachment.description is not None:
        body["description"] = attachment.description
    if attachment.size is not None:
        body["width"], body["height"] = attachment.size
    return body


def message_json(message: Message, guild_id: int, cdn: str) -> Json:
    """Return a message object (REST and gateway share it)."""
    body: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel_id),
        "type": message.kind,
        "author": user_json(message.author),
        "content": message.content,
        "timestamp": stamp(message.created),
        "edited_timestamp": None if message.edited is None else stamp(message.edited),
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [attachment_json(one, message.channel_id, cdn) for one in message.attachments],
        "embeds": [] if message.flags & SUPPRESS_EMBEDS else message.embeds,
        "components": message.components,
        "pinned": message.pinned is not None,
        "flags": message.flags | (HAS_THREAD if message.thread_id else 0),
    }
    if message.author.bot:
        body["application_id"] = str(message.author.id)
    if message.metadata is not None:
        body["webhook_id"] = str(message.author.id)
        body["interaction_metadata"] = message.metadata
    if message.command and message.metadata is not None:
        metadata = message.metadata
        body["interaction"] = {
            "id": metadata["id"],
            "type": metadata["type"],
            "name": message.command,
            "user": metadata["user"],
        }
    if message.reference is not None:
        body["message_reference"] = {
            "type": 0,
            "message_id": str(message.reference),
            "channel_id": str(message.channel_id),
            "guild_id": str(guild_id),
        }
    return body
