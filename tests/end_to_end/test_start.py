"""Starts that fail: tried again while they may heal, ended with one sentence while they can't."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest

from tests.end_to_end.bot_process import BotProcess

if TYPE_CHECKING:
    from pathlib import Path

AGAIN = "Next try in 1 second."


@pytest.fixture
def closed_port():
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@pytest.mark.parametrize("route", ["/users/@me", "/oauth2/applications/@me", "/gateway/bot"])
async def test_an_answer_503_is_one_line_and_the_bot_starts(route, sandbox, start_bot):
    sandbox.faults.add("status", route, status=503, count=1)
    bot = await start_bot()
    await bot.says(AGAIN)
    await bot.says("Ready")
    assert "503" in bot.lines[0]
    assert await bot.terminate() == 0
    assert "Traceback" not in bot.output


async def test_a_start_without_a_network_ends_with_try_later(tmp_path, closed_port):
    bot = await BotProcess.start(
        "run",
        discord_token="t",
        database=f"sqlite+aiosqlite:///{tmp_path}/nertz.db",
        discord_api=f"http://127.0.0.1:{closed_port}/api/v10",
        start_patience="2",
    )
    assert await bot.exits() == 75
    assert AGAIN in bot.lines[0]
    assert "does not answer" in bot.lines[-1]
    assert len(bot.lines) == 2


async def test_a_gateway_that_does_not_answer_is_tried_again_with_one_line_a_try(start_bot, closed_port):
    bot = await start_bot(discord_gateway=f"ws://127.0.0.1:{closed_port}/")
    assert "does not answer" in await bot.says(AGAIN)
    assert await bot.terminate() == 0
    assert "Traceback" not in bot.output


async def test_a_signal_ends_a_start_that_waits(tmp_path, closed_port):
    bot = await BotProcess.start(
        "run",
        discord_token="t",
        database=f"sqlite+aiosqlite:///{tmp_path}/nertz.db",
        discord_api=f"http://127.0.0.1:{closed_port}/api/v10",
    )
    await bot.says(AGAIN)
    assert await bot.terminate() == 0
    assert "Traceback" not in bot.output


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"database": "postgresql+asyncpg://u:p@127.0.0.1:port/d"}, "no address of a database"),
        ({"database": "postgresql+asyncpg://u:p@127.0.0.1:99999/d"}, "no address of a database"),
        ({"database": "sqlite+aiosqlite:///:memory:"}, "in memory"),
        ({"database": "sqlite+aiosqlite://"}, "in memory"),
        ({"metrics_port": "taken"}, "METRICS_PORT"),
        ({"discord_token": "two words"}, "DISCORD_TOKEN"),
    ],
)
async def test_nothing_that_is_wrong_here_costs_a_login(settings, said, sandbox, tmp_path):
    given = {"database": f"sqlite+aiosqlite:///{tmp_path}/nertz.db", **settings}
    bot = await BotProcess.start("run", sandbox=sandbox, **given)
    assert await bot.exits() == 2
    [line] = bot.lines
    assert said in line
    assert list(sandbox.log) == []


async def test_a_taken_port_costs_no_login(sandbox, start_bot):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        bot = await start_bot(metrics_port=str(listener.getsockname()[1]))
        assert await bot.exits() == 2
    assert list(sandbox.log) == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
async def test_an_env_file_of_any_editor_is_read(encoding, sandbox, tmp_path):
    bot = await started_with(tmp_path, text("DISCORD_TOKEN=a-token\n", sandbox).encode(encoding))
    await bot.says("Ready")
    assert await bot.terminate() == 0


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1"])
async def test_an_env_file_in_another_encoding_is_named_in_one_sentence(encoding, sandbox, tmp_path):
    bot = await started_with(tmp_path, text("# schlüssel\nDISCORD_TOKEN=a-token\n", sandbox).encode(encoding))
    assert await bot.exits() == 2
    [line] = bot.lines
    assert line.startswith(".env cannot be read")


def text(start: str, sandbox) -> str:
    return f"{start}DISCORD_API={sandbox.api_url}\nDISCORD_GATEWAY={sandbox.gateway_url}\n"


async def started_with(folder: Path, env_file: bytes) -> BotProcess:
    (folder / ".env").write_bytes(env_file)
    return await BotProcess.start("run", folder=folder)
