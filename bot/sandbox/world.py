"""The state of the sandbox and the events that tell of its changes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.sandbox.emojis import emoji_json, reactions_json
from bot.sandbox.errors import DiscordError
from bot.sandbox.model import PUBLIC_THREAD, Channel, Guild, Message, User
from bot.sandbox.payloads import channel_json, guild_json, message_json, stamp
from bot.sandbox.people import APPLICATION_ID
from bot.sandbox.snowflakes import Snowflakes

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.clock import SandboxClock
    from bot.sandbox.model import Attachment, Emoji

MESSAGES_KEPT = 1000


@dataclass(frozen=True)
class Event:
    """Something that happened, under its gateway name; an ephemeral one has a device."""

    name: str
    data: dict[str, Any]
    guild_id: int
    channel_id: int | None = None
    device: str | None = None


class World:
    """All guilds, channels, messages and users. Every change is told to the listeners at once."""

    def __init__(self, clock: SandboxClock, bot_name: str) -> None:
        self.clock = clock
        self.new_id = Snowflakes(clock)
        self.bot = User(APPLICATION_ID, bot_name.lower().replace(" ", "-"), bot_name, bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.files: dict[int, Attachment] = {}
        self.emojis: dict[int, Emoji] = {}
        self.cdn = ""
        self.listeners: list[Callable[[Event], None]] = []
        self.counts: Counter[str] = Counter()

    # looking things up, as the bot may

    def guild(self, guild_id: int) -> Guild:
        """Return a guild that the bot is in, or refuse (10004 unknown, 50001 no access)."""
        guild = self.guilds.get(guild_id)
        if guild is None:
            raise DiscordError(10004)
        if self.bot.id not in guild.members or not guild.available:
            raise DiscordError(50001)
        return guild

    def channel(self, channel_id: int) -> Channel:
        """Return a channel, or refuse with 10003."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise DiscordError(10003)
        return channel

    def message(self, channel: Channel, message_id: int, *, ephemeral: bool = False) -> Message:
        """Return a message; an ephemeral one does not exist (10008) for the channel routes."""
        message = channel.messages.get(message_id)
        if message is None or (message.ephemeral and not ephemeral):
            raise DiscordError(10008)
        return message

    def user_named(self, name: str) -> User | None:
        """Return the person with this name."""
        wanted = name.lower()
        return next((user for user in self.users.values() if user.name == wanted and not user.bot), None)

    def user_shown_as(self, display: str) -> User | None:
        """Return the person with this display name."""
        found = (user for user in self.users.values() if user.display == display and not user.bot)
        return next(found, None)

    def json(self, message: Message) -> dict[str, Any]:
        """Return the message as Discord would give it out."""
        if message.shape is None:
            guild_id = self.channels[message.channel_id].guild_id
            message.shape = message_json(message, guild_id, self.cdn)
            if message.reactions:
                message.shape["reactions"] = reactions_json(message, self.emojis, self.bot.id)
        body = message.shape
        if message.replies:
            body = {**body, "referenced_message": self._referenced(message)}
        if message.thread_id in self.channels:
            body = {**body, "thread": channel_json(self.channels[message.thread_id])}
        return body

    def _referenced(self, message: Message) -> dict[str, Any] | None:
        """Return the message that one replies to, itself without such a part; None if it was deleted."""
        found = self.channels[message.channel_id].messages.get(message.reference or 0)
        if found is None or found.ephemeral:
            return None
        return self.json(replace(found, kind=0, thread_id=None, shape=None))

    # changes

    def emit(self, name: str, data: dict[str, Any], guild_id: int, **place: Any) -> None:
        """Tell every listener."""
        self.counts[name] += 1
        event = Event(name, data, guild_id, **place)
        for listener in tuple(self.listeners):
            listener(event)

    def add_guild(self, guild: Guild) -> None:
        """Create a guild, or come back to one: the bot gets a GUILD_CREATE."""
        self.guilds[guild.id] = guild
        self.channels.update(guild.channels)
        self.emit("GUILD_CREATE", guild_json(guild, self.bot.id), guild.id)

    def add_channel(self, channel: Channel) -> Channel:
        """Create a channel or a thread."""
        self.guilds[channel.guild_id].channels[channel.id] = channel
        self.channels[channel.id] = channel
        name = "THREAD_CREATE" if channel.is_thread else "CHANNEL_CREATE"
        extra = {"newly_created": True} if channel.is_thread else {}
        self.emit(name, {**channel_json(channel), **extra}, channel.guild_id, channel_id=channel.id)
        return channel

    def add_thread(
        self, parent: Channel, name: str, owner: User, thread_id: int, kind: int = PUBLIC_THREAD
    ) -> Channel:
        """Start a thread."""
        thread = Channel(thread_id, parent.guild_id, name, kind, parent.id)
        thread.owner_id = owner.id
        thread.archive_stamp = self.clock.wall()
        thread.thread_members = [owner.id]
        return self.add_channel(thread)

    def channel_changed(self, channel: Channel) -> None:
        """Tell that a channel or thread is not as it was."""
        name = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        self.emit(name, channel_json(channel), channel.guild_id, channel_id=channel.id)

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads."""
        for thread in [one for one in self.channels.values() if one.parent_id == channel.id]:
            self.remove_channel(thread)
        del self.guilds[channel.guild_id].channels[channel.id]
        del self.channels[channel.id]
        for message in channel.messages.values():
            self._forget_files(message)
        name = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        self.emit(name, channel_json(channel), channel.guild_id, channel_id=channel.id)

    def add_message(self, message: Message) -> None:
        """Post a message; ephemeral ones of a full channel that nobody changed for long are forgotten."""
        channel = self.channels[message.channel_id]
        channel.messages[message.id] = message
        if len(channel.messages) > MESSAGES_KEPT:
            self._make_room(channel)
        self.message_changed(message, "MESSAGE_CREATE")

    def _make_room(self, channel: Channel) -> None:
        secrets = [one for one in channel.messages.values() if one.ephemeral]
        secrets.sort(key=lambda one: one.edited or one.created)
        for message in secrets[: MESSAGES_KEPT // 10]:
            del channel.messages[message.id]
            self._forget_files(message)

    def message_changed(self, message: Message, name: str = "MESSAGE_UPDATE") -> None:
        """Tell that a message is new or not as it was."""
        message.shape = None
        self._keep_files(message)
        guild_id = self.channels[message.channel_id].guild_id
        data = {**self.json(message), "guild_id": str(guild_id)}
        self.emit(name, data, guild_id, channel_id=message.channel_id, device=message.device)

    def react(self, message: Message, emoji: str, user: User) -> None:
        """Let somebody react to a message, once with each emoji."""
        users = message.reactions.setdefault(emoji, [])
        if user.id not in users:
            users.append(user.id)
            self._reaction_changed("MESSAGE_REACTION_ADD", message, emoji, user.id)

    def unreact(self, message: Message, emoji: str, user_id: int) -> None:
        """Take somebody's reaction away; nothing happens if there is none."""
        users = message.reactions.get(emoji, [])
        if user_id in users:
            users.remove(user_id)
            if not users:
                del message.reactions[emoji]
            self._reaction_changed("MESSAGE_REACTION_REMOVE", message, emoji, user_id)

    def _reaction_changed(self, name: str, message: Message, emoji: str, user_id: int) -> None:
        shown = emoji_json(emoji, self.emojis)
        more = {"user_id": str(user_id), "emoji": shown, "burst": False, "type": 0}
        self.reactions_changed(name, message, more)

    def reactions_changed(self, name: str, message: Message, more: dict[str, Any]) -> None:
        """Tell that the reactions of a message are not as they were."""
        message.shape = None
        guild_id = self.channels[message.channel_id].guild_id
        data = {
            "message_id": str(message.id),
            "channel_id": str(message.channel_id),
            "guild_id": str(guild_id),
            **more,
        }
        self.emit(name, data, guild_id, channel_id=message.channel_id, device=message.device)

    def pins_changed(self, channel: Channel, last: float | None) -> None:
        """Tell that a message was pinned, or let go of; `last` is when the newest pin was made."""
        channel.last_pin = last
        data = {
            "guild_id": str(channel.guild_id),
            "channel_id": str(channel.id),
            "last_pin_timestamp": None if last is None else stamp(last),
        }
        self.emit("CHANNEL_PINS_UPDATE", data, channel.guild_id, channel_id=channel.id)

    def remove_message(self, message: Message) -> None:
        """Delete a message."""
        channel = self.channels[message.channel_id]
        channel.messages.pop(message.id, None)
        self._forget_files(message)
        data = {"id": str(message.id), "channel_id": str(channel.id), "guild_id": str(channel.guild_id)}
        self.emit("MESSAGE_DELETE", data, channel.guild_id, channel_id=channel.id, device=message.device)

    def replace_files(self, message: Message, attachments: list[Attachment]) -> None:
        """Give a message its new list of files; those left out are gone from the CDN."""
        kept = {one.id for one in attachments}
        for one in message.attachments:
            if one.id not in kept:
                self.files.pop(one.id, None)
        message.attachments = attachments

    def _keep_files(self, message: Message) -> None:
        for one in message.attachments:
            self.files[one.id] = one

    def _forget_files(self, message: Message) -> None:
        for one in message.attachments:
            self.files.pop(one.id, None)
