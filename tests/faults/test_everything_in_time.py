"""Every command and every button, while each picture and each question to the database takes 2.9 s.

What there is to try is read from the tree of commands and from the router, so that nothing new is forgotten.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import Mock

import discord
import pytest
from discord import app_commands

from bot.discord_ui.actions import TableActions
from bot.discord_ui.commands.group import nertz_group
from bot.discord_ui.drawing.queue import Urgency
from bot.discord_ui.drawing.requests import PictureRequest
from bot.discord_ui.hands.hands import LiveHands
from bot.discord_ui.transport.receipt import LATE
from bot.pictures.look import Look
from tests.discord_ui.club import CHANNEL
from tests.faults.molasses import SLOW, SlowClub, slow_house

if TYPE_CHECKING:
    from bot.sandbox.interactions import Answer
    from tests.discord_ui.club import Member

TOO_LATE: Final = 3.0


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


def slots(rooms: type[LiveHands | TableActions]) -> list[str]:
    """Return the slots of all buttons that hands, or public messages, answer; of numbers the least."""
    numbers = [(route.kind, min(route.numbers, key=str)) for route in rooms.routes(Mock())]
    return [kind if number is None else f"{kind}{number}" for kind, number in numbers]


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
@pytest.mark.parametrize("room", [LiveHands, TableActions])
async def test_every_button_is_answered_in_time(
    room: type[LiveHands | TableActions], table: str, reading: float
):
    late = []
    async with slow_house() as club:
        for slot in slots(room):
            ana, _ = await scene(club, table, reading)
            message = ana.hand if room is LiveHands else ana.board
            answer = await answered(club, ana.presses(message, slot, forged=True))
            late += [slot] if answer.failed else []
    assert late == []


@pytest.mark.parametrize("asks", ["rules", "stats"])
async def test_no_answer_waits_behind_replays(asks: str):
    async with slow_house() as club:
        ana, _ = await club.plays()
        club.hardens(0.0)
        for number in range(15):
            club.slow_renders.begin(Look(), PictureRequest(f"replay_{number}", "replay", ()), Urgency.BOARD)
        answer = await answered(club, ana.types(asks))
        assert answer.kind == 5
        assert answer.elapsed == pytest.approx(LATE)
        assert not any(one.waiting for one in ana.driver.sees(CHANNEL))
        assert club.slow_renders.busy


async def test_there_is_nothing_else_to_try():
    assert len(commands()) >= 23
    async with slow_house() as club:
        assert [one.name for one in club.client.tree.get_commands()] == ["nertz"]
        answered_slots = {slot.rstrip("0123456789") for slot in club.router._routes}
    tried = {slot.rstrip("0123456789") for room in (LiveHands, TableActions) for slot in slots(room)}
    assert tried == answered_slots
    assert len(tried) > 25
