"""Reading guilds, channels, members and users; changing a channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox.errors import DiscordError
from bot.sandbox.payloads import channel_json, guild_json, member_json, role_json, user_json
from bot.sandbox.permissions import BITS
from bot.sandbox.rest.access import bot_permissions, open_channel, require

if TYPE_CHECKING:
    from bot.sandbox.model import Channel
    from bot.sandbox.services import Call, Reply, Services


def get_guild(services: Services, call: Call) -> Reply:
    """GET /guilds/{guild_id}."""
    return 200, guild_json(services.world.guild(call.id_of("guild_id")), services.world.bot.id)


def get_roles(services: Services, call: Call) -> Reply:
    """GET /guilds/{guild_id}/roles."""
    return 200, [role_json(role) for role in services.world.guild(call.id_of("guild_id")).roles.values()]


def get_guild_channels(services: Services, call: Call) -> Reply:
    """GET /guilds/{guild_id}/channels."""
    guild = services.world.guild(call.id_of("guild_id"))
    return 200, [channel_json(channel) for channel in guild.channels.values() if not channel.is_thread]


def get_active_threads(services: Services, call: Call) -> Reply:
    """GET /guilds/{guild_id}/threads/active."""
    guild = services.world.guild(call.id_of("guild_id"))
    threads = [one for one in guild.channels.values() if one.is_thread and not one.archived]
    return 200, {"threads": [channel_json(thread) for thread in threads], "members": []}


def get_member(services: Services, call: Call) -> Reply:
    """GET /guilds/{guild_id}/members/{user_id}."""
    member = services.world.guild(call.id_of("guild_id")).members.get(call.id_of("user_id"))
    if member is None:
        raise DiscordError(10007)
    return 200, member_json(member)


def get_user(services: Services, call: Call) -> Reply:
    """GET /users/{user_id}."""
    user = services.world.users.get(call.id_of("user_id"))
    if user is None:
        raise DiscordError(10013)
    return 200, user_json(user)


def get_channel(services: Services, call: Call) -> Reply:
    """GET /channels/{channel_id}."""
    return 200, channel_json(open_channel(services, call.id_of("channel_id")))


def patch_channel(services: Services, call: Call) -> Reply:
    """PATCH /channels/{channel_id}: name and topic; for threads archiving and locking."""
    channel = open_channel(services, call.id_of("channel_id"))
    if channel.is_thread:
        _patch_thread(services, call, channel)
    else:
        require(services, channel, "manage_channels")
        channel.topic = call.data.get("topic", channel.topic)
    channel.name = call.data.get("name") or channel.name
    services.world.channel_changed(channel)
    return 200, channel_json(channel)


def _patch_thread(services: Services, call: Call, thread: Channel) -> None:
    may_manage = bool(bot_permissions(services, thread) & BITS["manage_threads"])
    is_own = thread.owner_id == services.world.bot.id
    only_opens = call.data.keys() <= {"archived"} and call.data.get("archived") is False
    if not may_manage and (thread.locked or "locked" in call.data or not (is_own or only_opens)):
        raise DiscordError(50013)
    if thread.archived and call.data.get("archived", True) and not may_manage:
        raise DiscordError(50083)
    if "archived" in call.data and bool(call.data["archived"]) != thread.archived:
        thread.archived = bool(call.data["archived"])
        thread.archive_stamp = services.clock.wall()
    thread.locked = bool(call.data.get("locked", thread.locked))
    thread.auto_archive = call.data.get("auto_archive_duration") or thread.auto_archive


def delete_channel(services: Services, call: Call) -> Reply:
    """DELETE /channels/{channel_id}."""
    channel = open_channel(services, call.id_of("channel_id"))
    require(services, channel, "manage_threads" if channel.is_thread else "manage_channels")
    body = channel_json(channel)
    services.world.remove_channel(channel)
    return 200, body
