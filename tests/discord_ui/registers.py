"""A ledger that remembers choices and standings, and short ways to read answers."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.sandbox.shown import Shown
from bot.tables.ports import ReadFailed
from bot.tables.standings import (
    GuildChoices,
    PersonChoices,
    PersonStats,
    PracticeFigures,
    RecentMatch,
    Standing,
)
from tests.discord_ui.club import CHANNEL, Club, strict_sandbox
from tests.tables.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.sandbox.interactions import Answer
    from bot.tables.entries import StoredRound
    from bot.tables.standings import Period
    from tests.discord_ui.club import Member


@dataclass
class Registers(MemoryJournal):
    """What a real ledger would keep."""

    people: dict[int, PersonChoices] = field(default_factory=dict)
    guilds: dict[int, GuildChoices] = field(default_factory=dict)
    board: list[Standing] = field(default_factory=list)
    asked: list[tuple[int | None, str, int]] = field(default_factory=list)
    """Channel, period and offset of every question for standings."""
    practice: tuple[PracticeFigures, ...] = ()
    forgotten: list[int] = field(default_factory=list)
    away: bool = False
    """Nothing can be read."""

    async def person_choices(self, person_id: int) -> PersonChoices:
        self._need_reading()
        return self.people.get(person_id, PersonChoices())

    def _need_reading(self) -> None:
        if self.away:
            raise ReadFailed("as the test wants it")

    async def change_person(
        self, person_id: int, change: Callable[[PersonChoices], PersonChoices]
    ) -> PersonChoices:
        self.people[person_id] = change(self.people.get(person_id, PersonChoices()))
        return self.people[person_id]

    async def guild_choices(self, guild_id: int) -> GuildChoices:
        self._need_reading()
        return self.guilds.get(guild_id, GuildChoices())

    async def change_guild(
        self, guild_id: int, change: Callable[[GuildChoices], GuildChoices]
    ) -> GuildChoices:
        self.guilds[guild_id] = change(self.guilds.get(guild_id, GuildChoices()))
        return self.guilds[guild_id]

    async def standings(
        self, guild_id: int, *, channel_id: int | None, period: Period, limit: int, offset: int = 0
    ) -> list[Standing]:
        self._need_reading()
        self.asked.append((channel_id, period, offset))
        return self.board[offset : offset + limit]

    async def person_stats(self, guild_id: int, person_id: int) -> PersonStats | None:
        self._need_reading()
        for standing in self.board:
            if standing.person_id == person_id:
                recent = (RecentMatch(40, 3, 2), RecentMatch(101, 1, 4))
                return PersonStats(standing, recent, None, self.practice)
        return None

    async def last_round(self, channel_id: int) -> StoredRound | None:
        self._need_reading()
        return await super().last_round(channel_id)

    async def forget(self, person_id: int) -> None:
        self.forgotten.append(person_id)


@asynccontextmanager
async def club_with_registers() -> AsyncIterator[tuple[Club, Registers]]:
    """Open a club house whose ledger remembers what is chosen."""
    async with strict_sandbox() as sandbox:
        registers = Registers()
        club = Club(sandbox, journal=registers)
        await club.opens()
        try:
            yield club, registers
        finally:
            await club.closes()


def said(answer: Answer) -> str:
    """Return the text of an answer that only the person sees."""
    assert answer.message is not None, "nobody answered"
    shown = Shown(answer.message)
    assert shown.ephemeral
    return shown.text


async def board_says(one: Member, text: str) -> str:
    """Let the public message be edited, and return all that it says once it says this."""
    await one.club.clock.run(1.2)
    shown = await one.driver.until_sees(CHANNEL, lambda board: not board.ephemeral and text in board.text)
    return shown.text
