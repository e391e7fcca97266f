"""Every command and every button, while each picture and each question to the database takes 2.9 s.

What there is to try is read from the tree of commands and from the router, so that nothing new is forgotten.
"""

from __future__ import annotations

import asyncio
import inspect
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

import discord
import pytest
from discord import app_commands

from bot.discord_ui.commands.group import nertz_group
from bot.discord_ui.hands import LiveHands
from bot.discord_ui.lobby import Lobby
from bot.pictures.painter import draw
from bot.tables.events import ClosedReason
from bot.tables.ports import Ledger
from tests.discord_ui.club import CHANNEL, Club, playing, strict_sandbox
from tests.discord_ui.marking import MarkingPainter
from tests.discord_ui.patient_clock import PatientClock, SandboxTime, discord_sleeps_by
from tests.discord_ui.registers import Registers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.discord_ui.parts import Sketch
    from bot.discord_ui.render_process import Done
    from bot.pictures.look import Look
    from bot.sandbox.interactions import Answer
    from tests.discord_ui.club import Member

SLOW: Final = 2.9
TOO_LATE: Final = 3.0
READS: Final = [name for name, _ in inspect.getmembers(Ledger, inspect.iscoroutinefunction)]


class Molasses:
    """What makes a club slow, from when it `sets` until it `melts`."""

    def __init__(self, clock: PatientClock, journal: Registers) -> None:
        self.reading = self.seconds = 0.0
        self._clock = clock
        self._free_at = 0.0
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

    def draw(self, look: Look, sketch: Sketch, done: Done) -> None:
        """Draw as the one process that there is: one picture after another."""
        del look
        self._free_at = max(self._free_at, self._clock.now()) + self.seconds
        picture = draw(MarkingPainter(), sketch.kind, sketch.of)  # type: ignore[arg-type]
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
        for studio in (self.studio, self.library):
            studio.hire(self.molasses, frozenset())  # type: ignore[arg-type]

    async def sleeps(self) -> None:
        """Let the tables sleep as after a restart."""
        for table in self.tables:
            await self.clock.awaits(table.kept())
            table.sleep()
        self.tables._tables.clear()
        self.tables._channels.clear()
        self.boards._posters.clear()
        await self.tables.recover(lambda _: True)

    def hardens(self, reading: float = SLOW) -> None:
        """Let everything take its time from now on, and nothing be known that was read before."""
        choices = self.client.parts.choices
        for memory in (choices._people, choices._guilds):
            memory._known.clear()
        for studio in (self.studio, self.library):
            studio._drawn.clear()
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
            try:
                yield club
            finally:
                club.molasses.melts()
                await club.clock.run(20.0)
                await club.closes()


def commands() -> list[app_commands.Command[Any, ..., Any]]:
    return [one for one in nertz_group().commands if isinstance(one, app_commands.Command)]


def given(command: app_commands.Command[Any, ..., Any], ben: Member, *, everything: bool) -> dict[str, Any]:
    """Return options for a command: those that it needs, or all."""
    kinds: dict[discord.AppCommandOptionType, Any] = {
        discord.AppCommandOptionType.user: ben.id,
        discord.AppCommandOptionType.channel: CHANNEL,
        discord.AppCommandOptionType.boolean: True,
        discord.AppCommandOptionType.string: "draw",
    }
    options = {}
    for one in command.parameters:
        if one.required or everything:
            choices = [choice.value for choice in one.choices]
            value = choices[-1] if choices else kinds.get(one.type, one.max_value)
            options[one.display_name] = "forget me" if one.display_name == "forget" else value
    return options


class Listening:
    """A router that only hears which buttons there are."""

    def __init__(self) -> None:
        self.slots: dict[str, str] = {}
        """One of those that differ in a number only."""

    def on(self, slot: str, handler: object) -> None:
        self.slots.setdefault(slot.rstrip("0123456789"), slot)


def slots(rooms: type[LiveHands | Lobby]) -> list[str]:
    """Return the slots of all buttons that hands, or public messages, answer."""
    listening, room = Listening(), rooms.__new__(rooms)
    room._parts = None  # type: ignore[union-attr]
    room.register(listening)  # type: ignore[arg-type]
    return list(listening.slots.values())


async def answered(club: SlowClub, asked: Any) -> Answer:
    """Let something be asked; return what came of it within the time that Discord gives."""
    asking = asyncio.ensure_future(asked)
    await club.clock.run(TOO_LATE + 0.2)
    assert asking.done()
    return asking.result()  # type: ignore[no-any-return]


SCENES: Final = [("awake", SLOW), ("asleep", SLOW), ("asleep", 0.7), ("none", SLOW)]
"""What becomes of the table, and seconds that the database takes: two readings of 0.7 s are in time alone."""


async def scene(club: SlowClub, table: str, reading: float) -> list[Member]:
    """Return Ana and Ben, where everything is slow from now on."""
    people = await club.plays()
    if table == "asleep":
        await club.sleeps()
    elif table == "none":
        await club.clears()
    club.hardens(reading)
    return people


@pytest.mark.parametrize(("table", "reading"), SCENES)
@pytest.mark.parametrize("everything", [False, True], ids=["bare", "with-all-options"])
async def test_every_command_is_answered_in_time(everything: bool, table: str, reading: float):
    late = []
    async with slow_house() as club:
        for command in commands():
            ana, ben = await scene(club, table, reading)
            options = given(command, ben, everything=everything)
            answer = await answered(club, ana.types(command.name, **options))
            late += [command.name] if answer.failed else []
    assert late == []


@pytest.mark.parametrize(("table", "reading"), SCENES)
async def test_every_completion_is_offered_in_time(table: str, reading: float):
    late = []
    async with slow_house() as club:
        for command in commands():
            for option in (one.display_name for one in command.parameters if one.autocomplete):
                ana, _ = await scene(club, table, reading)
                place, path = ana.driver.channel_id(CHANNEL), f"nertz {command.name}"
                typing = ana.driver._autocomplete(place, path, {option: ""}, option)
                late += [option] if (await answered(club, typing)).failed else []
    assert late == []


@pytest.mark.parametrize(("table", "reading"), SCENES[:3])
@pytest.mark.parametrize("room", [LiveHands, Lobby])
async def test_every_button_is_answered_in_time(room: type[LiveHands | Lobby], table: str, reading: float):
    late = []
    async with slow_house() as club:
        for slot in slots(room):
            ana, _ = await scene(club, table, reading)
            message = ana.hand if room is LiveHands else ana.board
            answer = await answered(club, ana.presses(message, slot, forged=True))
            late += [slot] if answer.failed else []
    assert late == []


def test_there_is_something_to_try():
    assert len(commands()) >= 23
    assert {"n", "w", "m", "p", "d"} <= {slot.rstrip("0123456789") for slot in slots(LiveHands)}
    assert {"join", "howto", "replay", "share0"} <= set(slots(Lobby))
