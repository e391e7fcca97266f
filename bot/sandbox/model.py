"""The things a Discord is made of, as plain mutable records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

TEXT_CHANNEL = 0
VOICE_CHANNEL = 2
ANNOUNCEMENT_CHANNEL = 5
ANNOUNCEMENT_THREAD = 10
PUBLIC_THREAD = 11
PRIVATE_THREAD = 12
STAGE_CHANNEL = 13
FORUM_CHANNEL = 15

PIN_NOTICE = 6
REPLY = 19
CHAT_INPUT_REPLY = 20

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_EMBEDS = 1 << 2
SUPPRESS_NOTIFICATIONS = 1 << 12
HAS_THREAD = 1 << 5
COMPONENTS_V2 = 1 << 15


@dataclass
class User:
    """A person or a bot; `locale` is the language of their Discord."""

    id: int
    name: str
    display: str
    bot: bool = False
    locale: str = "en-US"


@dataclass
class Role:
    """A named set of permissions in a guild."""

    id: int
    name: str
    permissions: int
    position: int = 0
    managed: bool = False


@dataclass
class Overwrite:
    """What a channel allows or denies to a role (kind 0) or a member (kind 1)."""

    target: int
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass
class Member:
    """A user in a guild."""

    user: User
    roles: list[int] = field(default_factory=list)
    nick: str | None = None


@dataclass
class Attachment:
    """A file of a message."""

    id: int
    filename: str
    data: bytes
    content_type: str
    description: str | None = None
    size: tuple[int, int] | None = None


@dataclass
class Emoji:
    """A picture with a name that belongs to the application."""

    id: int
    name: str
    image: bytes
    animated: bool = False


@dataclass
class Message:
    """A message; an ephemeral one belongs to one user on one device.

    `source` are the components as they were sent, `components` as they are given out; `shape` is the JSON of
    the message as long as it does not change. `reactions` are user ids by emoji, one of the application's by
    its id; `pinned` is the moment.
    """

    id: int
    channel_id: int
    author: User
    content: str = ""
    source: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    embeds: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    kind: int = 0
    created: float = 0.0
    edited: float | None = None
    metadata: dict[str, Any] | None = None
    command: str = ""
    reference: int | None = None
    owner: int | None = None
    device: str | None = None
    dismissed: bool = False
    thread_id: int | None = None
    pinned: float | None = None
    reactions: dict[str, list[int]] = field(default_factory=dict)
    shape: dict[str, Any] | None = None

    @property
    def ephemeral(self) -> bool:
        """Whether one person only can see it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def replies(self) -> bool:
        """Whether somebody wrote it as a reply to another message; it shows that one, too."""
        return self.kind == REPLY and self.metadata is None


@dataclass
class Channel:
    """A channel of any kind, or a thread."""

    id: int
    guild_id: int
    name: str
    kind: int = TEXT_CHANNEL
    parent_id: int | None = None
    position: int = 0
    topic: str | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    owner_id: int | None = None
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    archive_stamp: float = 0.0
    last_pin: float | None = None
    thread_members: list[int] = field(default_factory=list)

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread of another channel."""
        return self.kind in (ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def is_spoken(self) -> bool:
        """Whether people talk in it; they may write there, too."""
        return self.kind in (VOICE_CHANNEL, STAGE_CHANNEL)


@dataclass
class Guild:
    """A server."""

    id: int
    name: str
    owner_id: int
    locale: str = "en-US"
    available: bool = True
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
