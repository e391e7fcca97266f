"""Two people who play at a real bot, whatever becomes of its database."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from tests.end_to_end.player import Player, has
from tests.end_to_end.truth import Shown, Truth

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.end_to_end.bot_process import BotProcess

CHANNEL = "nertz"
SUSPENDED = "can't be stored right now"
PATIENCE = 60.0


def url_of(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


class Couple:
    """Ana and Ben at a table, and what they are shown of it."""

    def __init__(self, sandbox, url: str) -> None:
        self.ana, self.ben = (Player(sandbox.person(name), CHANNEL) for name in ("ana", "ben"))
        self.shown = Shown.at(sandbox)
        self.truth = Truth(url)

    async def begins(self) -> None:
        assert not (await self.ana.types("start", seats=2)).failed
        assert not (await self.ben.presses("Join")).failed
        await self.ana.presses("Deal")
        await self.ana.driver.until(lambda: not has(self.ana.board, "Ready"), timeout=PATIENCE)
        await self.plays_on()

    async def plays_on(self, moves: int = 8) -> None:
        """Play until so many more moves were shown."""
        before = self.shown.moves
        await self.plays_until(lambda: self.shown.moves >= before + moves)

    async def plays_until(self, done: Callable[[], bool]) -> None:
        async def one(player: Player) -> None:
            while not done():
                acted = None
                with suppress(LookupError):
                    acted = await player.acts()
                if acted is None:
                    with suppress(TimeoutError):
                        await player.driver.until(done, timeout=0.3)

        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(one(self.ana), one(self.ben))

    def is_suspended(self) -> bool:
        return SUSPENDED in self.ana.board.text

    async def goes_through(self) -> None:
        """Meet the failure, hear of it once, and play on when it is over."""
        messages = self.public_messages()
        await self.plays_until(self.is_suspended)
        assert self.ana.board.text.count(SUSPENDED) == 1
        assert self.public_messages() == messages
        await self.shown_is_kept()

    async def comes_back(self) -> None:
        """Wait for the table to go on by itself, and play on."""
        await self.ana.driver.until(lambda: not self.is_suspended(), timeout=PATIENCE)
        await self.plays_on()
        await self.shown_is_kept()

    async def shown_is_kept(self) -> None:
        await self.truth.compare(self.shown)
        assert self.truth.findings.lost == []
        assert self.truth.findings.wrong == []

    def public_messages(self) -> list[int]:
        return [one.id for one in self.ana.driver.sees(CHANNEL) if not one.ephemeral]


async def playing_at(sandbox, start_bot, url: str) -> tuple[Couple, BotProcess]:
    """Start a bot on a database, and let two people begin to play there."""
    couple = Couple(sandbox, url)
    bot: BotProcess = await start_bot(database=url)
    await bot.says("Ready")
    await couple.begins()
    return couple, bot
