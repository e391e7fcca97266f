"""What kind of file it is, and how large a picture is, from its first bytes."""

from __future__ import annotations

import mimetypes
import struct


def content_type_of(filename: str, data: bytes) -> str:
    """Return the media type of a file, by its content for pictures, else by its name."""
    if data.startswith(b"\x89PNG"):
        return "image/png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data.startswith(b"GIF8"):
        return "image/gif"
    return mimetypes.guess_type(filename)[0] or "application/octet-stream"


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG, GIF or WebP picture, None for anything else."""
    if data.startswith(b"\x89PNG") and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data.startswith(b"GIF8") and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _webp_size(data)
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return (1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little"))
    if kind == b"VP8L":
        packed = int.from_bytes(data[21:25], "little")
        return ((packed & 0x3FFF) + 1, ((packed >> 14) & 0x3FFF) + 1)
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return (width & 0x3FFF, height & 0x3FFF)
    return None
