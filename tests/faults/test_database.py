"""A database that fails under the running bot, or that it meets at its start: real ones, no mocks."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from sqlalchemy import make_url

from bot.scores.store import Store
from tests.end_to_end.bot_process import BotProcess
from tests.end_to_end.player import Player, has
from tests.end_to_end.truth import Shown, Truth
from tests.small_disk import fill_up, small_disk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CHANNEL = "nertz"
SUSPENDED = "can't be stored right now"
PATIENCE = 60.0
LOCK_FOR_TEN_SECONDS = """
import sqlite3, sys, time
other = sqlite3.connect(sys.argv[1], isolation_level=None)
other.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
time.sleep(10)
other.execute("ROLLBACK")
"""
SHIFTED_CLOCK = """
import os, time
_time, _time_ns = time.time, time.time_ns
def _hours():
    with open(os.environ["HOURS_BACK"]) as file:
        return int(file.read())
time.time = lambda: _time() - 3600 * _hours()
time.time_ns = lambda: _time_ns() - 3600 * 10**9 * _hours()
"""


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


async def test_a_disk_that_fills_up_suspends_the_table_until_there_is_room(sandbox, start_bot, tmp_path):
    with small_disk(tmp_path / "disk", "4m") as disk:
        file = disk / "nertz.db"
        couple = Couple(sandbox, url_of(file))
        bot = await start_bot(database=url_of(file))
        await bot.says("Ready")
        await couple.begins()
        with closing(sqlite3.connect(file, isolation_level=None)) as reader:
            # Somebody who reads keeps the write-ahead log from being used anew, so that it must grow.
            reader.execute("BEGIN").execute("SELECT count(*) FROM moves").fetchone()
            fill_up(disk / "ballast")
            await couple.goes_through()
        (disk / "ballast").unlink()
        await couple.comes_back()
        assert await bot.terminate() == 0
        await couple.shown_is_kept()


async def test_a_database_that_is_locked_for_ten_seconds_suspends_the_table_until_it_is_free(
    sandbox, start_bot, tmp_path
):
    file = tmp_path / "nertz.db"
    couple = Couple(sandbox, url_of(file))
    bot = await start_bot()
    await bot.says("Ready")
    await couple.begins()
    command = (sys.executable, "-c", LOCK_FOR_TEN_SECONDS, str(file))
    other = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert other.stdout is not None
    assert await other.stdout.readline() == b"locked\n"
    await couple.goes_through()
    assert await other.wait() == 0
    await couple.comes_back()
    assert await bot.terminate() == 0


async def test_connections_that_are_cut_suspend_no_table_for_long(
    sandbox, start_bot, postgres_server, postgres_url
):
    couple = Couple(sandbox, postgres_url)
    name = make_url(postgres_url).database
    bot = await start_bot(database=postgres_url)
    await bot.says("Ready")
    await couple.begins()
    await postgres_server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    await postgres_server.execute(cut)
    await couple.plays_until(couple.is_suspended)
    await postgres_server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    await couple.comes_back()
    await postgres_server.execute(cut)
    await couple.plays_on()
    await couple.shown_is_kept()
    assert await bot.terminate() == 0


async def test_a_database_that_turns_read_only_suspends_the_table_until_it_may_be_written(
    sandbox, start_bot, postgres_server, postgres_url
):
    couple = Couple(sandbox, postgres_url)
    name = make_url(postgres_url).database
    bot = await start_bot(database=postgres_url)
    await bot.says("Ready")
    await couple.begins()
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    await postgres_server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    await postgres_server.execute(cut)
    await couple.goes_through()
    await postgres_server.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    await postgres_server.execute(cut)
    await couple.comes_back()
    assert await bot.terminate() == 0


async def test_a_clock_that_is_set_back_changes_nothing_of_the_game(
    sandbox, start_bot, tmp_path, monkeypatch
):
    (tmp_path / "sitecustomize.py").write_text(SHIFTED_CLOCK)
    hours = tmp_path / "hours"
    hours.write_text("0")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("HOURS_BACK", str(hours))
    couple = Couple(sandbox, url_of(tmp_path / "nertz.db"))
    bot = await start_bot()
    await bot.says("Ready")
    await couple.begins()
    hours.write_text("2")
    await couple.plays_on()
    await bot.kill()
    couple.shown.draw_line()
    hours.write_text("30")
    bot = await start_bot()
    await bot.says("Ready")
    await couple.plays_on()
    assert couple.shown.older == []
    assert not couple.is_suspended()
    assert await bot.terminate() == 0
    assert "Traceback" not in bot.output
    await couple.shown_is_kept()


# At the start


async def refusal(url: str) -> str:
    """Start a bot that can't go on, and return the one sentence that it says."""
    bot = await BotProcess.start("run", database=url, discord_token="a-token")
    code = await bot.exits()
    assert code == 2, bot.output
    [sentence] = bot.lines
    return sentence


async def a_database(folder: Path) -> Path:
    file = folder / "nertz.db"
    async with await Store.open(url_of(file)):
        pass
    return file


async def set_version(file: Path, version: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (version,))


async def test_a_database_of_a_newer_program_stops_the_start(tmp_path):
    file = await a_database(tmp_path)
    await set_version(file, "9999")
    assert "was written by a newer program" in await refusal(url_of(file))


async def test_an_older_postgresql_database_stops_the_start(tmp_path, postgres_url):
    async with await Store.open(postgres_url):
        pass
    down = await BotProcess.start("db", "downgrade", "0001", database=postgres_url)
    assert await down.exits() == 0, down.output
    assert "run python -m bot db upgrade once" in await refusal(postgres_url)


async def test_a_damaged_database_stops_the_start(tmp_path):
    file = await a_database(tmp_path)
    content = bytearray(file.read_bytes())
    content[4096 : len(content) // 2] = os.urandom(len(content) // 2 - 4096)
    file.write_bytes(content)
    assert "is damaged" in await refusal(url_of(file))


async def test_a_read_only_database_stops_the_start(tmp_path):
    with small_disk(tmp_path / "disk", "4m") as disk:
        file = await a_database(disk)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        assert "can only be read" in await refusal(url_of(file))


async def test_a_full_disk_stops_the_start(tmp_path):
    with small_disk(tmp_path / "disk", "32k") as disk:
        assert "no room left" in await refusal(url_of(disk / "nertz.db"))


async def test_a_locked_database_stops_the_start(tmp_path):
    file = await a_database(tmp_path)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "is locked by another program" in await refusal(url_of(file))


async def test_a_folder_that_is_not_there_stops_the_start(tmp_path):
    assert "cannot be opened" in await refusal(url_of(tmp_path / "nowhere" / "nertz.db"))


async def test_a_file_that_is_no_database_stops_the_start(tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ana, " * 500)
    assert "is no SQLite database" in await refusal(url_of(letter))


async def test_a_server_that_does_not_run_stops_the_start_and_keeps_its_password(tmp_path):
    sentence = await refusal("postgresql+asyncpg://nertz:secret@127.0.0.1:1/nertz")
    assert "cannot be opened" in sentence
    assert "secret" not in sentence
