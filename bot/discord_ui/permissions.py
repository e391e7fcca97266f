"""What the bot must be allowed to do: the invite link, and the check before a table opens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord

if TYPE_CHECKING:
    from collections.abc import Iterable

_EVERYWHERE: Final = ("view_channel", "attach_files")
_CHANNEL: Final = ("send_messages",)
_THREAD: Final = ("send_messages_in_threads",)
_NEW_THREAD: Final = ("create_public_threads", "send_messages_in_threads")
_ALL: Final = (*_EVERYWHERE, *_CHANNEL, *_NEW_THREAD)


def invite_url(application_id: int) -> str:
    """Return the link that adds the bot to a server, with exactly the scopes and permissions it needs."""
    permissions = discord.Permissions(**dict.fromkeys(_ALL, True))
    return discord.utils.oauth_url(
        application_id, permissions=permissions, scopes=("bot", "applications.commands")
    )


def missing_permissions(interaction: discord.Interaction, *, new_thread: bool) -> tuple[str, ...]:
    """Return the names of the permissions that a table in this channel lacks."""
    allowed = interaction.app_permissions
    if allowed.administrator:
        return ()
    in_thread = isinstance(interaction.channel, discord.Thread)
    where = _NEW_THREAD if new_thread else _THREAD if in_thread else _CHANNEL
    return tuple(_lacking(allowed, (*_EVERYWHERE, *where)))


def may_see(interaction: discord.Interaction, channel_id: int, *, plays_there: bool) -> bool:
    """Return whether who asks can see a channel of the server, by its roles and rules as the bot knows them.

    What the bot does not know is not seen. Who is in a private thread Discord tells nobody with our intents:
    those who play there are, and those who manage threads see all.
    """
    guild, member = interaction.guild, interaction.user
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    if channel is None or not isinstance(member, discord.Member):
        return False
    if not isinstance(channel, discord.Thread):
        return channel.permissions_for(member).view_channel
    if channel.parent is None:
        return False
    allowed = channel.permissions_for(member)
    return allowed.view_channel and (plays_there or allowed.manage_threads or not channel.is_private())


def _lacking(allowed: discord.Permissions, names: Iterable[str]) -> Iterable[str]:
    return (name for name in names if not getattr(allowed, name))
