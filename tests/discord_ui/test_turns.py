"""Answers begin in the order in which they were asked for, a few at each turn of the event loop."""

from __future__ import annotations

import asyncio

from bot.discord_ui.transport.fair_start import Turns


async def begins(turns: Turns, number: int, begun: list[int]) -> None:
    await turns.mine()
    begun.append(number)


async def test_one_alone_does_not_wait():
    turns = Turns()
    for _ in range(3):
        waiting = turns.mine()
        try:
            waiting.send(None)
        except StopIteration:
            pass
        else:
            raise AssertionError("it waited")
        await asyncio.sleep(0)
        await asyncio.sleep(0)


async def test_many_begin_in_their_order_and_never_more_than_a_few_at_a_turn():
    turns = Turns()
    begun: list[int] = []
    tasks = [asyncio.ensure_future(begins(turns, number, begun)) for number in range(50)]
    at_a_turn, before = [], 0
    while len(begun) < 50:
        await asyncio.sleep(0)
        at_a_turn.append(len(begun) - before)
        before = len(begun)
    assert begun == list(range(50))
    assert max(at_a_turn) <= 8
    assert 10 <= len(at_a_turn) <= 25
    await asyncio.gather(*tasks)


async def test_who_comes_while_others_wait_does_not_go_before_them():
    turns = Turns()
    begun: list[int] = []
    tasks = [asyncio.ensure_future(begins(turns, number, begun)) for number in range(10)]
    for number in range(10, 20):
        await asyncio.sleep(0)
        tasks.append(asyncio.ensure_future(begins(turns, number, begun)))
    await asyncio.gather(*tasks)
    assert begun == list(range(20))


async def test_who_waits_no_longer_takes_nobodys_turn():
    turns = Turns()
    begun: list[int] = []
    tasks = [asyncio.ensure_future(begins(turns, number, begun)) for number in range(30)]
    await asyncio.sleep(0)
    for task in tasks[8:20]:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert begun == [*range(8), *range(20, 30)]
