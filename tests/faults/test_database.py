"""A database that fails under the running bot: real ones, no mocks."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from contextlib import closing

from sqlalchemy import make_url

from tests.faults.couple import playing_at, url_of
from tests.small_disk import fill_up, small_disk

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


async def test_a_disk_that_fills_up_suspends_the_table_until_there_is_room(sandbox, start_bot, tmp_path):
    with small_disk(tmp_path / "disk", "4m") as disk:
        file = disk / "nertz.db"
        couple, bot = await playing_at(sandbox, start_bot, url_of(file))
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
    couple, bot = await playing_at(sandbox, start_bot, url_of(file))
    command = (sys.executable, "-c", LOCK_FOR_TEN_SECONDS, str(file))
    other = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert other.stdout is not None
    assert await other.stdout.readline() == b"locked\n"
    await couple.goes_through()
    assert await other.wait() == 0
    await couple.comes_back()
    assert await bot.terminate() == 0


async def cut(server, name: str | None) -> None:
    """End all connections to a database of the server."""
    await server.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")


async def test_connections_that_are_cut_suspend_no_table_for_long(
    sandbox, start_bot, postgres_server, postgres_url
):
    couple, bot = await playing_at(sandbox, start_bot, postgres_url)
    name = make_url(postgres_url).database
    await postgres_server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    await cut(postgres_server, name)
    await couple.plays_until(couple.is_suspended)
    await postgres_server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    await couple.comes_back()
    await cut(postgres_server, name)
    await couple.plays_on()
    await couple.shown_is_kept()
    assert await bot.terminate() == 0


async def test_a_database_that_turns_read_only_suspends_the_table_until_it_may_be_written(
    sandbox, start_bot, postgres_server, postgres_url
):
    couple, bot = await playing_at(sandbox, start_bot, postgres_url)
    name = make_url(postgres_url).database
    await postgres_server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    await cut(postgres_server, name)
    await couple.goes_through()
    await postgres_server.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    await cut(postgres_server, name)
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
    couple, bot = await playing_at(sandbox, start_bot, url_of(tmp_path / "nertz.db"))
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
