"""`python -m bot play` as a newcomer meets it: what it says first, and what lies at the address it prints."""

from __future__ import annotations

import socket

import pytest

from bot.sandbox.remote import RemotePerson
from tests.end_to_end.bot_process import BotProcess


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@pytest.fixture
async def playing():
    process = await BotProcess.start("play", "--no-browser", "--port", str(free_port()))
    yield process
    await process.kill()


async def test_it_says_at_once_what_it_does_and_prints_its_address_when_the_bot_answers(playing):
    url = (await playing.says("The game is open at")).rpartition(" ")[2]
    assert playing.lines[0].startswith("Starting")
    ana = await RemotePerson.connect(url, "ana")
    await ana.enter("nertz")
    assert (await ana.command("nertz", "nertz start")).kind in (4, 5)
    await ana.close()


async def test_each_start_has_an_address_that_nobody_can_guess(playing):
    url = (await playing.says("The game is open at")).rpartition(" ")[2]
    key = url.rstrip("/").rpartition("/")[2]
    assert len(key) >= 20
    with pytest.raises(Exception, match="404"):
        await RemotePerson.connect(url.removesuffix(f"{key}/"), "ana")
