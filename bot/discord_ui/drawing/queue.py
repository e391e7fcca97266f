"""Where pictures are drawn: the most urgent one first, in the event loop or in a process beside it."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from enum import IntEnum
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Final

from bot.discord_ui import metrics
from bot.discord_ui.drawing.process import RendererLost
from bot.pictures.painter import draw

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.discord_ui.drawing.process import RenderProcess
    from bot.discord_ui.drawing.requests import PictureRequest
    from bot.pictures.look import Look
    from bot.pictures.painter import Painter
    from bot.pictures.picture import Picture

_REMEMBERED: Final = 64
"""Pictures for many eyes that are kept: a board, a help card."""
_REMEMBERED_BYTES: Final = 4 << 20
"""Bytes that they may have together: a replay has 700 KB."""
_AHEAD: Final = 16
"""Pictures that the process is given at a time: it waits for no busy event loop between two of them."""


class Urgency(IntEnum):
    """Whose picture comes first."""

    CLICK = 0
    REFRESH = 1
    BOARD = 2


class RenderQueueClosed(Exception):
    """The bot stops; nothing is drawn any more."""


class RenderQueue:
    """Draws pictures.

    A process that was hired draws, and the event loop does not wait for Pillow. Only the picture of a lone
    click is drawn right here, if its look is warm: to wake another process and to hear of it again takes half
    as long as drawing. Without a process everything is drawn here, one picture between two turns of the loop.
    `painters` gives the painter of a look (`bot.pictures.painter`). A job whose future is cancelled before
    its turn is never drawn.
    """

    def __init__(self, painters: Callable[[Look], Painter]) -> None:
        self._painters = painters
        self._renderer: RenderProcess | None = None
        self._warm: frozenset[Look] = frozenset()
        self._waiting: list[tuple[Urgency, int, _Job]] = []
        self._numbers = itertools.count()
        self._clicks = 0
        """Pictures for clicks that are not finished."""
        self._handed = 0
        """Pictures that the process has been given."""
        self._turn_is_due = False
        self._closed = False
        self._drawn: dict[tuple[Look, str], asyncio.Future[Picture]] = {}

    def use_process(self, renderer: RenderProcess, warm: frozenset[Look]) -> None:
        """Let a process draw from now on."""
        self._renderer = renderer
        self._warm = warm

    @property
    def busy(self) -> bool:
        """True while pictures are drawn or wait for that."""
        return bool(self._waiting or self._handed or self._turn_is_due)

    async def draw(
        self, look: Look, picture_request: PictureRequest, urgency: Urgency = Urgency.BOARD
    ) -> Picture:
        """Return a picture for many eyes; equal names are drawn once."""
        key = (look, picture_request.name)
        job = self._drawn.get(key)
        if job is None or job.cancelled() or (job.done() and job.exception() is not None):
            job = self.begin(look, picture_request, urgency)
            self._drawn[key] = job
            job.add_done_callback(self._forget_the_oldest)
            if len(self._drawn) > _REMEMBERED:
                del self._drawn[next(iter(self._drawn))]
        return await asyncio.shield(job)

    def begin(self, look: Look, picture_request: PictureRequest, urgency: Urgency) -> asyncio.Future[Picture]:
        """Let a picture be drawn and return its future at once."""
        if self._closed:
            raise RenderQueueClosed
        job = _Job(asyncio.get_running_loop(), look, picture_request)
        alone = urgency is Urgency.CLICK and not self._clicks and look in self._warm
        if urgency is Urgency.CLICK:
            self._clicks += 1
            job.picture.add_done_callback(self._click_is_over)
        if alone and self._renderer is not None:
            # Not at once: what the click did is on its way to the journal first.
            job.loop.call_soon(self._draw_here, job)
        else:
            heapq.heappush(self._waiting, (urgency, next(self._numbers), job))
            self._go_on()
        return job.picture

    def close(self) -> None:
        """Draw nothing more; pictures that wait are cancelled."""
        self._closed = True
        for _, _, job in self._waiting:
            job.picture.cancel()
        self._waiting.clear()

    def _forget_the_oldest(self, _: object) -> None:
        """Keep to the room that there is for pictures which many may want to see."""
        sizes = {key: _size(job) for key, job in self._drawn.items()}
        total = sum(sizes.values())
        for key, size in sizes.items():
            if size and total > _REMEMBERED_BYTES:
                del self._drawn[key]
                total -= size

    def _click_is_over(self, _: object) -> None:
        self._clicks -= 1

    def _go_on(self) -> None:
        if self._renderer is not None:
            while self._handed < _AHEAD and (job := self._next()) is not None:
                self._hand_over(self._renderer, job)
        elif self._waiting and not self._turn_is_due:
            self._turn_is_due = True
            self._waiting[0][2].loop.call_soon(self._turn)

    def _next(self) -> _Job | None:
        while self._waiting:
            job = heapq.heappop(self._waiting)[2]
            if not job.picture.done():
                return job
        return None

    def _turn(self) -> None:
        self._turn_is_due = False
        job = self._next()
        if job is not None and not self._closed:
            self._draw_here(job)
        self._go_on()

    def _draw_here(self, job: _Job) -> None:
        if job.picture.done():
            return
        begun = perf_counter()
        try:
            job.finish(self._paint(job))
        except Exception as error:
            job.finish(error)
        metrics.RENDER.observe(perf_counter() - begun)

    def _paint(self, job: _Job) -> Picture:
        return draw(self._painters(job.look), job.picture_request.kind, job.picture_request.of)

    def _hand_over(self, renderer: RenderProcess, job: _Job) -> None:
        try:
            renderer.draw(job.look, job.picture_request, partial(self._came_back, job))
        except Exception as error:  # it can't be told to another process
            job.finish(error)
        else:
            self._handed += 1

    def _came_back(self, job: _Job, outcome: Picture | Exception) -> None:
        self._handed -= 1
        if isinstance(outcome, RendererLost) and not self._closed:
            self._renderer = None
            heapq.heappush(self._waiting, (Urgency.CLICK, next(self._numbers), job))
        else:
            job.finish(outcome)
        self._go_on()


def _size(job: asyncio.Future[Picture]) -> int:
    """Return the bytes of a picture; 0 while there is none."""
    if not job.done() or job.cancelled() or job.exception() is not None:
        return 0
    return len(job.result().data)


class _Job:
    __slots__ = ("look", "loop", "picture", "picture_request")

    def __init__(self, loop: asyncio.AbstractEventLoop, look: Look, picture_request: PictureRequest) -> None:
        self.loop = loop
        self.picture: asyncio.Future[Picture] = loop.create_future()
        self.look = look
        self.picture_request = picture_request

    def finish(self, outcome: Picture | Exception) -> None:
        """Tell whoever waits, if anybody still does."""
        if self.picture.done():
            return
        if isinstance(outcome, Exception):
            self.picture.set_exception(outcome)
        else:
            self.picture.set_result(outcome)
