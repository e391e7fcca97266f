"""What a person can do, whatever way leads to the sandbox. Tests drive people through this."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.interactions import Answer
    from bot.sandbox.shown import Shown

Found = TypeVar("Found")
Place = int | str


class PersonDriver(ABC):
    """One person at one device. A channel is given by id or by name (of the first server)."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._changed = asyncio.Event()

    async def command(self, channel: Place, path: str, /, **options: Any) -> Answer:
        """Send a slash command, such as `nertz start`; returns when it is answered or has failed."""
        return await self._command(self.channel_id(channel), path, options)

    async def click(
        self,
        message: Shown | int,
        *,
        custom_id: str | None = None,
        label: str | None = None,
        values: list[str] | None = None,
        channel: Place | None = None,
        forged: bool = False,
    ) -> Answer:
        """Press a button; a message given by its id needs its channel. Returns when answered or failed."""
        message_id = message if isinstance(message, int) else message.id
        place = self.channel_id(channel) if channel is not None else self._place_of(message)
        if custom_id is None:
            custom_id = self.message(place, message_id).button(label=label).custom_id
        return await self._click(place, message_id, custom_id, values, forged=forged)

    async def autocomplete(
        self, channel: Place, path: str, focused: str, typed: str = "", **options: Any
    ) -> list[dict[str, Any]]:
        """Return the choices that the bot offers for an option that is being typed."""
        given = {**options, focused: typed}
        answer = await self._autocomplete(self.channel_id(channel), path, given, focused)
        return list(answer.choices)

    def message(self, channel: Place, message_id: int) -> Shown:
        """Return a message that the person sees; raises LookupError."""
        for one in self.sees(channel):
            if one.id == message_id:
                return one
        raise LookupError(f"{self.name} sees no message {message_id}")

    async def until(self, found: Callable[[], Found], timeout: float = 5.0) -> Found:  # noqa: ASYNC109
        """Wait until something is true, looking again at every event; raises TimeoutError."""
        async with asyncio.timeout(timeout):
            while not (result := found()):
                self._changed.clear()
                await self._changed.wait()
            return result

    async def until_sees(
        self,
        channel: Place,
        wanted: Callable[[Shown], bool],
        timeout: float = 5.0,  # noqa: ASYNC109
    ) -> Shown:
        """Wait for a message like this and return the newest one."""

        def newest() -> Shown | None:
            return next((one for one in reversed(self.sees(channel)) if wanted(one)), None)

        self.sees(channel)
        found = await self.until(newest, timeout)
        assert found is not None  # noqa: S101  (`until` returns true things only)
        return found

    def _wake(self) -> None:
        self._changed.set()

    def _place_of(self, message: Shown | int) -> int:
        if isinstance(message, int):
            raise TypeError("a message given by its id needs its channel")
        return message.channel_id

    @abstractmethod
    def sees(self, channel: Place) -> list[Shown]:
        """Return what the person sees in a channel, oldest first, with their own ephemeral messages."""

    @abstractmethod
    def channel_id(self, channel: Place) -> int:
        """Return the id of a channel."""

    @abstractmethod
    async def dismiss(self, message: Shown) -> None:
        """Make an ephemeral message go away; the bot is not told."""

    @abstractmethod
    async def _command(self, channel_id: int, path: str, options: dict[str, Any]) -> Answer: ...

    @abstractmethod
    async def _click(
        self, channel_id: int, message_id: int, custom_id: str, values: list[str] | None, *, forged: bool
    ) -> Answer: ...

    @abstractmethod
    async def _autocomplete(
        self, channel_id: int, path: str, options: dict[str, Any], focused: str
    ) -> Answer: ...
