from __future__ import annotations

import asyncio

from bot.tables.chance import HIGHEST_ID, FixedChance, SystemChance
from bot.tables.clock import ManualClock, SystemClock


async def test_timers_fire_in_the_order_of_their_times():
    clock, fired = ManualClock(), []
    clock.call_later(2, lambda: fired.append("late"))
    clock.call_later(1, lambda: fired.append("early"))
    clock.call_later(1, lambda: fired.append("next"))
    clock.advance(0.5)
    assert fired == []
    clock.advance(2)
    assert fired == ["early", "next", "late"]


async def test_a_timer_sees_its_own_time_and_may_set_another():
    clock, seen = ManualClock(wall_ms=5_000), []

    def tick() -> None:
        seen.append((clock.now(), clock.wall_ms()))
        clock.call_later(1, tick)

    clock.call_later(1, tick)
    clock.advance(3.5)
    assert seen == [(1, 6_000), (2, 7_000), (3, 8_000)]
    assert clock.now() == 3.5


async def test_a_cancelled_timer_does_not_fire():
    clock, fired = ManualClock(), []
    timer = clock.call_later(1, lambda: fired.append(1))
    timer.cancel()
    clock.advance(2)
    assert fired == []


async def test_sleepers_wake_when_their_time_has_come():
    clock, woken = ManualClock(), []

    async def sleeper(seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append((seconds, clock.now()))

    tasks = [asyncio.ensure_future(sleeper(seconds)) for seconds in (2, 1, 5)]
    await clock.run(3)
    assert woken == [(1, 1), (2, 2)]
    tasks[2].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    clock.advance(5)
    assert len(woken) == 2


async def test_the_system_clock_keeps_time():
    clock, fired = SystemClock(), asyncio.Event()
    now, wall = clock.now(), clock.wall_ms()
    clock.call_later(0, fired.set)
    await fired.wait()
    await clock.sleep(0)
    assert clock.now() >= now
    assert clock.wall_ms() >= wall > 1_700_000_000_000


def test_fixed_chance_repeats_itself_and_system_chance_does_not():
    one, two, three = FixedChance(1), FixedChance(1), FixedChance(2)
    assert [one.seed(), one.number()] == [two.seed(), two.number()]
    assert one.seed() != three.seed()
    chance = SystemChance()
    assert len(chance.seed()) == 32
    assert chance.seed() != chance.seed()
    assert all(0 < chance.number() <= HIGHEST_ID for _ in range(100))
    assert all(0 < one.number() <= HIGHEST_ID for _ in range(100))
