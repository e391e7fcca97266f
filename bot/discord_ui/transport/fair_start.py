"""Who comes first when more is to be answered than the event loop can do at once: who came first."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

_AT_ONCE: Final = 4
"""Answers that begin in one turn of the event loop: few, so that the first are out before the last begin."""


class Turns:
    """Lets answers begin in the order in which they were asked for, a few at each turn of the event loop.

    If a thousand began at once, they would go step by step together: all of them would be late, and nearly
    each would open a connection of its own. How long Discord takes to answer is of no account here.
    """

    def __init__(self) -> None:
        self._free = _AT_ONCE
        self._line: deque[asyncio.Future[None]] = deque()
        self._turning = False

    async def mine(self) -> None:
        """Return when one may begin: at once, unless many want to."""
        self._turn_soon()
        if self._free:
            self._free -= 1
            return
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.append(waiting)
        await waiting

    def _turn_soon(self) -> None:
        if not self._turning:
            self._turning = True
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        self._turning = False
        called = 0
        while self._line and called < _AT_ONCE:
            waiting = self._line.popleft()
            if not waiting.done():
                called += 1
                waiting.set_result(None)
        # Who was called begins in a moment: whoever comes before that shall not overtake them.
        self._free = 0 if called else _AT_ONCE
        if called:
            self._turn_soon()
