"""A start with many open tables: how long until any click on any table is answered, and all are rebuilt.

`seconds`: from opening the database until the slowest of the clicks that come while all others are rebuilt.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import tempfile
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from bot.opponents.names import practice_names
from bot.opponents.player import make_opponent
from bot.rules.house_rules import HouseRules
from bot.rules.round import Round
from bot.scores.store import Store
from bot.tables.chance import SystemChance
from bot.tables.clock import SystemClock
from bot.tables.entries import MatchBegun, RecordKept, RoundDealt, TableSaved
from bot.tables.posting import PublicMessage
from bot.tables.registry import Tables
from bot.tables.saved import state_as_json
from bot.tables.seats import Seat, TablePhase, TableState
from bot.tables.table_ports import Ports

if TYPE_CHECKING:
    from bot.tables.entries import Entry
    from bot.tables.table import Table

RULES = HouseRules(stuck="reshuffle")
SEATS = 4
PERSON = 10**17
STORIES = 20
"""Different rounds; the tables share them."""
GUILD = 7


def played_round(seed: int, moves: int) -> Round:
    """Play a round of so many records: what goes to a foundation goes there, else anything."""
    chance = random.Random(seed)
    game = Round.deal(RULES, SEATS, chance.randbytes(32))
    game.go(0)
    while game.version < moves:
        seat = chance.randrange(SEATS)
        legal = [move for move in game.legal_moves(seat) if move.kind not in ("call", "stuck")]
        best = [move for move in legal if move.target == "F" and move.source != "N"] or legal
        if best:
            game.play(seat, chance.choice(best), 1000 * game.version, person=PERSON + seat)
        elif game.settle(1000 * game.version) is None:
            game.play(seat, "stuck", 1000 * game.version, person=PERSON + seat)
    return game


def story(table: int, game: Round) -> list[Entry]:
    """Return what the journal holds of an open table in the middle of that round."""
    seats = [Seat(back=seat, people=[PERSON + seat], scores=[]) for seat in range(SEATS)]
    state = TableState(PERSON, RULES, TablePhase.ROUND, seats=seats, round_number=1, deals=1)
    state.match_id = state.round_id = table
    state.names = {PERSON + seat: f"Person {seat}" for seat in range(SEATS)}
    state.message = PublicMessage(1, table)
    return [
        MatchBegun(table, table, GUILD, table, RULES, 0),
        RoundDealt(table, table, 1, game.header, 0),
        *(RecordKept(table, record) for record in game.records),
        TableSaved(table, GUILD, table, state.phase.value, state_as_json(state), 10**12 + table),
    ]


async def fill(url: str, tables: int, moves: int) -> None:
    games = [played_round(seed, moves) for seed in range(min(STORIES, tables))]
    async with await Store.open(url) as store:
        for first in range(0, tables, 50):
            numbers = range(first + 1, min(first + 50, tables) + 1)
            await asyncio.gather(
                *(store.write(story(number, games[number % len(games)])) for number in numbers)
            )


async def measure(url: str, tables: int, moves: int, clicks: int) -> dict[str, Any]:
    await fill(url, tables, moves)
    start = time.perf_counter()
    async with await Store.open(url) as store:
        registry = Tables(
            Ports(SystemClock(), store, store, SystemChance(), make_opponent, practice_names(8))
        )
        found = await registry.recover(lambda _: True)
        assert found == tables
        ready = time.perf_counter() - start
        rebuilding = asyncio.create_task(registry.wake_all())
        waits = await click_about(registry, tables, clicks, moves)
        await rebuilding
        all_rebuilt = time.perf_counter() - start
        assert len(list(registry)) == tables
        await registry.rest()
    return {
        "tables": tables,
        "moves": tables * moves,
        "seconds": round(ready + waits[-1], 3),
        "moves_per_s": round(tables * moves / (all_rebuilt - ready)),
        "ready_seconds": round(ready, 3),
        "first_click_ms_p50": round(1000 * waits[len(waits) // 2], 1),
        "first_click_ms_max": round(1000 * waits[-1], 1),
        "all_rebuilt_seconds": round(all_rebuilt, 3),
    }


async def click_about(registry: Tables, tables: int, clicks: int, moves: int) -> list[float]:
    """Click on tables that sleep, from the least recently active one on; return the waits, shortest first."""
    waits = []
    for number in range(1, clicks + 1):
        start = time.perf_counter()
        table: Table | None = await registry.get(number)
        assert table is not None
        assert table.round is not None
        assert table.view(0).public.version == moves
        waits.append(time.perf_counter() - start)
    return sorted(waits)


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="recovery", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--clicks", type=int, default=50)
    parser.add_argument("--database", help="an empty database (default: SQLite in its own folder)")
    options = parser.parse_args(argv)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        url = options.database or f"sqlite+aiosqlite:///{folder}/recovery.db"
        found = asyncio.run(measure(url, options.tables, options.moves, options.clicks))
    for name, value in found.items():
        print(f"{name:20} {value}")
    print(json.dumps(found | {"cores": os.cpu_count(), "python": platform.python_version()}))
