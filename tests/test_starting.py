"""The patience of a start: growing pauses, one line a try, and an end."""

from __future__ import annotations

from types import SimpleNamespace

import discord
import pytest

from bot.cli.errors import CliError, Ending
from bot.cli.starting import Start
from bot.locales import words_for


class Network:
    """Fails so many times, then works; its time passes only while somebody sleeps."""

    def __init__(self, fails: int, error: Exception) -> None:
        self.left = fails
        self.error = error
        self.tries = 0
        self.slept: list[float] = []

    async def connect(self) -> str:
        self.tries += 1
        if self.left:
            self.left -= 1
            raise self.error
        return "connected"

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    def now(self) -> float:
        return sum(self.slept)

    def start(self, patience: float = 600) -> Start:
        return Start(words_for("en"), patience, now=self.now, sleep=self.sleep)


async def test_what_fails_once_is_tried_again_with_one_line(capsys):
    network = Network(1, ConnectionResetError())
    assert await network.start().tries(network.connect) == "connected"
    [line] = capsys.readouterr().err.splitlines()
    assert line.endswith("Next try in 1 second.")


async def test_pauses_grow_and_the_start_ends_within_ten_minutes(capsys):
    network = Network(10**6, ConnectionRefusedError())
    with pytest.raises(CliError) as stop:
        await network.start().tries(network.connect)
    assert stop.value.ending is Ending.try_later
    assert network.slept[:8] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert 540 < sum(network.slept) <= 600
    assert len(capsys.readouterr().err.splitlines()) == network.tries - 1


async def test_what_is_wrong_here_is_not_tried_again():
    network = Network(9, discord.LoginFailure("no"))
    with pytest.raises(CliError) as stop:
        await network.start().tries(network.connect)
    assert (stop.value.ending, network.tries) == (Ending.wrong_here, 1)


async def test_all_that_is_tried_shares_one_patience():
    network = Network(9, ConnectionResetError())
    start = network.start(patience=600)
    await start.tries(network.connect)
    network.left = 10**6
    with pytest.raises(CliError):
        await start.tries(network.connect)
    assert sum(network.slept) <= 600


async def test_discord_s_own_pause_is_kept():
    answer = SimpleNamespace(status=429, reason="", headers={"Retry-After": "17.5"})
    network = Network(1, discord.HTTPException(answer, "slow down"))
    await network.start().tries(network.connect)
    assert network.slept == [17.5]


async def test_without_patience_the_first_failure_ends_it():
    network = Network(1, ConnectionResetError())
    with pytest.raises(CliError):
        await network.start(patience=0).tries(network.connect)
    assert network.slept == []
