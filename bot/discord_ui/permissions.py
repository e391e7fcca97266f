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


def _lacking(allowed: discord.Permissions, names: Iterable[str]) -> Iterable[str]:
    return (name for name in names if not getattr(allowed, name))
