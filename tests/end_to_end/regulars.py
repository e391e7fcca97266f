"""People who play on and on, at as many tables as there are, whatever becomes of the bot."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.sandbox.user_actions import CannotDo
from tests.end_to_end.player import Player, has, picture_of

if TYPE_CHECKING:
    from bot.sandbox.server import Sandbox

_NOTHING_NEW = 0.4
"""Seconds after which somebody whose hand shows nothing to do looks around."""


class Regular(Player):
    """Plays rounds, gets ready, asks for a rematch; a click that the bot does not answer is forgotten."""

    async def plays(self) -> None:
        """Play until cancelled."""
        while True:
            with suppress(LookupError, TimeoutError, CannotDo):
                await self._does_something()
            await asyncio.sleep(0.01)

    async def _does_something(self) -> None:
        board = self.board
        if has(board, "Rematch"):
            await self._presses_and_waits("Rematch")
        elif has(board, "Ready"):
            await self._presses_and_waits("Ready")
        elif not await self._plays_a_card():
            with suppress(TimeoutError):
                await self._news(_NOTHING_NEW)
                return
            await self._presses_and_waits("My hand")

    async def _plays_a_card(self) -> bool:
        """Click on the hand; False if there is nothing to click on."""
        hands = [one for one in self.driver.sees(self.channel) if picture_of(one)]
        if not hands:
            return False
        answer = await self.acts()
        return answer is not None and not answer.failed and answer.kind != 4

    async def _presses_and_waits(self, label: str) -> None:
        await self.driver.click(self.board, label=label)
        with suppress(TimeoutError):
            await self._news(_NOTHING_NEW)

    async def _news(self, seconds: float) -> None:
        """Wait until the channel looks different."""
        before = self._look()
        await self.driver.until(lambda: self._look() != before, timeout=seconds)

    def _look(self) -> list[tuple[int, object]]:
        return [(one.id, one.raw.get("edited_timestamp")) for one in self.driver.sees(self.channel)]


class Crowd:
    """Regulars at several tables, two at each."""

    def __init__(self, tables: list[list[Regular]]) -> None:
        self._tables = tables
        self._playing: list[asyncio.Task[None]] = []

    @classmethod
    def of(cls, sandbox: Sandbox, channels: list[str]) -> Crowd:
        """Let two people come to each channel."""
        return cls(
            [
                [Regular(sandbox.person(f"p{table}{seat}"), channel) for seat in "ab"]
                for table, channel in enumerate(channels)
            ]
        )

    async def open_tables(self, rules: list[str]) -> None:
        """Open a table in every channel, with those house rules in turn, and deal."""
        opening = [self._open(table, rules[number % len(rules)]) for number, table in enumerate(self._tables)]
        await asyncio.gather(*opening)

    async def _open(self, table: list[Regular], rules: str) -> None:
        host, guest = table
        assert not (await host.types("start", rules=rules, seats=2)).failed
        assert not (await guest.presses("Join")).failed
        assert not (await host.presses("Deal")).failed

    def play(self) -> None:
        """Let everybody begin; what they wait for since earlier is forgotten."""
        self.rest()
        people = [person for table in self._tables for person in table]
        self._playing = [asyncio.create_task(person.plays()) for person in people]

    def rest(self) -> None:
        """Let nobody do anything."""
        for task in self._playing:
            if task.done() and not task.cancelled() and task.exception():
                raise AssertionError("somebody could not play on") from task.exception()
            task.cancel()
        self._playing = []
