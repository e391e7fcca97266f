"""Transport compression of the gateway: one stream over the whole connection, flushed after each frame.

Asked for with `compress=zlib-stream` or `compress=zstd-stream` in the address; frames are binary then.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

_FAST: Final = 1
_ZSTD_MAGIC: Final = bytes.fromhex("28b52ffd")
_ZSTD_HEADER: Final = bytes([0, 7 << 3])
"""No size, no checksum, no dictionary; a window of 128 KiB (RFC 8878, 3.1.1.1)."""
_ZSTD_BLOCK: Final = 128 * 1024


class Stream(Protocol):
    """What turns the text of a frame into what goes over the wire."""

    def pack(self, text: str) -> bytes:
        """Return the next part of the stream; it can be read as far as the end of the text."""


class ZlibStream:
    """A deflate stream; every part ends in the four bytes of a sync flush, by which clients know its end."""

    def __init__(self) -> None:
        self._packer = zlib.compressobj(_FAST)

    def pack(self, text: str) -> bytes:
        """Return the next part of the stream."""
        return self._packer.compress(text.encode()) + self._packer.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """One endless zstd frame of raw blocks: valid, though nothing gets smaller. Python has no zstd yet."""

    def __init__(self) -> None:
        self._begun = False

    def pack(self, text: str) -> bytes:
        """Return the next part of the stream."""
        start = b"" if self._begun else _ZSTD_MAGIC + _ZSTD_HEADER
        self._begun = True
        return start + b"".join(_blocks(text.encode()))


def _blocks(data: bytes) -> Iterator[bytes]:
    """Yield data in raw blocks, none of them the last: type 0 in bits 1 and 2, the size from bit 3 on."""
    for start in range(0, len(data), _ZSTD_BLOCK):
        part = data[start : start + _ZSTD_BLOCK]
        yield (len(part) << 3).to_bytes(3, "little") + part


STREAMS: Final[dict[str, type[ZlibStream | ZstdStream]]] = {
    "zlib-stream": ZlibStream,
    "zstd-stream": ZstdStream,
}
