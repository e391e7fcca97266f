"""A process that is killed: what it said was kept is there, and its lease is free."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from bot.scores.leases import Lease, LeaseTaken
from bot.scores.store import Store
from tests.scores.stories import a_round

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ROOT = Path(__file__).parents[2]
WRITER = """
import asyncio, sys
from bot.scores.leases import Lease
from bot.scores.store import Store
from tests.scores.stories import moved

async def main(url):
    store = await Store.open(url)
    lease = await Lease.take(store, range(4), 16, term_seconds=3)
    beats = asyncio.create_task(lease.keep())
    print("serving", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    for number in range(4, 100_000):
        await store.write([moved(number)])
        print(number, flush=True)

asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture
async def process(database_url: str) -> AsyncIterator[asyncio.subprocess.Process]:
    async with await Store.open(database_url) as store:
        await store.write(a_round(moves=3))
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, database_url, stdin=pipe, stdout=pipe, cwd=ROOT
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"serving\n"
    yield process
    if process.returncode is None:
        process.kill()
        await process.wait()


async def test_a_killed_process_leaves_every_answered_move_and_a_free_lease(
    process: asyncio.subprocess.Process, database_url: str
):
    assert process.stdin is not None
    assert process.stdout is not None
    async with await Store.open(database_url) as store:
        with pytest.raises(LeaseTaken) as refusal:
            await Lease.take(store, range(2), 16, term_seconds=3)
        assert refusal.value.data["pid"] == str(process.pid)

        process.stdin.write(b"go\n")
        while int(await process.stdout.readline()) < 150:
            pass
        process.send_signal(signal.SIGKILL)
        answered = [int(line) for line in (await process.stdout.read()).split(b"\n")[:-1]]
        await process.wait()

        back = await store.load_round(1)
        assert back is not None
        kept = [record.number for record in back.records]
        assert kept == list(range(1, len(kept) + 1))
        assert len(kept) >= max(answered, default=150)
        lease = await Lease.take(store, range(2), 16, sleep=no_sleep)
        await lease.release()


async def no_sleep(_seconds: float) -> None:
    pytest.fail("there is nobody to wait for")


@pytest.mark.parametrize(("synchronous", "level"), [("NORMAL", 1), ("FULL", 2)])
async def test_the_setting_says_whether_sqlite_waits_for_the_disk(sqlite_url: str, synchronous, level):
    async with await Store.open(sqlite_url, synchronous=synchronous) as store:

        async def work(connection):
            rows = [
                await connection.execute(text(f"PRAGMA {name}")) for name in ("synchronous", "journal_mode")
            ]
            return [row.scalar_one() for row in rows]

        assert await store.connections.write(work) == [level, "wal"]
