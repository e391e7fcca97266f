"""People for tests: `Person` in the sandbox's own process."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from bot.sandbox.person import PersonDriver, Place
from bot.sandbox.shown import Shown
from bot.sandbox.subscriptions import Device

if TYPE_CHECKING:
    from bot.sandbox.interactions import Answer
    from bot.sandbox.model import User
    from bot.sandbox.subscriptions import Subscriptions
    from bot.sandbox.user_actions import UserActions
    from bot.sandbox.world import Event, World


class Person(PersonDriver):
    """A person in this process; what they see is read from the sandbox's state."""

    def __init__(
        self, world: World, user_actions: UserActions, subscriptions: Subscriptions, user: User
    ) -> None:
        super().__init__(user.name)
        self.user = user
        self._world = world
        self._user_actions = user_actions
        self._subscriptions = subscriptions
        self.device = Device(user, f"{user.name}-{secrets.token_hex(4)}", self._hear)
        subscriptions.join(self.device)

    def _hear(self, event: Event) -> None:
        self._wake()

    def channel_id(self, channel: Place) -> int:
        """Return the id of a channel, by its name if need be, and begin to look at it."""
        found = channel if isinstance(channel, int) else self._named(channel)
        self._subscriptions.look_at(self.device, found)
        return found

    def _named(self, name: str) -> int:
        for channel in self._world.channels.values():
            if channel.name == name and self.user.id in self._world.guilds[channel.guild_id].members:
                return channel.id
        raise LookupError(f"there is no channel {name!r}")

    def sees(self, channel: Place) -> list[Shown]:
        """Return what the person sees in a channel, oldest first."""
        visible = self._subscriptions.visible(self.device, self.channel_id(channel))
        return [Shown(self._world.json(message)) for message in visible]

    def picture(self, message: Shown) -> bytes:
        """Return the bytes of the first picture that a message shows."""
        return self.pictures(message)[0]

    def pictures(self, message: Shown) -> list[bytes]:
        """Return the bytes of all files of a message as it was when it was looked at."""
        return [self._world.files[int(one["id"])].data for one in message.raw["attachments"]]

    async def dismiss(self, message: Shown) -> None:
        """Make an ephemeral message go away; the bot is not told."""
        stored = self._world.channels[message.channel_id].messages.get(message.id)
        if stored is not None and stored.ephemeral:
            stored.dismissed = True
            self._wake()

    def leave(self) -> None:
        """Close the client."""
        self._subscriptions.leave(self.device)

    async def _command(self, channel_id: int, path: str, options: dict[str, Any]) -> Answer:
        return await self._user_actions.command(self.user, self.device.name, channel_id, path, options)

    async def _click(
        self, channel_id: int, message_id: int, custom_id: str, values: list[str] | None, *, forged: bool
    ) -> Answer:
        return await self._user_actions.click(
            self.user, self.device.name, channel_id, message_id, custom_id, values, forged=forged
        )

    async def _autocomplete(
        self, channel_id: int, path: str, options: dict[str, Any], focused: str
    ) -> Answer:
        return await self._user_actions.autocomplete(
            self.user, self.device.name, channel_id, path, options, focused
        )
