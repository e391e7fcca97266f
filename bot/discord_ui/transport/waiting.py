"""Waiting with the tables' own clock, so that tests need no time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.tables.ports import Clock


async def within(clock: Clock, seconds: float, *futures: asyncio.Future[Any]) -> bool:
    """Wait until all futures are done, at most so long; return whether they are. Errors stay in them."""
    missing = [future for future in futures if not future.done()]
    if not missing:
        return True
    if seconds <= 0:
        return False
    woken: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    left = len(missing)

    def one_less(_: asyncio.Future[Any]) -> None:
        nonlocal left
        left -= 1
        if left == 0 and not woken.done():
            woken.set_result(True)

    def too_late() -> None:
        if not woken.done():
            woken.set_result(False)

    for future in missing:
        future.add_done_callback(one_less)
    timer = clock.call_later(seconds, too_late)
    try:
        return await woken
    finally:
        timer.cancel()
        for future in missing:
            future.remove_done_callback(one_less)
