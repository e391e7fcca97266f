from __future__ import annotations

import zlib

import pytest
from backports import zstd
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.gateway.compression import STREAMS

FRAMES = st.lists(st.text(min_size=1, max_size=200), min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("name", "reader"), [("zlib-stream", zlib.decompressobj), ("zstd-stream", zstd.ZstdDecompressor)]
)
@given(frames=FRAMES)
def test_each_frame_can_be_read_as_soon_as_it_is_there(name, reader, frames):
    stream, read = STREAMS[name](), reader()
    assert [read.decompress(stream.pack(frame)).decode() for frame in frames] == frames


def test_a_frame_larger_than_a_block_of_zstd_arrives_whole():
    stream, read = STREAMS["zstd-stream"](), zstd.ZstdDecompressor()
    large = "♠" * 150_000
    assert read.decompress(stream.pack(large)).decode() == large
    assert read.decompress(stream.pack("next")).decode() == "next"
