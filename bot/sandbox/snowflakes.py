"""Discord's ids: milliseconds since 2015 and a counter within the millisecond."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.sandbox.clock import SandboxClock

EPOCH_MS = 1_420_070_400_000


def snowflake_at(milliseconds: int, counter: int = 0) -> int:
    """Return the id of a moment, in milliseconds since 1970."""
    return ((milliseconds - EPOCH_MS) << 22) | counter


def moment_of(snowflake: int) -> float:
    """Return the seconds since 1970 at which an id was made."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000


class Snowflakes:
    """Makes ids that only ever grow."""

    def __init__(self, clock: SandboxClock) -> None:
        self._clock = clock
        self._last = 0

    def __call__(self) -> int:
        """Return a new id of this moment."""
        fresh = snowflake_at(int(self._clock.wall() * 1000))
        self._last = max(fresh, self._last + 1)
        return self._last
