"""Answers with a picture in one piece.

aiohttp writes a multipart body in many small pieces. Each is a system call and a packet and wakes the other
side, while somebody waits for the answer to a click. Here such a body is put together before it is sent.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, cast
from uuid import uuid4

from discord.webhook.async_ import AsyncWebhookAdapter, async_context

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import aiohttp
    from discord.http import Route

    Part = Mapping[str, Any]
    """As discord.py hands it to aiohttp: `name` and `value`; `filename` and `content_type` of a file."""

_LARGEST: Final = 512 * 1024
"""Bytes of a body; aiohttp sends larger ones in pieces, so that nobody waits while they are copied."""
_ODD: Final = re.compile(r'[\x00-\x1f\x7f"\\]')
"""Names that aiohttp quotes or refuses."""
_TEXT: Final = frozenset({"name", "value"})
_FILE: Final = frozenset({"name", "value", "filename", "content_type"})


def send_whole_bodies() -> None:
    """Let this task, and all that it begins from now on, answer interactions with whole bodies."""
    async_context.set(WholeBodies())  # type: ignore[no-untyped-call]


class WholeBodies(AsyncWebhookAdapter):
    """discord.py's requests of interactions and webhooks: its retries, locks and errors, but whole bodies."""

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        multipart: list[dict[str, Any]] | None = None,
        **options: Any,
    ) -> Any:
        """Send a request as discord.py does. What is large, odd or not in memory is left to aiohttp."""
        if not multipart or sum(map(_size, multipart)) > _LARGEST:
            return await super().request(route, session, multipart=multipart, **options)
        packing = cast("aiohttp.ClientSession", _PackingSession(session, multipart))
        return await super().request(route, packing, **options)


class _PackingSession:
    """What discord.py needs of a session. Every try packs anew: discord.py has rewound the files then."""

    def __init__(self, session: aiohttp.ClientSession, parts: Sequence[Part]) -> None:
        self._session = session
        self._parts = parts

    def request(
        self, method: str, url: str, *, headers: Mapping[str, str], **options: Any
    ) -> aiohttp.client._RequestContextManager:
        kind, options["data"] = pack(self._parts)
        return self._session.request(method, url, headers={**headers, "Content-Type": kind}, **options)


def _size(part: Part) -> float:
    """Return about how many bytes a part has, infinite if it is not of the kinds that `pack` knows."""
    value, words = part["value"], [word for key, word in part.items() if key != "value"]
    if all(isinstance(word, str) and not _ODD.search(word) for word in words):
        if isinstance(value, str) and part.keys() == _TEXT:
            return len(value)
        if isinstance(value, BytesIO) and part.keys() == _FILE:
            return value.getbuffer().nbytes
    return float("inf")


def pack(parts: Sequence[Part]) -> tuple[str, bytes]:
    """Return the content type and the body that aiohttp would make of these parts."""
    boundary = uuid4().hex  # as aiohttp does: nobody can guess it, so that no file holds it
    pieces = [piece for part in parts for piece in (_head(part, boundary), _data(part["value"]), b"\r\n")]
    body = b"".join([*pieces, f"--{boundary}--\r\n".encode()])
    return f"multipart/form-data; boundary={boundary}", body


def _head(part: Part, boundary: str) -> bytes:
    kind = part.get("content_type", "text/plain; charset=utf-8")
    filename = f'; filename="{part["filename"]}"' if "filename" in part else ""
    lines = f'Content-Type: {kind}\r\nContent-Disposition: form-data; name="{part["name"]}"{filename}'
    return f"--{boundary}\r\n{lines}\r\n\r\n".encode()


def _data(value: str | BytesIO) -> bytes:
    return value.encode() if isinstance(value, str) else value.read()
