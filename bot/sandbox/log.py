"""A record of every request, for assertions and for measuring."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.sandbox.bodies import UploadedFile


@dataclass
class Request:
    """One request of the bot and what became of it; times are those of the sandbox's clock."""

    method: str
    route: str
    path: str
    at: float
    params: dict[str, str] = field(default_factory=dict)
    body: Any = None
    files: list[UploadedFile] = field(default_factory=list)
    status: int | None = None
    answer: Any = None
    took: float = 0.0
    channel_id: int | None = None
    message_id: int | None = None
    ephemeral: bool | None = None
    fault: str | None = None

    @property
    def name(self) -> str:
        """Method and route, such as `PATCH /channels/{channel_id}/messages/{message_id}`."""
        return f"{self.method} {self.route}"

    @property
    def code(self) -> int | None:
        """The JSON error code of the answer."""
        return (
            self.answer.get("code") if isinstance(self.answer, dict) and (self.status or 0) >= 400 else None
        )


class RequestLog:
    """The newest requests, oldest first; the oldest lose their files when these grow too large."""

    def __init__(self, keep: int, file_bytes: int) -> None:
        self._entries: deque[Request] = deque(maxlen=keep)
        self._with_files: deque[Request] = deque()
        self._file_bytes_left = file_bytes
        self._watchers: list[Callable[[Request], None]] = []

    def add(self, request: Request) -> None:
        """Note a request that has begun."""
        self._entries.append(request)

    def watch(self, watcher: Callable[[Request], None]) -> None:
        """Call back with every request that has ended, whatever is kept."""
        self._watchers.append(watcher)

    def ended(self, request: Request) -> None:
        """Note that a request has ended."""
        for watcher in self._watchers:
            watcher(request)
        if request.files:
            self._with_files.append(request)
            self._file_bytes_left -= _size(request)
        while self._file_bytes_left < 0:
            oldest = self._with_files.popleft()
            self._file_bytes_left += _size(oldest)
            oldest.files = []

    def __iter__(self) -> Iterator[Request]:
        return iter(tuple(self._entries))

    def __len__(self) -> int:
        return len(self._entries)

    def clear(self) -> None:
        """Forget all."""
        self._entries.clear()
        self._file_bytes_left += sum(_size(one) for one in self._with_files)
        self._with_files.clear()

    def where(self, method: str | None = None, route: str = "", status: int | None = None) -> list[Request]:
        """Return the requests of a method, whose route contains a text, that ended with a status."""
        return [
            one
            for one in self._entries
            if (method is None or one.method == method)
            and route in one.route
            and (status is None or one.status == status)
        ]


def _size(request: Request) -> int:
    return sum(len(file.data) for file in request.files)
