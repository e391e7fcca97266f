"""The patience of a start: what may heal by itself is tried again, with growing pauses."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from typing import TYPE_CHECKING, Final, TypeVar

import discord

from bot.cli.errors import Ending
from bot.cli.verdicts import verdict_on

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.cli.errors import CliError
    from bot.locales import Words

T = TypeVar("T")
FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
"""Seconds between two tries; each pause is twice the one before."""

_log = logging.getLogger(__name__)


class Start:
    """One start. All that is tried shares its patience (s), and says one line a try."""

    def __init__(
        self,
        words: Words,
        patience: float,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._words = words
        self._now = now
        self._sleep = sleep
        self._until = now() + patience

    async def tries(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Return what an attempt brings. Raises `CliError` when it is wrong here, or fails for too long."""
        pause = FIRST_PAUSE
        while True:
            try:
                return await attempt()
            except Exception as error:
                stop = verdict_on(error)
                _log.debug("a try failed", exc_info=error)
                wait = max(pause, _asked_for(error))
            if stop.ending is not Ending.try_later or self._now() + wait > self._until:
                raise stop
            self._say(stop, wait)
            await self._sleep(wait)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _say(self, stop: CliError, wait: float) -> None:
        why = self._words(stop.key, **stop.data)
        print(self._words.many("start.again", round(wait), why=why), file=sys.stderr, flush=True)


def _asked_for(error: BaseException) -> float:
    """Return the seconds that Discord asks us to wait, 0 if it does not."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if not isinstance(error, discord.HTTPException):
        return 0.0
    try:
        return float(error.response.headers.get("Retry-After", 0))
    except ValueError:
        return 0.0
