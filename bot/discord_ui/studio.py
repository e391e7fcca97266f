"""Where pictures are drawn: one worker thread, the most urgent picture first."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from enum import IntEnum
from queue import SimpleQueue
from threading import Thread
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


class StudioClosed(Exception):
    """The bot stops; nothing is drawn any more."""


class WorkerStudio:
    """Draws in one thread, so that the event loop never waits for Pillow.

    `painters` gives the painter of a look (`bot.pictures.painter`). A job whose future is cancelled before
    its turn is never drawn. The thread is a plain one: an executor costs each click a tenth of a millisecond.
    """

    def __init__(self, painters: Callable[[Look], Painter]) -> None:
        self._painters = painters
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._waiting: list[tuple[Urgency, int, _Job]] = []
        self._numbers = itertools.count()
        self._busy = False
        self._closed = False
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
        if self._closed:
            raise StudioClosed
        job = _Job(asyncio.get_running_loop(), look, sketch)
        if self._busy:
            heapq.heappush(self._waiting, (urgency, next(self._numbers), job))
        else:
            self._start(job)
        return job.picture

    def close(self) -> None:
        """End the thread; pictures that wait are not drawn any more."""
        self._closed = True
        for _, _, job in self._waiting:
            job.picture.cancel()
        self._waiting.clear()
        self._jobs.put(None)

    def _start(self, job: _Job) -> None:
        self._busy = True
        if self._thread is None:
            self._thread = Thread(target=self._work, name="studio", daemon=True)
            self._thread.start()
        self._jobs.put(job)

    def _work(self) -> None:
        """Draw what comes until the studio is closed: the whole life of the thread."""
        while (job := self._jobs.get()) is not None:
            begun = perf_counter()
            picture: Picture | Exception
            try:
                picture = job.sketch.draw(self._painters(job.look))
            except Exception as error:
                picture = error
            metrics.RENDER.observe(perf_counter() - begun)
            if self._closed:
                return
            job.loop.call_soon_threadsafe(self._finished, job, picture)

    def _finished(self, job: _Job, picture: Picture | Exception) -> None:
        self._busy = False
        self._start_next()
        if job.picture.done():
            return
        if isinstance(picture, Exception):
            job.picture.set_exception(picture)
        else:
            job.picture.set_result(picture)

    def _start_next(self) -> None:
        while self._waiting and not self._closed:
            job = heapq.heappop(self._waiting)[2]
            if not job.picture.done():
                self._start(job)
                return


class _Job:
    __slots__ = ("look", "loop", "picture", "sketch")

    def __init__(self, loop: asyncio.AbstractEventLoop, look: Look, sketch: Sketch) -> None:
        self.loop = loop
        self.picture: asyncio.Future[Picture] = loop.create_future()
        self.look = look
        self.sketch = sketch
