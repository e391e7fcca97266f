"""Where pictures are drawn: one worker thread, the most urgent picture first."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from time import perf_counter
from typing import TYPE_CHECKING, Final

from bot.discord_ui import metrics

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.discord_ui.parts import Sketch
    from bot.pictures.look import Look
    from bot.pictures.painter import Painter
    from bot.pictures.picture import Picture

_REMEMBERED: Final = 64
"""Pictures for many eyes that are kept: a board, a help card."""


class Urgency(IntEnum):
    """Whose picture comes first."""

    CLICK = 0
    REFRESH = 1
    BOARD = 2


class WorkerStudio:
    """Draws in one thread, so that the event loop never waits for Pillow.

    `painters` gives the painter of a look (`bot.pictures.painter`). A job whose future is cancelled before
    its turn is never drawn.
    """

    def __init__(self, painters: Callable[[Look], Painter]) -> None:
        self._painters = painters
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="studio")
        self._waiting: list[tuple[Urgency, int, _Job]] = []
        self._numbers = itertools.count()
        self._busy = False
        self._drawn: dict[tuple[Look, str], asyncio.Future[Picture]] = {}

    async def draw(self, look: Look, sketch: Sketch) -> Picture:
        """Return a picture for many eyes; equal names are drawn once."""
        key = (look, sketch.name)
        job = self._drawn.get(key)
        if job is None or job.cancelled() or (job.done() and job.exception() is not None):
            job = self.begin(look, sketch, Urgency.BOARD)
            self._drawn[key] = job
            if len(self._drawn) > _REMEMBERED:
                del self._drawn[next(iter(self._drawn))]
        return await asyncio.shield(job)

    def begin(self, look: Look, sketch: Sketch, urgency: Urgency) -> asyncio.Future[Picture]:
        """Let a picture be drawn and return its future at once."""
        job = _Job(asyncio.get_running_loop().create_future(), look, sketch)
        if self._busy:
            heapq.heappush(self._waiting, (urgency, next(self._numbers), job))
        else:
            self._start(job)
        return job.picture

    def close(self) -> None:
        """End the thread; pictures that wait are not drawn any more."""
        self._waiting.clear()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _start(self, job: _Job) -> None:
        self._busy = True
        drawing = asyncio.get_running_loop().run_in_executor(self._thread, self._paint, job)
        drawing.add_done_callback(lambda done: self._drawn_one(job, done))

    def _paint(self, job: _Job) -> Picture:
        begun = perf_counter()
        picture = job.sketch.draw(self._painters(job.look))
        metrics.RENDER.observe(perf_counter() - begun)
        return picture

    def _drawn_one(self, job: _Job, done: asyncio.Future[Picture]) -> None:
        self._busy = False
        self._start_next()
        if job.picture.done() or done.cancelled():
            return
        error = done.exception()
        if error is not None:
            job.picture.set_exception(error)
        else:
            job.picture.set_result(done.result())

    def _start_next(self) -> None:
        while self._waiting:
            job = heapq.heappop(self._waiting)[2]
            if not job.picture.done():
                self._start(job)
                return


class _Job:
    __slots__ = ("look", "picture", "sketch")

    def __init__(self, picture: asyncio.Future[Picture], look: Look, sketch: Sketch) -> None:
        self.picture = picture
        self.look = look
        self.sketch = sketch
