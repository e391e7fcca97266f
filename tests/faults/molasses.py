"""A club house where each picture, each commit and each question to the database takes its time."""

from __future__ import annotations

import asyncio
import inspect
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

from bot.pictures.painter import draw
from bot.tables.events import ClosedReason
from bot.tables.ports import Ledger
from bot.tables.standings import Standing
from tests.discord_ui.club import CHANNEL, Club, playing, strict_sandbox
from tests.discord_ui.marking import MarkingPainter
from tests.discord_ui.patient_clock import PatientClock, SandboxTime, discord_sleeps_by
from tests.discord_ui.registers import Registers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.discord_ui.drawing.process import Done
    from bot.discord_ui.drawing.requests import PictureRequest
    from bot.pictures.look import Look
    from tests.discord_ui.club import Member

SLOW: Final = 2.9
READS: Final = [name for name, _ in inspect.getmembers(Ledger, inspect.iscoroutinefunction)]


class Molasses:
    """What makes a club slow, from when it `sets` until it `melts`."""

    def __init__(self, clock: PatientClock, journal: Registers) -> None:
        self.reading = self.seconds = 0.0
        self._clock = clock
        for name in READS:
            self._slow_down(journal, name)
        commit = journal._commit
        journal._commit = lambda: self._later(commit)  # type: ignore[method-assign]

    def sets(self, reading: float) -> None:
        """Take 2.9 s for a picture and a commit, and so many for a question to the database."""
        self.reading, self.seconds = reading, SLOW

    def melts(self) -> None:
        self.reading = self.seconds = 0.0

    def _slow_down(self, journal: Registers, name: str) -> None:
        read = getattr(journal, name)

        async def slowly(*args: Any, **options: Any) -> Any:
            if self.reading:
                await self._clock.sleep(self.reading)
            return await read(*args, **options)

        setattr(journal, name, slowly)

    def _later(self, commit: Any) -> None:
        if self.seconds:
            self._clock.call_later(self.seconds, commit)
        else:
            commit()


class SlowRenderer:
    """A process that draws: one picture after another, each as slowly as everything is."""

    def __init__(self, clock: PatientClock, molasses: Molasses) -> None:
        self._clock = clock
        self._molasses = molasses
        self._free_at = 0.0

    def draw(self, look: Look, picture_request: PictureRequest, done: Done) -> None:
        """Draw it, and tell when that would be over."""
        del look
        self._free_at = max(self._free_at, self._clock.now()) + self._molasses.seconds
        picture = draw(MarkingPainter(), picture_request.kind, picture_request.of)  # type: ignore[arg-type]
        if self._free_at > self._clock.now():
            self._clock.call_later(self._free_at - self._clock.now(), lambda: done(picture))
        else:
            asyncio.get_running_loop().call_soon(done, picture)


class SlowClub(Club):
    """A club that can be made slow, and whose tables can be sent to sleep."""

    def __post_init__(self) -> None:
        assert isinstance(self.journal, Registers)
        self.molasses = Molasses(self.clock, self.journal)
        super().__post_init__()
        for renders in (self.renders, self.slow_renders):
            renderer = SlowRenderer(self.clock, self.molasses)
            renders.use_process(renderer, frozenset())  # type: ignore[arg-type]

    def has_figures_of(self, name: str) -> None:
        """Let there be figures of somebody, so that there is something to draw."""
        assert isinstance(self.journal, Registers)
        person = self.sandbox.person(name).user.id
        self.journal.board.append(Standing(person, 2, 1, 6, 2, 141, 40, 1020.0, 1, name))

    async def sleeps(self) -> None:
        """Let the tables sleep as after a restart."""
        for table in self.tables:
            await self.clock.awaits(table.kept())
            table.sleep()
        self.tables._tables.clear()
        self.tables._channels.clear()
        self.boards._messages.clear()
        await self.tables.recover(lambda _: True)

    def hardens(self, reading: float = SLOW) -> None:
        """Let everything take its time from now on, and nothing be known that was read before."""
        choices = self.client.context.choices
        for memory in (choices._people, choices._guilds):
            memory._known.clear()
        for renders in (self.renders, self.slow_renders):
            renders._drawn.clear()
        self.molasses.sets(reading)

    async def plays(self) -> list[Member]:
        """Return Ana and Ben, in the middle of a round at a table that is awake."""
        self.molasses.melts()
        await self.clock.run(20.0)
        await self.clears()
        return await playing(self, "ana ben", rules="teams=on")

    async def clears(self) -> None:
        """Close all tables."""
        for table in await self.clock.awaits(self.tables.wake_guild(self.sandbox.channel(CHANNEL).guild_id)):
            table.close(ClosedReason.STOPPED)
        await self.clock.run(3.0)


@asynccontextmanager
async def slow_house() -> AsyncIterator[SlowClub]:
    clock = PatientClock()
    with discord_sleeps_by(clock):
        async with strict_sandbox(clock=SandboxTime(clock)) as sandbox:
            club = SlowClub(sandbox, clock=clock, journal=Registers(), seed="in time")
            await club.opens()
            club.has_figures_of("ana")
            try:
                yield club
            finally:
                club.molasses.melts()
                await club.clock.run(20.0)
                await club.closes()
