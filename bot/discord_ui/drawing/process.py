"""The bot's end of a process that draws (`bot.pictures.renderer`): it is replaced if it dies."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import deque
from typing import TYPE_CHECKING, Final, cast

from bot.discord_ui import metrics
from bot.pictures.renderer import ALL_LOOKS, Unpacker, packed

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.discord_ui.drawing.requests import PictureRequest
    from bot.pictures.look import Look
    from bot.pictures.picture import Picture

    Done = Callable[[Picture | Exception], None]

_COMMAND: Final = (sys.executable, "-m", "bot.pictures.renderer")
_TRIES: Final = 2
"""A picture that was being drawn when so many processes died is given up."""
_DEATHS: Final = 3
"""So many processes that die without having drawn anything: it can't be done here."""

_END_SECONDS: Final = 2.0

_log = logging.getLogger(__name__)


class DrawingFailed(Exception):
    """A picture could not be drawn."""


class RendererLost(Exception):
    """No process can be kept alive that draws."""


class RenderProcess:
    """Draws what it is given, in that order.

    `idle_seconds`: how long it lives without work (None: for ever). `all_looks`: it draws the sprites of
    every look before they are wanted.
    """

    def __init__(
        self,
        command: tuple[str, ...] = _COMMAND,
        *,
        idle_seconds: float | None = None,
        all_looks: bool = False,
    ) -> None:
        self._command = (*command, ALL_LOOKS) if all_looks else command
        self._idle_seconds = idle_seconds
        self._jobs: deque[_Job] = deque()
        """Handed over and not drawn yet, in order."""
        self._line: _Line | None = None
        self._ending: _Line | None = None
        """Was hung up last."""
        self._starting: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._deaths = 0
        self._closed = False

    @property
    def alive(self) -> bool:
        """False once it was closed or has given up."""
        return not self._closed

    def start(self) -> None:
        """Begin to start, so that the first picture need not wait for that."""
        if self._line is None and self._starting is None and not self._closed:
            self._starting = asyncio.get_running_loop().create_task(self._start())

    def draw(self, look: Look, picture_request: PictureRequest, done: Done) -> None:
        """Let a picture be drawn; `done` hears of it."""
        message = packed((look, picture_request.kind, picture_request.of))
        self._jobs.append(_Job(message, done))
        self.start()
        if self._line is not None:
            self._line.send(message)

    async def close(self) -> None:
        """End the process; pictures that are still to come are forgotten."""
        self._closed = True
        self._jobs.clear()
        if self._starting is not None:
            await self._starting
        self._hang_up()
        if self._ending is not None:
            await self._ending.over()

    async def _start(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            _, line = await loop.subprocess_exec(lambda: _Line(self), *self._command, stderr=None)
        except OSError as error:
            self._starting = None
            self._died(error)
            return
        self._starting = None
        self._line = line
        if line.gone:
            self.ended(line)
            return
        for job in self._jobs:
            line.send(job.message)

    def came(self, line: _Line, outcome: Picture | str, seconds: float) -> None:
        """Take the picture of the oldest job."""
        if line is not self._line or not self._jobs:
            return
        self._deaths = 0
        metrics.RENDER.observe(seconds)
        done = self._jobs.popleft().done
        done(DrawingFailed(outcome) if isinstance(outcome, str) else outcome)
        if not self._jobs and self._idle_seconds is not None:
            self._end_later(self._idle_seconds)

    def ended(self, line: _Line) -> None:
        """Hear that a process is gone."""
        if line is self._line:
            self._line = None
            self._died(None)

    def _died(self, error: OSError | None) -> None:
        if self._closed:
            return
        self._deaths += 1
        _log.error("the process that draws is gone; pictures wait: %d", len(self._jobs), exc_info=error)
        if self._deaths >= _DEATHS:
            self._give_up()
            return
        if self._jobs:
            self._blame(self._jobs[0])
            self.start()

    def _blame(self, job: _Job) -> None:
        """The first picture may be what killed the process."""
        job.tries += 1
        if job.tries >= _TRIES:
            self._jobs.popleft()
            job.done(DrawingFailed("the process that drew it died"))

    def _give_up(self) -> None:
        self._closed = True
        jobs, self._jobs = self._jobs, deque()
        for job in jobs:
            job.done(RendererLost())

    def _end_later(self, seconds: float) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(seconds, self._end_if_idle)

    def _end_if_idle(self) -> None:
        if not self._jobs:
            self._hang_up()

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        if self._idle is not None:
            self._idle.cancel()
        if line is not None:
            self._ending = line
            line.close()


class _Job:
    __slots__ = ("done", "message", "tries")

    def __init__(self, message: bytes, done: Done) -> None:
        self.message = message
        self.done = done
        self.tries = 0


class _Line(asyncio.SubprocessProtocol):
    """The pipes to one process."""

    def __init__(self, owner: RenderProcess) -> None:
        self._owner = owner
        self._unpacker = Unpacker()
        self._transport: asyncio.SubprocessTransport | None = None
        self._input: asyncio.WriteTransport | None = None
        self._gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.SubprocessTransport", transport)
        self._input = cast("asyncio.WriteTransport", self._transport.get_pipe_transport(0))

    @property
    def gone(self) -> bool:
        """True once the process has ended."""
        return self._gone.done()

    def send(self, message: bytes) -> None:
        if self._input is not None:
            self._input.write(message)

    def close(self) -> None:
        """Let the process end by itself: its input is over."""
        if self._input is not None:
            self._input.close()

    async def over(self) -> None:
        """Wait until the process has ended; it is killed if it takes too long."""
        done, _ = await asyncio.wait([self._gone], timeout=_END_SECONDS)
        if not done and self._transport is not None:
            self._transport.kill()
            await self._gone

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        for outcome, seconds in self._unpacker.feed(data):
            self._owner.came(self, outcome, seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        # Not `process_exited`: its last pictures may still be on the way then.
        if self._transport is not None:
            self._transport.close()
        self._gone.set_result(None)
        self._owner.ended(self)
