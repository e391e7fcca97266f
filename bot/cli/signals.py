"""SIGINT and SIGTERM: a start is broken off at once, a bot that serves says goodbye first."""

from __future__ import annotations

import asyncio
import contextlib
import signal


class Signals:
    """Listens from now on, in a running event loop, for the task that made it."""

    def __init__(self) -> None:
        self._starting = asyncio.current_task()
        self._stopping = asyncio.Event()
        for name in ("SIGINT", "SIGTERM"):
            with contextlib.suppress(NotImplementedError):  # Windows
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self._come)

    async def wait(self) -> None:
        """Wait for a signal. From now on it does not break anything off."""
        self._starting = None
        await self._stopping.wait()

    def _come(self) -> None:
        self._stopping.set()
        if self._starting is not None:
            self._starting.cancel()
