"""A database that the bot can't use stops its start with one sentence that says why: real ones, no mocks."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from contextlib import closing
from typing import TYPE_CHECKING

from bot.scores.store import Store
from tests.end_to_end.bot_process import BotProcess
from tests.faults.couple import url_of
from tests.small_disk import small_disk

if TYPE_CHECKING:
    from pathlib import Path


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
