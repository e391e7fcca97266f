from __future__ import annotations

import io
import random
import struct
import zlib
from itertools import pairwise

import pytest
from PIL import Image

from bot.pictures.png import pack, write_png


def rows_of(width: int, height: int, seed: int) -> tuple[bytes, bytes]:
    chance = random.Random(seed)
    body = [bytes(chance.randrange(4) for _ in range(width)) for _ in range(height)]
    return b"".join(b"\0" + row for row in body), b"".join(body)


def test_what_is_written_is_what_a_reader_sees():
    rows, body = rows_of(31, 17, 1)
    data = write_png([pack(rows)], 31, 17, bytes(range(12)))
    image = Image.open(io.BytesIO(data))
    image.load()
    assert (image.format, image.mode, image.size) == ("PNG", "P", (31, 17))
    assert image.tobytes() == body
    assert bytes(image.getpalette() or ())[:12] == bytes(range(12))


@pytest.mark.parametrize("cuts", [(1,), (16,), (5, 6), (3, 9, 12, 15)])
def test_rows_that_were_packed_in_parts_are_the_same_picture(cuts):
    rows, body = rows_of(400, 17, 3)
    at = [0, *(401 * cut for cut in cuts), len(rows)]
    parts = [pack(memoryview(rows)[start:end]) for start, end in pairwise(at)]
    data = write_png(parts, 400, 17, bytes(12))
    assert Image.open(io.BytesIO(data)).tobytes() == body
    stream = b"".join(content for kind, content, _ in chunks(data) if kind == b"IDAT")
    assert zlib.decompress(stream) == rows  # which looks at the sum of all bytes, too


def chunks(data: bytes) -> list[tuple[bytes, bytes, int]]:
    """Return kind, content and checksum of the chunks of a PNG."""
    found, at = [], 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        (check,) = struct.unpack_from(">I", data, at + 8 + length)
        found.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length], check))
        at += 12 + length
    return found


def test_checksums_are_right():
    rows, _ = rows_of(8, 8, 2)
    written = chunks(write_png([pack(rows)], 8, 8, bytes(12)))
    assert [kind for kind, _, _ in written] == [b"IHDR", b"PLTE", *[b"IDAT"] * 3, b"IEND"]
    assert [check for _, _, check in written] == [zlib.crc32(kind + content) for kind, content, _ in written]


def test_rows_of_another_size_are_refused():
    with pytest.raises(ValueError, match="no 8x8 picture"):
        write_png([pack(bytes(64))], 8, 8, bytes(12))
