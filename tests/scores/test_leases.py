"""Leases: who may serve which shards, told by heartbeats."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bot.scores.leases import Lease, LeaseLost, LeaseTaken
from bot.scores.process_identity import ProcessName, this_process
from bot.scores.store import Store
from bot.tables.ports import JournalFailed
from tests.scores.stories import ANA, BEN, a_round, moved, run_sql

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy.ext.asyncio import AsyncConnection

TERM = 15.0
ELSEWHERE = "far/other-boot/7"
YONDER = "yonder/third-boot/9"


class Time:
    """A monotonic clock that moves only when somebody sleeps."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.meanwhile: Callable[[], Awaitable[None]] | None = None

    def now(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.seconds += seconds
        if self.meanwhile:
            await self.meanwhile()


@pytest.fixture
def time() -> Time:
    return Time()


async def take(store: Store, time: Time, ids: range, count: int, owner: str = ELSEWHERE) -> Lease:
    return await Lease.take(store, ids, count, owner, term_seconds=TERM, now=time.now, sleep=time.sleep)


async def test_two_processes_may_serve_different_shards(store: Store, time: Time):
    await take(store, time, range(4), 16)
    await take(store, time, range(4, 8), 16, YONDER)
    assert time.seconds == 1000.0


async def test_a_second_process_hears_of_the_first_as_soon_as_its_heart_beats(store: Store, time: Time):
    first = await take(store, time, range(4), 16)
    time.meanwhile = first.renew
    with pytest.raises(LeaseTaken) as refusal:
        await take(store, time, range(4), 16, YONDER)
    assert refusal.value.data == {"shards": "0-3/16", "host": "far", "pid": "7"}
    assert time.seconds - 1000.0 < TERM / 2
    await first.renew()


@pytest.mark.parametrize(("ids", "count"), [(range(1), 1), (range(3, 5), 16), (range(2), 4)])
async def test_shards_that_share_servers_exclude_each_other(store: Store, time: Time, ids: range, count: int):
    first = await take(store, time, range(4), 16)
    time.meanwhile = first.renew
    with pytest.raises(LeaseTaken):
        await take(store, time, ids, count, YONDER)


async def test_a_lease_given_back_is_free_at_once(store: Store, time: Time):
    first = await take(store, time, range(4), 16)
    await first.release()
    await take(store, time, range(4), 16, YONDER)
    assert time.seconds == 1000.0


async def test_a_lease_that_ran_out_by_the_databases_clock_is_free_at_once(store: Store, time: Time):
    await take(store, time, range(4), 16)
    await run_sql(store, "UPDATE leases SET renewed_ms = renewed_ms - 16000")
    await take(store, time, range(4), 16, YONDER)
    assert time.seconds == 1000.0


async def test_a_silent_owner_is_followed_after_one_term(store: Store, time: Time):
    await take(store, time, range(4), 16)
    second = await take(store, time, range(4), 16, YONDER)
    assert TERM <= time.seconds - 1000.0 <= TERM * 1.2
    await second.renew()


async def test_a_clock_set_back_by_a_year_locks_nobody_out(store: Store, time: Time):
    await take(store, time, range(4), 16)
    await run_sql(store, "UPDATE leases SET renewed_ms = renewed_ms + 31536000000")
    await take(store, time, range(4), 16, YONDER)
    assert time.seconds - 1000.0 <= TERM * 1.2


async def test_a_clock_set_back_leaves_a_living_owner_its_lease(store: Store, time: Time):
    first = await take(store, time, range(4), 16)
    await run_sql(store, "UPDATE leases SET renewed_ms = renewed_ms + 31536000000")
    time.meanwhile = first.renew
    with pytest.raises(LeaseTaken):
        await take(store, time, range(4), 16, YONDER)


async def test_a_dead_process_of_this_machine_is_followed_at_once(store: Store, time: Time):
    me = this_process()
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    await take(store, time, range(4), 16, str(ProcessName(me.host, me.world, child.pid)))
    await take(store, time, range(4), 16, YONDER)
    assert time.seconds == 1000.0


async def test_a_living_process_of_this_machine_is_not_overtaken(store: Store, time: Time):
    me = this_process()
    first = await take(store, time, range(4), 16, str(ProcessName(me.host, me.world, os.getppid())))
    time.meanwhile = first.renew
    with pytest.raises(LeaseTaken):
        await take(store, time, range(4), 16)


async def test_an_overtaken_owner_learns_that_its_lease_is_lost(store: Store, time: Time):
    first = await take(store, time, range(4), 16)
    await take(store, time, range(2), 16, YONDER)
    with pytest.raises(LeaseLost):
        await first.renew()
    assert not first.held


async def test_an_owner_that_heard_of_its_successor_holds_nothing_though_its_term_runs(
    store: Store, time: Time
):
    first = await take(store, time, range(4), 16)
    assert first.held
    await run_sql(store, "DELETE FROM leases")
    with pytest.raises(LeaseLost):
        await first.renew()
    assert not first.held


async def test_an_owner_that_hears_of_its_successor_at_a_commit_holds_nothing(store: Store, time: Time):
    first = await take(store, time, range(4), 16)
    await run_sql(store, "DELETE FROM leases")
    with pytest.raises(LeaseLost):
        await store.connections.write(first.check)
    assert not first.held


async def test_a_lease_given_back_is_not_held(store: Store, time: Time):
    first = await take(store, time, range(4), 16)
    await first.release()
    assert not first.held


async def test_a_lease_given_back_is_not_held_even_when_the_answer_is_lost(
    store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
):
    first = await take(store, time, range(4), 16)
    write = store.connections.write

    async def broken(work: Callable[[AsyncConnection], Awaitable[object]]) -> None:
        assert not first.held
        await write(work)
        raise OSError("hung up")

    monkeypatch.setattr(store.connections, "write", broken)
    with pytest.raises(OSError, match="hung up"):
        await first.release()
    assert not first.held


async def test_an_overtaken_owner_cannot_write_over_its_successors_moves(database_url: str, time: Time):
    late, successor = await Store.open(database_url), await Store.open(database_url)
    await take(late, time, range(4), 16)
    await late.write(a_round(moves=3))
    await take(successor, time, range(4), 16, YONDER)
    await successor.write([moved(4, BEN)])
    with pytest.raises(JournalFailed):
        await late.write([moved(4, ANA)])
    back = await successor.load_round(1)
    assert back is not None
    assert back.records[3:] == (moved(4, BEN).record,)
    await late.close()
    await successor.close()


async def test_keeping_a_lease_sends_heartbeats_until_it_is_lost(store: Store, time: Time):
    first = await take(store, time, range(4), 16)
    beats = 0

    async def count() -> None:
        nonlocal beats
        beats += 1
        if beats == 4:
            await run_sql(store, "UPDATE leases SET token = 'stolen'")

    time.meanwhile = count
    with pytest.raises(LeaseLost):
        await first.keep(time.sleep)
    assert beats == 4
    assert time.seconds - 1000.0 == pytest.approx(4 * TERM / 5)


async def test_an_owner_without_database_for_a_term_holds_nothing_until_it_is_back(
    database_url: str, time: Time
):
    store = await Store.open(database_url)
    first = await take(store, time, range(4), 16)
    await run_sql(store, "ALTER TABLE leases RENAME TO leases_away")
    held = []

    async def look() -> None:
        held.append(first.held)
        if len(held) == 8:
            await run_sql(store, "ALTER TABLE leases_away RENAME TO leases")
        if len(held) == 12:
            await run_sql(store, "UPDATE leases SET token = 'stolen'")

    time.meanwhile = look
    with pytest.raises(LeaseLost):
        await first.keep(time.sleep)
    assert held[:3] == [True] * 3
    assert held[6:8] == [False] * 2
    assert held[9:] == [True] * 3
    await store.close()


async def test_of_many_that_take_at_once_one_wins(database_url: str, time: Time):
    stores = [await Store.open(database_url) for _ in range(4)]
    leases: list[Lease] = []

    async def beat() -> None:
        for lease in list(leases):
            await lease.renew()

    async def try_it(number: int) -> None:
        leases.append(await take(stores[number], time, range(4), 16, f"host{number}/boot{number}/1"))

    time.meanwhile = beat
    done = await asyncio.gather(*(try_it(number) for number in range(4)), return_exceptions=True)
    assert len(leases) == 1
    assert sum(isinstance(one, LeaseTaken) for one in done) == 3
    for store in stores:
        await store.close()


async def test_a_process_tells_of_itself_and_is_read_again():
    me = this_process()
    assert me.pid == os.getpid()
    assert ProcessName.parse(str(me)) == me
    assert ProcessName.parse("nonsense") is None
    assert not ProcessName("h", "another world", 1).is_dead()
