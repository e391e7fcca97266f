"""Where people's commands, clicks and autocompletes become interactions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.command_book import is_visible
from bot.sandbox.components import BUTTON, find_control
from bot.sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT
from bot.sandbox.model import FORUM_CHANNEL
from bot.sandbox.options import read_options
from bot.sandbox.payloads import channel_json, member_json, user_json
from bot.sandbox.permissions import permissions_in

if TYPE_CHECKING:
    import asyncio

    from bot.sandbox.interactions import Answer, Interaction
    from bot.sandbox.model import Channel, Guild, Message, User
    from bot.sandbox.options import Named
    from bot.sandbox.services import Services

Json = dict[str, Any]


class CannotDo(Exception):
    """A person's Discord would not let them do this; says why."""


class UserActions:
    """Takes what people do and hands it to the bot."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def commands_for(self, user: User, channel: Channel) -> list[Json]:
        """Return the commands that a person sees in the picker."""
        held = permissions_in(self._services.world.guilds[channel.guild_id], user.id, channel)
        return [one for one in self._services.commands.seen_in(channel.guild_id) if is_visible(one, held)]

    def command(
        self, user: User, device: str, channel_id: int, path: str, given: Json
    ) -> asyncio.Future[Answer]:
        """Send a slash command, such as `nertz start` with its options; raises CannotDo."""
        channel = self._channel(channel_id)
        data = self._command_data(user, channel, path, given)
        one = self._begin(COMMAND, user, device, channel)
        one.command = path
        return self._hand_over(one, channel, data)

    def autocomplete(
        self, user: User, device: str, channel_id: int, path: str, given: Json, focused: str
    ) -> asyncio.Future[Answer]:
        """Ask for the choices of the option that is being typed."""
        channel = self._channel(channel_id)
        data = self._command_data(user, channel, path, given, focused)
        one = self._begin(AUTOCOMPLETE, user, device, channel)
        return self._hand_over(one, channel, data)

    def click(
        self,
        user: User,
        device: str,
        channel_id: int,
        message_id: int,
        custom_id: str,
        values: list[str] | None = None,
        *,
        forged: bool = False,
    ) -> asyncio.Future[Answer]:
        """Press a button or choose in a select; `forged` lets through what no client would send."""
        channel = self._channel(channel_id)
        message = channel.messages.get(message_id)
        if message is None or (message.ephemeral and message.owner != user.id and not forged):
            raise CannotDo("there is no such message")
        control = find_control(message.components, custom_id)
        if not forged and (control is None or control.get("disabled")):
            raise CannotDo(f"no enabled control {custom_id!r} on this message")
        data: Json = {"custom_id": custom_id, "component_type": (control or {}).get("type", BUTTON)}
        if control is not None:
            data["id"] = control["id"]
        if values is not None:
            data["values"] = values
        one = self._begin(COMPONENT, user, device, channel)
        one.clicked = message
        return self._hand_over(one, channel, data, message)

    def _channel(self, channel_id: int) -> Channel:
        channel = self._services.world.channels.get(channel_id)
        if channel is None:
            raise CannotDo("there is no such channel")
        if channel.kind == FORUM_CHANNEL:
            raise CannotDo("a forum has posts only; open one of them")
        return channel

    def _command_data(
        self, user: User, channel: Channel, path: str, given: Json, focused: str | None = None
    ) -> Json:
        name, *rest = path.split()
        command = next((one for one in self.commands_for(user, channel) if one["name"] == name), None)
        if command is None:
            raise CannotDo(f"there is no command /{name}")
        try:
            options, named = read_options(self._services.world, command, rest, given, focused)
        except ValueError as error:
            raise CannotDo(str(error)) from error
        data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        if command.get("guild_id"):
            data["guild_id"] = command["guild_id"]
        if named.users or named.channels:
            data["resolved"] = self._resolved(user, named, channel)
        return data

    def _resolved(self, user: User, named: Named, channel: Channel) -> Json:
        guild = self._services.world.guilds[channel.guild_id]
        channels = {
            str(one.id): {**channel_json(one), "permissions": str(permissions_in(guild, user.id, one))}
            for one in named.channels
        }
        return {**self._resolved_people(named.users, guild, channel), "channels": channels}

    def _resolved_people(self, users: list[User], guild: Guild, channel: Channel) -> Json:
        members: Json = {}
        for user in users:
            member = guild.members.get(user.id)
            if member is not None:
                body = member_json(member)
                del body["user"], body["deaf"], body["mute"]
                held = permissions_in(guild, user.id, channel)
                members[str(user.id)] = {**body, "permissions": str(held)}
        return {"users": {str(user.id): user_json(user) for user in users}, "members": members}

    def _begin(self, kind: int, user: User, device: str, channel: Channel) -> Interaction:
        guild = self._services.world.guilds[channel.guild_id]
        if user.id not in guild.members:
            raise CannotDo("you are not a member of this server")
        return self._services.interactions.begin(kind, user, channel.guild_id, channel.id, device)

    def _hand_over(
        self, one: Interaction, channel: Channel, data: Json, message: Message | None = None
    ) -> asyncio.Future[Answer]:
        outcome = one.outcome()
        payload = self._payload(one, channel, data)
        if message is not None:
            payload["message"] = self._services.world.json(message)
        guild = self._services.world.guilds[channel.guild_id]
        if self._services.world.bot.id in guild.members and guild.available:
            self._services.gateway.dispatch("INTERACTION_CREATE", payload, channel.guild_id)
        return outcome

    def _payload(self, one: Interaction, channel: Channel, data: Json) -> Json:
        world = self._services.world
        guild = world.guilds[channel.guild_id]
        held = permissions_in(guild, one.user.id, channel)
        return {
            "id": str(one.id),
            "application_id": str(world.bot.id),
            "type": one.kind,
            "data": data,
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "channel_id": str(channel.id),
            "channel": {**channel_json(channel), "permissions": str(held)},
            "member": {**member_json(guild.members[one.user.id]), "permissions": str(held)},
            "token": one.token,
            "version": 1,
            "app_permissions": str(permissions_in(guild, world.bot.id, channel)),
            "locale": one.user.locale,
            "guild_locale": guild.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": {"0": str(guild.id)},
            "context": 0,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
