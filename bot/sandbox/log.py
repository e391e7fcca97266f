"""A record of every request, for assertions and for measuring."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    """The newest requests, oldest first."""

    def __init__(self, keep: int) -> None:
        self._entries: deque[Request] = deque(maxlen=keep)

    def add(self, request: Request) -> None:
        """Note a request."""
        self._entries.append(request)

    def __iter__(self) -> Iterator[Request]:
        return iter(tuple(self._entries))

    def __len__(self) -> int:
        return len(self._entries)

    def clear(self) -> None:
        """Forget all."""
        self._entries.clear()

    def where(self, method: str | None = None, route: str = "", status: int | None = None) -> list[Request]:
        """Return the requests of a method, whose route contains a text, that ended with a status."""
        return [
            one
            for one in self._entries
            if (method is None or one.method == method)
            and route in one.route
            and (status is None or one.status == status)
        ]
