"""What the bot may do where; refusals as Discord gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox.errors import DiscordError
from bot.sandbox.permissions import BITS, permissions_in

if TYPE_CHECKING:
    from bot.sandbox.model import Channel
    from bot.sandbox.services import Services


def open_channel(services: Services, channel_id: int) -> Channel:
    """Return a channel that the bot can see, or refuse (10003, 50001)."""
    channel = services.world.channel(channel_id)
    services.world.guild(channel.guild_id)
    if not bot_permissions(services, channel) & BITS["view_channel"]:
        raise DiscordError(50001)
    return channel


def bot_permissions(services: Services, channel: Channel) -> int:
    """Return the bot's permission bits in a channel."""
    return permissions_in(services.world.guilds[channel.guild_id], services.world.bot.id, channel)


def require(services: Services, channel: Channel, *names: str) -> None:
    """Refuse with 50013 if the bot lacks a permission there."""
    held = bot_permissions(services, channel)
    if not all(held & BITS[name] for name in names):
        raise DiscordError(50013)


def require_send(services: Services, channel: Channel, *, files: bool) -> None:
    """Refuse if the bot may not post there: permissions, locked or archived threads (50083)."""
    require(services, channel, "send_messages_in_threads" if channel.is_thread else "send_messages")
    if files:
        require(services, channel, "attach_files")
    if (
        channel.is_thread
        and channel.locked
        and not bot_permissions(services, channel) & BITS["manage_threads"]
    ):
        raise DiscordError(50083)


def require_unarchived(channel: Channel) -> None:
    """Refuse to change something in an archived thread."""
    if channel.is_thread and channel.archived:
        raise DiscordError(50083)
