"""A process that draws: what comes back, and what becomes of the pictures when it dies."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager
from pickle import PicklingError

import psutil
import pytest

from bot.discord_ui.drawing.process import DrawingFailed, RendererLost, RenderProcess
from bot.discord_ui.drawing.queue import RenderQueue, Urgency
from bot.discord_ui.drawing.requests import PictureRequest
from bot.locales.words import words_for
from bot.pictures import LOOKS, Look, Picture, painter, sample_rounds
from bot.pictures.painter import draw
from bot.pictures.renderer import Unpacker, packed
from bot.rules.house_rules import PRESETS

NEVER = (sys.executable, "-c", "import sys; sys.stdin.buffer.read()")
"""A process that takes everything and draws nothing."""
DIES = (sys.executable, "-c", "")
DEADLY = """
import os
import bot.pictures.renderer as renderer
draw = renderer.draw
renderer.draw = lambda painter, kind, of: os._exit(9) if kind == "history" else draw(painter, kind, of)
renderer.main()
"""
"""A process that dies of every history."""
MARK = "bot.pictures.renderer"


def a_hand(seat: int = 0, language: str = "en") -> PictureRequest:
    rules = PRESETS["classic"]
    game = sample_rounds.played(rules, 3, 5, 60)
    return PictureRequest(
        f"hand_{seat}", "hand", (game.view(seat), sample_rounds.face(3, 5, rules), words_for(language))
    )


def here(look: Look, picture_request: PictureRequest) -> Picture:
    return draw(painter(look), picture_request.kind, picture_request.of)


def processes(mark: str = MARK) -> list[psutil.Process]:
    """Return our processes that live and have that mark in their command."""
    return [child for child in psutil.Process().children() if mark in command_of(child)]


def command_of(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:  # it has just ended
        return ""


@asynccontextmanager
async def a_process(*command: str, **settings):
    process = RenderProcess(command, **settings) if command else RenderProcess(**settings)
    try:
        yield process
    finally:
        await process.close()


def drawing(
    process: RenderProcess, look: Look, picture_request: PictureRequest
) -> asyncio.Future[Picture | Exception]:
    wanted = asyncio.get_running_loop().create_future()
    process.draw(look, picture_request, wanted.set_result)
    return wanted


async def test_what_another_process_draws_is_the_same_to_the_byte_in_every_look_and_language():
    async with a_process() as process:
        sketches = a_hand(0, "en"), a_hand(2, "fr")
        wanted = [(look, picture_request) for picture_request in sketches for look in LOOKS]
        drawn = await asyncio.gather(
            *(drawing(process, look, picture_request) for look, picture_request in wanted)
        )
    assert drawn == [here(look, picture_request) for look, picture_request in wanted]
    assert processes() == []


async def test_a_picture_that_can_not_be_drawn_comes_back_as_an_error_and_the_next_one_is_drawn():
    async with a_process() as process:
        bad, good = PictureRequest("bad", "help_card", ("no such topic", words_for("en"))), a_hand()
        failed, drawn = await asyncio.gather(*(drawing(process, Look(), one) for one in (bad, good)))
    assert isinstance(failed, DrawingFailed)
    assert "no such topic" in str(failed)
    assert drawn == here(Look(), good)


async def test_what_can_not_be_told_to_another_process_fails_alone():
    renders = RenderQueue(painter)
    async with a_process() as process:
        renders.use_process(process, frozenset())
        odd = renders.begin(Look(), PictureRequest("odd", "help_card", (lambda: None,)), Urgency.BOARD)
        good = renders.begin(Look(), a_hand(), Urgency.BOARD)
        with pytest.raises((PicklingError, AttributeError)):
            await odd
        assert await good == here(Look(), a_hand())
        assert not renders.busy


async def test_a_process_that_is_killed_is_replaced_and_what_it_had_is_drawn():
    async with a_process() as process:
        await drawing(process, Look(), a_hand())
        (first,) = processes()
        wanted = [drawing(process, Look(), a_hand(seat)) for seat in (0, 1, 2)]
        first.kill()
        wanted.append(drawing(process, Look(), a_hand(1)))
        drawn = await asyncio.gather(*wanted)
        (second,) = processes()
    assert second != first
    assert drawn == [here(Look(), a_hand(seat)) for seat in (0, 1, 2, 1)]


async def test_a_picture_that_kills_its_process_twice_is_given_up_and_the_others_are_not():
    async with a_process(sys.executable, "-c", DEADLY) as process:
        sketches = (a_hand(), PictureRequest("deadly", "history", ()), a_hand(1))
        first, killer, last = await asyncio.gather(*(drawing(process, Look(), one) for one in sketches))
    assert first == here(Look(), a_hand())
    assert isinstance(killer, DrawingFailed)
    assert last == here(Look(), a_hand(1))


@pytest.mark.parametrize("command", [DIES, ("/no/such/program",)], ids=["dies", "does not start"])
async def test_after_three_deaths_without_a_picture_it_gives_up(command):
    async with a_process(*command) as process:
        wanted = [drawing(process, Look(), a_hand(seat)) for seat in (0, 1, 2)]
        outcomes = await asyncio.gather(*wanted)
        assert not processes()
    assert any(isinstance(one, RendererLost) for one in outcomes)
    assert all(isinstance(one, (RendererLost, DrawingFailed)) for one in outcomes)


async def test_without_work_it_ends_and_begins_again_when_there_is_some():
    async with a_process(idle_seconds=0.0) as process:
        for _ in range(2):
            assert await drawing(process, Look(), a_hand()) == here(Look(), a_hand())
            while processes():
                await asyncio.sleep(0.01)


async def test_a_process_that_draws_and_draws_is_ended_with_the_bot():
    process = RenderProcess(NEVER)
    drawing(process, Look(), a_hand())
    await process.close()
    assert processes("sys.stdin.buffer.read") == []


def test_messages_are_found_in_pieces_of_any_size():
    things = [("a", 1), b"x" * 70_000, None, "ü" * 10]
    stream = b"".join(packed(thing) for thing in things)
    for size in (1, 3, 4, 5, 70_001, len(stream)):
        unpacker = Unpacker()
        pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
        assert [thing for piece in pieces for thing in unpacker.feed(piece)] == things
