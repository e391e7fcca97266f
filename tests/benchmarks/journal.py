"""How many moves the journal keeps in a second, and how long a click waits for its commit.

`moves_per_s`: 200 tables play as fast as their commits let them. `commit_ms_*`: 200 moves a second arrive one
by one, as clicks do. `fsync` tells whether every commit waits for the disk: without, a kill of the process
loses nothing, a power cut may lose the last moments.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.rules.house_rules import HouseRules
from bot.rules.moves import Move
from bot.rules.records import Played, RoundHeader
from bot.scores.leases import Lease
from bot.scores.store import Store
from bot.tables.entries import MatchBegun, RecordKept, RoundDealt
from tests.postgres import PrivateServer, missing_postgres, open_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.scores.connections import Synchronous
    from bot.tables.entries import Entry

TABLES = 200
PER_SECOND = 200
MOVE = Move.parse("N:KH>W1")
HEADER = RoundHeader(HouseRules(), 4, bytes(32))


def story(table: int) -> Iterator[list[Entry]]:
    """The writes of one table: a deal, then a move at a time."""
    yield [
        MatchBegun(table, table, 1, table, HEADER.rules, 0),
        RoundDealt(table, table, 1, HEADER, 0),
    ]
    for number in count(1):
        yield [RecordKept(table, Played(number, number % 4, 10**17 + number % 4, MOVE, number, (5,)))]


async def play(store: Store, writes: Iterator[list[Entry]], moves: int) -> None:
    for _ in range(moves):
        await store.write(next(writes))


async def throughput(store: Store, tables: list[Iterator[list[Entry]]], moves: int) -> float:
    each = max(1, moves // len(tables))
    start = time.perf_counter()
    await asyncio.gather(*(play(store, writes, each) for writes in tables))
    return each * len(tables) / (time.perf_counter() - start)


async def latencies(store: Store, tables: list[Iterator[list[Entry]]], clicks: int) -> list[float]:
    """Milliseconds from the click to its commit, fastest first."""
    found: list[float] = []

    async def click(writes: Iterator[list[Entry]]) -> None:
        start = time.perf_counter()
        await store.write(next(writes))
        found.append((time.perf_counter() - start) * 1000)

    running = []
    for number in range(clicks):
        running.append(asyncio.create_task(click(tables[number % len(tables)])))
        await asyncio.sleep(1 / PER_SECOND)
    await asyncio.gather(*running)
    return sorted(found)


async def measure(
    url: str, synchronous: Synchronous, moves: int, clicks: int, *, fsync: bool
) -> dict[str, Any]:
    async with await Store.open(url, synchronous=synchronous) as store:
        # As in a running bot: every commit asks whether the lease still stands.
        await Lease.take(store, [0], 1)
        tables = [story(table) for table in range(1, TABLES + 1)]
        await asyncio.gather(*(store.write(next(writes)) for writes in tables))
        waits = await latencies(store, tables, clicks)
        return {
            "moves_per_s": round(await throughput(store, tables, moves)),
            "commit_ms_p50": round(waits[len(waits) // 2], 2),
            "commit_ms_p99": round(waits[len(waits) * 99 // 100], 2),
            "fsync": fsync,
        }


def disk_fsync_ms(folder: Path) -> float:
    """What one fsync of this disk takes: the least that a commit with fsync can take."""
    took = []
    with (folder / "fsync").open("wb", buffering=0) as file:
        for _ in range(50):
            file.write(b"." * 4096)
            start = time.perf_counter()
            os.fsync(file.fileno())
            took.append((time.perf_counter() - start) * 1000)
    return round(sorted(took)[25], 3)


def measure_postgres(moves: int, clicks: int) -> dict[str, Any]:
    reason = missing_postgres()
    if reason:
        return {"skipped": reason}
    server = open_server(fsync=True)
    name = server.create()
    try:
        return asyncio.run(measure(server.url(name), "NORMAL", moves, clicks, fsync=True))
    finally:
        server.drop(name)
        if isinstance(server, PrivateServer):
            server.remove()


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="journal", description=__doc__)
    parser.add_argument("--moves", type=int, default=40_000)
    parser.add_argument("--clicks", type=int, default=1000)
    options = parser.parse_args(argv)
    found: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, synchronous, fsync in (("normal", "NORMAL", False), ("full", "FULL", True)):
            url = f"sqlite+aiosqlite:///{folder}/{name}.db"
            measured = measure(url, synchronous, options.moves, options.clicks, fsync=fsync)  # type: ignore[arg-type]
            found[name] = asyncio.run(measured)
        fsync_ms = disk_fsync_ms(Path(folder))
    found["postgresql"] = measure_postgres(options.moves, options.clicks)
    for name, figures in found.items():
        print(f"{name:12}", "  ".join(f"{key} {value}" for key, value in figures.items()))
    where = {"disk_fsync_ms": fsync_ms, "cores": os.cpu_count(), "python": platform.python_version()}
    print(json.dumps(found["normal"] | {"full": found["full"], "postgresql": found["postgresql"]} | where))
