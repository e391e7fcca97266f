"""What can happen to a bot on Discord, done at once: connections cut, things deleted, rights taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.model import Member, Overwrite
from bot.sandbox.payloads import guild_json
from bot.sandbox.permissions import bits

if TYPE_CHECKING:
    from bot.sandbox.model import Channel
    from bot.sandbox.services import Services


class Incidents:
    """Every method is also an action of `POST /control/do/{name}` and of the command line."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._world = services.world

    # the gateway

    def reconnect(self) -> None:
        """Op 7: ask every session to reconnect and resume."""
        for session in self._services.gateway.connected():
            session.send_op(7)

    def invalid_session(self, resumable: bool = False) -> None:
        """Op 9; unless resumable the sessions are gone and what was missed is lost."""
        for session in self._services.gateway.connected():
            session.send_op(9, resumable)
        if not resumable:
            self._services.gateway.forget_sessions()

    def close_gateway(self, code: int = 4000) -> None:
        """Close every gateway socket with a code."""
        for session in self._services.gateway.connected():
            session.close(code)

    def forget_sessions(self) -> None:
        """Let no session be resumed any more."""
        self._services.gateway.forget_sessions()

    # things

    def delete_message(self, channel: int, message: int) -> None:
        """Delete a message, as a moderator would."""
        found = self._channel(channel).messages[message]
        self._world.remove_message(found)

    def delete_channel(self, channel: int) -> None:
        """Delete a channel or thread."""
        self._world.remove_channel(self._channel(channel))

    def delete_guild(self, guild: int) -> None:
        """The whole server is deleted: GUILD_DELETE, then nothing of it exists."""
        found = self._world.guilds[guild]
        self._world.emit("GUILD_DELETE", {"id": str(guild)}, guild)
        for channel_id in found.channels:
            self._world.channels.pop(channel_id, None)
        del self._world.guilds[guild]

    def archive_thread(self, channel: int, locked: bool = False) -> None:
        """Archive a thread, and lock it if wanted."""
        thread = self._channel(channel)
        thread.archived = True
        thread.locked = locked or thread.locked
        thread.archive_stamp = self._services.clock.wall()
        self._world.channel_changed(thread)

    def expire_tokens(self, person: str | None = None) -> int:
        """Let interaction tokens die now: all, or one person's."""
        return self._services.interactions.expire(person)

    # guilds and rights

    def guild_unavailable(self, guild: int) -> None:
        """An outage: GUILD_DELETE with `unavailable`."""
        self._world.guilds[guild].available = False
        self._world.emit("GUILD_DELETE", {"id": str(guild), "unavailable": True}, guild)

    def guild_available(self, guild: int) -> None:
        """The end of an outage: GUILD_CREATE."""
        found = self._world.guilds[guild]
        found.available = True
        self._world.emit("GUILD_CREATE", guild_json(found, self._world.bot.id), guild)

    def kick_bot(self, guild: int) -> None:
        """The bot is thrown out: GUILD_DELETE."""
        self._world.guilds[guild].members.pop(self._world.bot.id, None)
        self._world.emit("GUILD_DELETE", {"id": str(guild)}, guild)

    def invite_bot(self, guild: int) -> None:
        """The bot comes back: GUILD_CREATE."""
        found = self._world.guilds[guild]
        found.members[self._world.bot.id] = Member(self._world.bot, [guild + 1])
        self._world.emit("GUILD_CREATE", guild_json(found, self._world.bot.id), guild)

    def deny(self, channel: int, *permissions: str) -> None:
        """Take permissions from the bot in a channel, such as `send_messages`."""
        found = self._channel(channel)
        rule = self._rule(found)
        rule.allow &= ~bits(*permissions)
        rule.deny |= bits(*permissions)
        self._world.channel_changed(found)

    def allow(self, channel: int, *permissions: str) -> None:
        """Give permissions to the bot in a channel, or give them back."""
        found = self._channel(channel)
        rule = self._rule(found)
        rule.deny &= ~bits(*permissions)
        rule.allow |= bits(*permissions)
        self._world.channel_changed(found)

    def _rule(self, channel: Channel) -> Overwrite:
        bot_id = self._world.bot.id
        return channel.overwrites.setdefault(bot_id, Overwrite(bot_id, 1))

    def _channel(self, channel: int) -> Channel:
        return self._world.channels[channel]

    def run(self, name: str, arguments: dict[str, Any]) -> Any:
        """Do an action by its name; raises ValueError for one that does not exist."""
        if name not in ACTIONS:
            raise ValueError(f"unknown action {name!r}; known: {', '.join(ACTIONS)}")
        arguments = dict(arguments)
        names = arguments.pop("permissions", ())
        ids = {key: int(value) for key, value in arguments.items() if key in ("channel", "message", "guild")}
        if names:
            return getattr(self, name)(ids["channel"], *names)
        return getattr(self, name)(**{**arguments, **ids})


ACTIONS = tuple(name for name in vars(Incidents) if not name.startswith("_") and name != "run")
