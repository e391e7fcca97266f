"""Who hears of what: an event goes to the devices that look at its channel, an ephemeral one to its own."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.model import Message, User
    from bot.sandbox.world import Event, World


@dataclass(eq=False)
class Device:
    """A client that a person has open. Ephemeral messages show on the device that asked for them only."""

    user: User
    name: str
    deliver: Callable[[Event], None]
    everywhere: bool = False
    channels: set[int] = field(default_factory=set)

    def shows(self, message: Message) -> bool:
        """Whether this device shows a message of a channel."""
        if not message.ephemeral:
            return True
        return message.owner == self.user.id and message.device == self.name and not message.dismissed


class Subscriptions:
    """All devices."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._everywhere: set[Device] = set()
        self._by_channel: dict[int, set[Device]] = defaultdict(set)
        self._by_name: dict[str, Device] = {}
        world.listeners.append(self._on_event)

    def join(self, device: Device) -> None:
        """Begin to tell a device of events."""
        self._by_name[device.name] = device
        if device.everywhere:
            self._everywhere.add(device)

    def look_at(self, device: Device, channel_id: int) -> None:
        """Tell a device of the events of a channel too."""
        if not device.everywhere and channel_id not in device.channels:
            device.channels.add(channel_id)
            self._by_channel[channel_id].add(device)

    def leave(self, device: Device) -> None:
        """Tell a device of nothing more."""
        self._by_name.pop(device.name, None)
        self._everywhere.discard(device)
        for channel_id in device.channels:
            self._by_channel[channel_id].discard(device)

    def visible(self, device: Device, channel_id: int) -> list[Message]:
        """Return the messages of a channel that a device shows, oldest first."""
        channel = self._world.channels.get(channel_id)
        if channel is None:
            return []
        return [message for message in channel.messages.values() if device.shows(message)]

    def _on_event(self, event: Event) -> None:
        if event.device is not None:
            owner = self._by_name.get(event.device)
            if owner is not None:
                owner.deliver(event)
            return
        for device in tuple(self._everywhere):
            device.deliver(event)
        if event.channel_id is not None:
            for device in tuple(self._by_channel.get(event.channel_id, ())):
                device.deliver(event)
