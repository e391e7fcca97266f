"""The named timers of one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.ports import Clock, Timer


class Timers:
    """The named timers of one table; setting a name again moves it. `run` makes the calls."""

    __slots__ = ("_clock", "_run", "_timers")

    def __init__(self, clock: Clock, run: Callable[[Callable[[], None]], None]) -> None:
        self._clock = clock
        self._run = run
        self._timers: dict[str, Timer] = {}

    def set(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Make a call after that many seconds, unless the name is set again or cancelled before."""
        self.cancel(name)

        def fire() -> None:
            self._timers.pop(name, None)
            self._run(call)

        self._timers[name] = self._clock.call_later(seconds, fire)

    def __contains__(self, name: str) -> bool:
        return name in self._timers

    def any_of(self, *beginnings: str) -> bool:
        """Return whether a timer waits whose name begins so."""
        return any(name.startswith(beginnings) for name in self._timers)

    def cancel(self, *names: str) -> None:
        """Forget those calls."""
        for name in names:
            timer = self._timers.pop(name, None)
            if timer is not None:
                timer.cancel()

    def cancel_all(self) -> None:
        """Forget all calls."""
        self.cancel(*self._timers)
