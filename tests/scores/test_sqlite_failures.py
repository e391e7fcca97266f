"""Real failures of SQLite: a full disk, a lock, a file that is read-only, damaged or something else."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from bot.scores.problems import Problem, StoreUnusable
from bot.scores.store import Store
from bot.tables.ports import JournalFailed
from bot.tables.standings import PersonChoices
from tests.scores.stories import a_round, moved, saved
from tests.small_disk import fill_up, small_disk


def url_of(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def file_of(url: str) -> Path:
    return Path(make_url(url).database or "")


async def refusal_of(url: str, **more: Any) -> StoreUnusable:
    with pytest.raises(StoreUnusable) as refusal:
        await Store.open(url, **more)
    return refusal.value


async def numbers(store: Store) -> list[int]:
    back = await store.load_round(1)
    return [record.number for record in back.records] if back else []


async def write_until_it_fails(store: Store, number: int) -> tuple[int, str]:
    """Return the first record that was not kept, and why."""
    while True:
        try:
            await store.write([moved(number), saved(padding="." * 2000)])
        except JournalFailed as failure:
            return number, str(failure)
        number += 1


async def test_a_full_disk_fails_the_write_and_everything_kept_before_is_there(
    sqlite_template: Path, tmp_path: Path
):
    with small_disk(tmp_path / "disk", "2m") as disk:
        file = disk / "nertz.db"
        shutil.copy(sqlite_template, file)
        async with await Store.open(url_of(file)) as store:
            await store.write(a_round(moves=3))
            with closing(sqlite3.connect(file, isolation_level=None)) as reader:
                # Somebody who reads keeps the write-ahead log from being used anew, so that it must grow.
                reader.execute("BEGIN").execute("SELECT count(*) FROM moves").fetchone()
                fill_up(disk / "ballast")
                failed, reason = await write_until_it_fails(store, 4)
                assert reason == "disk_full"
                kept = await numbers(store)
                assert kept == list(range(1, failed))
                assert not await store.probe()

            (disk / "ballast").unlink()
            assert await store.probe()
            await store.write([moved(len(kept) + 1)])
            assert await numbers(store) == [*kept, len(kept) + 1]


async def test_a_full_disk_stops_the_start(tmp_path: Path):
    with small_disk(tmp_path / "disk", "32k") as disk:
        assert (await refusal_of(url_of(disk / "nertz.db"))).code == Problem.disk_full


async def test_a_disk_that_is_read_only_stops_the_start(sqlite_template: Path, tmp_path: Path):
    with small_disk(tmp_path / "disk", "2m") as disk:
        shutil.copy(sqlite_template, disk / "nertz.db")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        assert (await refusal_of(url_of(disk / "nertz.db"))).code == Problem.read_only


async def test_a_disk_that_turns_read_only_fails_writes_until_it_is_writable(
    sqlite_template: Path, tmp_path: Path
):
    with small_disk(tmp_path / "disk", "4m") as disk:
        shutil.copy(sqlite_template, disk / "nertz.db")
        async with await Store.open(url_of(disk / "nertz.db")) as store:
            await store.write(a_round(moves=3))
            # A file system with files open for writing cannot turn read-only: hang up first.
            await store.connections.close()
            subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
            with pytest.raises(JournalFailed, match="read_only"):
                await store.write([moved(4)])
            assert not await store.probe()
            subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
            assert await store.probe()
            await store.write([moved(4)])
            assert await numbers(store) == [1, 2, 3, 4]


async def test_a_lock_held_by_somebody_else_fails_writes_after_the_timeout_and_then_they_go_on(
    sqlite_url: str,
):
    file = file_of(sqlite_url)
    async with await Store.open(sqlite_url, busy_timeout_ms=150) as store:
        await store.write(a_round(moves=3))
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            failed = [store.write([moved(4)]), store.write([moved(5)])]
            for write in failed:
                with pytest.raises(JournalFailed, match="locked"):
                    await write
            assert not await store.probe()
            with pytest.raises(JournalFailed, match="locked"):
                await store.change_person(1, lambda _: PersonChoices())
            assert await numbers(store) == [1, 2, 3]
            other.execute("ROLLBACK")
        assert await store.probe()
        await store.write([moved(4)])
        assert await numbers(store) == [1, 2, 3, 4]


async def test_a_short_lock_only_makes_a_write_wait(sqlite_url: str):
    file = file_of(sqlite_url)
    async with await Store.open(sqlite_url, busy_timeout_ms=5000) as store:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            write = store.write(a_round(moves=3))
            await asyncio.wait([write], timeout=0.1)
            assert not write.done()
            other.execute("COMMIT")
        await write
        assert await numbers(store) == [1, 2, 3]


async def test_a_database_locked_at_the_start_is_refused(sqlite_url: str):
    with closing(sqlite3.connect(file_of(sqlite_url), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert (await refusal_of(sqlite_url, busy_timeout_ms=100)).code == Problem.locked


async def test_readers_do_not_wait_for_a_writer(sqlite_url: str):
    async with await Store.open(sqlite_url, busy_timeout_ms=100) as store:
        await store.write(a_round(moves=3))
        with closing(sqlite3.connect(file_of(sqlite_url), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert await numbers(store) == [1, 2, 3]


async def test_a_damaged_file_is_refused(sqlite_url: str):
    async with await Store.open(sqlite_url) as store:
        await store.write(a_round(moves=400))
    file = file_of(sqlite_url)
    content = bytearray(file.read_bytes())
    content[8192 : len(content) // 2] = os.urandom(len(content) // 2 - 8192)
    file.write_bytes(content)
    assert (await refusal_of(sqlite_url)).code == Problem.corrupted


async def test_a_file_cut_short_is_refused(sqlite_url: str):
    file = file_of(sqlite_url)
    file.write_bytes(file.read_bytes()[:10_000])
    assert (await refusal_of(sqlite_url)).code == Problem.corrupted


async def test_a_file_of_another_kind_is_refused_and_left_alone(tmp_path: Path):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ana, " * 500)
    assert (await refusal_of(url_of(letter))).code == Problem.not_a_database
    assert letter.read_text() == "Dear Ana, " * 500


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path):
    refusal = await refusal_of(url_of(tmp_path / "nowhere" / "nertz.db"))
    assert refusal.code == Problem.cannot_open
    assert "nowhere" in refusal.data["url"]


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://localhost/nertz", "sqlite+nothing:///x.db"])
async def test_an_address_that_is_none_of_ours_is_refused(url: str):
    assert (await refusal_of(url)).code in {Problem.bad_url, Problem.driver_missing}
