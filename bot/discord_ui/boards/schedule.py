"""When boards may be edited: every 1.1 s in one channel, 40 a second in all, evenly slower under limits."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.discord_ui.boards.message import BoardMessage
    from bot.discord_ui.transport.ratelimits import TrackedRequest
    from bot.tables.ports import Clock, Timer

CHANNEL_SECONDS: Final = 1.1
A_SECOND: Final = 40
_TOGETHER: Final = 0.1
"""Seconds that a board waits for more to show: the click that changed it is answered first."""
_SLOWEST: Final = 20.0
"""Times slower at most, when Discord keeps answering 429."""

_SHORTEST_REST: Final = 5.0
"""Seconds between two tries, however often a server changes its rights."""

_STEP_BACK: Final = 0.05
_LONGEST_BACK: Final = 3.0
_TRICKLE: Final = 0.2
"""While more clicks come than can be answered at once, boards wait for 3 s; then five a second go."""

_log = logging.getLogger(__name__)


class BoardScheduler:
    """Lets boards be shown first come, first served: when there are many, all slow down alike."""

    def __init__(
        self, clock: Clock, show: Callable[[BoardMessage], Awaitable[None]], crowded: Callable[[], bool]
    ) -> None:
        self._clock = clock
        self._show = show
        self._crowded = crowded
        self._held_since: float | None = None
        self._line: deque[BoardMessage] = deque()
        self._timer: Timer | None = None
        self._free_at = float("-inf")
        self._left_at = float("-inf")
        """When the last edit left, or will leave."""
        self._slowness = 1.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._resting: dict[BoardMessage, Timer] = {}
        """Boards that are left alone for a while, whatever happens at their tables."""
        self._wanted = 0
        """Boards that wait for their channel or in the line."""
        self._idle = asyncio.Event()
        self._closed = False

    def want(self, board: BoardMessage) -> None:
        """Let a board be shown as soon as its channel and the line allow."""
        board.wanted = True
        if board.busy or board.in_line or board in self._resting or self._closed:
            return
        board.in_line = True
        self._wanted += 1
        self._idle.clear()
        wait = board.shown_at + CHANNEL_SECONDS * self._slowness - self._clock.now()
        self._clock.call_later(max(wait, _TOGETHER), lambda: self._queue(board))

    def rest(self, board: BoardMessage, seconds: float) -> None:
        """Try a board again after so many seconds and not before, whatever its table does meanwhile."""
        self._resting[board] = self._clock.call_later(seconds, lambda: self._rested(board))

    def wake(self, guild_id: int) -> None:
        """End the rest of a server's boards, but try none within 5 s of its last try."""
        for board in [one for one in self._resting if one.table.guild_id == guild_id]:
            self._resting.pop(board).cancel()
            self.rest(board, max(0.0, board.shown_at + _SHORTEST_REST - self._clock.now()))

    def learn(self, tracked: TrackedRequest) -> None:
        """Follow what the answer to an edit said of limits."""
        if tracked.limited:
            self._slowness = min(_SLOWEST, self._slowness * 1.5)
        else:
            self._slowness = max(1.0, self._slowness * 0.98)

    def one_more(self) -> None:
        """Let the boards wait for a request that goes out beside their edits."""
        self._free_at = max(self._free_at, self._clock.now()) + self._slowness / A_SECOND

    async def turn(self) -> None:
        """Wait until an edit may leave: first come, first served, and no more at once than the pace allows.

        Boards begin at that pace, but their pictures may come in a bunch, as after a start. Requests that
        leave together overtake each other on the way.
        """
        now = self._clock.now()
        self._left_at = max(now, self._left_at + self._slowness / A_SECOND)
        if self._left_at > now:
            await self._clock.sleep(self._left_at - now)

    async def drain(self) -> None:
        """Return when every board that was wanted is shown."""
        if self._wanted or self._tasks:
            await self._idle.wait()

    def close(self) -> None:
        """Show nothing more."""
        self._closed = True
        self._line.clear()
        self._wanted = 0
        self._idle.set()
        for task in self._tasks:
            task.cancel()

    def _rested(self, board: BoardMessage) -> None:
        self._resting.pop(board, None)
        self.want(board)

    def _queue(self, board: BoardMessage) -> None:
        if self._closed:
            return
        self._line.append(board)
        self._serve()

    def _serve(self) -> None:
        """Begin with the next board, or wake up when it may begin."""
        if self._timer is not None or not self._line:
            return
        wait = max(self._free_at - self._clock.now(), self._stands_back())
        if wait > 0:
            self._timer = self._clock.call_later(wait, self._wake)
            return
        gap = self._slowness / A_SECOND
        self._free_at = self._clock.now() + (gap if self._held_since is None else max(gap, _TRICKLE))
        self._begin(self._line.popleft())
        self._serve()

    def _stands_back(self) -> float:
        """Return the seconds that boards leave to many clicks, for a while: clicks come first."""
        now = self._clock.now()
        if not self._crowded():
            self._held_since = None
            return 0.0
        if self._held_since is None:
            self._held_since = now
        return _STEP_BACK if now < self._held_since + _LONGEST_BACK else 0.0

    def _wake(self) -> None:
        self._timer = None
        self._serve()

    def _begin(self, board: BoardMessage) -> None:
        board.in_line, board.wanted, board.busy = False, False, True
        self._wanted -= 1
        board.shown_at = self._clock.now()
        task = asyncio.get_running_loop().create_task(self._run(board))
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not self._tasks and not self._wanted:
            self._idle.set()

    async def _run(self, board: BoardMessage) -> None:
        try:
            await self._show(board)
        except Exception:
            _log.exception("a board could not be shown", extra={"table": board.table.table_id})
        finally:
            board.busy = False
        if board.wanted:
            self.want(board)
