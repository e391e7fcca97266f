"""Rate-limit buckets with Discord's headers, the global limit, and the count of invalid requests."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable

    from bot.sandbox.clock import SandboxClock

GLOBAL_PER_SECOND = 50
INVALID_LIMIT = 10_000
INVALID_WINDOW = 600.0
_SWEEP_EVERY = 5_000


@dataclass(frozen=True)
class Limit:
    """So many requests in so many seconds; an unannounced one shows in no header before it is hit."""

    name: str
    requests: int
    seconds: float
    announced: bool = True
    code: int = 0


TOKEN = Limit("token", 5, 2)
CALLBACK = Limit("callback", 5, 2, announced=False)
FOLLOW_UPS = Limit("followups", 30, 60)
SEND = Limit("send", 5, 5)
EDIT = Limit("edit", 5, 5)
EDIT_OLD = Limit("edit-old", 3, 6, announced=False, code=30046)
DELETE = Limit("delete", 5, 1)
REACT = Limit("react", 1, 0.25)
READ = Limit("read", 50, 1)
COMMANDS = Limit("commands", 10, 10)
OTHER = Limit("other", 30, 10)
GLOBAL = Limit("global", GLOBAL_PER_SECOND, 1)

Use = tuple[Limit, str, "Hashable"]
"""A limit, the bucket (a method of a route), and the major parameter by which the bucket is split."""


@dataclass
class _Window:
    limit: Limit
    bucket: str
    ends: float
    used: int = 0

    @property
    def remaining(self) -> int:
        return max(0, self.limit.requests - self.used)


@dataclass(frozen=True)
class TooMany:
    """A limit that was hit, and the seconds until it is free again."""

    limit: Limit
    retry_after: float
    headers: dict[str, str]

    @property
    def is_global(self) -> bool:
        """Whether it is the limit of the whole bot."""
        return self.limit is GLOBAL

    def body(self) -> dict[str, Any]:
        """Return the JSON of the 429."""
        message = "You are being rate limited."
        return {
            "message": message,
            "retry_after": round(self.retry_after, 3),
            "global": self.is_global,
            "code": self.limit.code,
        }


class RateLimits:
    """All buckets of one bot."""

    def __init__(self, clock: SandboxClock, *, enabled: bool = True) -> None:
        self._clock = clock
        self.enabled = enabled
        self._windows: dict[tuple[str, str, Hashable], _Window] = {}
        self._invalid: deque[float] = deque()
        self._until_sweep = _SWEEP_EVERY
        self.hits = 0

    def take(self, uses: list[Use]) -> TooMany | dict[str, str]:
        """Count a request against its limits; returns the headers of its tightest bucket, or what was hit."""
        if not self.enabled:
            return {}
        now = self._clock.now()
        windows = [self._window(use, now) for use in uses]
        for window in windows:
            if window.remaining == 0:
                self.hits += 1
                return self._too_many(window, windows, now)
        for window in windows:
            window.used += 1
        announced = [window for window in windows if window.limit.announced and window.limit is not GLOBAL]
        return self._headers(min(announced, key=_remaining), now) if announced else {}

    def _window(self, use: Use, now: float) -> _Window:
        limit, bucket, major = use
        window = self._windows.get((limit.name, bucket, major))
        if window is None or window.ends <= now:
            self._sweep(now)
            window = _Window(limit, bucket, now + limit.seconds)
            self._windows[(limit.name, bucket, major)] = window
        return window

    def _sweep(self, now: float) -> None:
        self._until_sweep -= 1
        if self._until_sweep <= 0:
            self._until_sweep = _SWEEP_EVERY
            self._windows = {key: one for key, one in self._windows.items() if one.ends > now}

    def _headers(self, window: _Window, now: float) -> dict[str, str]:
        left = max(0.0, window.ends - now)
        return {
            "X-RateLimit-Limit": str(window.limit.requests),
            "X-RateLimit-Remaining": str(window.remaining),
            "X-RateLimit-Reset": f"{self._clock.wall() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": window.bucket,
        }

    def _too_many(self, window: _Window, windows: list[_Window], now: float) -> TooMany:
        retry_after = max(0.001, window.ends - now)
        if window.limit is GLOBAL:
            return TooMany(GLOBAL, retry_after, refused_headers(retry_after, "global"))
        announced = [one for one in windows if one.limit.announced and one.limit is not GLOBAL]
        headers = self._headers(min(announced, key=_remaining), now) | refused_headers(retry_after, "user")
        return TooMany(window.limit, retry_after, headers)

    def note_status(self, status: int, scope: str | None = None) -> None:
        """Count 401, 403 and 429 (unless of shared scope) against the address."""
        if status in (401, 403, 429) and scope != "shared":
            self._invalid.append(self._clock.now())

    @property
    def invalid_requests(self) -> int:
        """How many invalid requests were made in the last ten minutes."""
        oldest = self._clock.now() - INVALID_WINDOW
        while self._invalid and self._invalid[0] <= oldest:
            self._invalid.popleft()
        return len(self._invalid)

    @property
    def banned(self) -> bool:
        """Whether Cloudflare lets this address through no more."""
        return self.enabled and self.invalid_requests >= INVALID_LIMIT


def _remaining(window: _Window) -> int:
    return window.remaining


def refused_headers(retry_after: float, scope: str, *, via: bool = True) -> dict[str, str]:
    """Return the headers of a 429; without `Via` discord.py takes it for a Cloudflare ban."""
    headers = {"Retry-After": str(max(1, round(retry_after + 0.5))), "X-RateLimit-Scope": scope}
    if scope == "global":
        headers["X-RateLimit-Global"] = "true"
    if via:
        headers["Via"] = "1.1 google"
    return headers
