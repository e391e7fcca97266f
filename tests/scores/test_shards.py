"""Shard ranges: how they are written, and which of them share servers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.scores.shards import ShardRange


@pytest.mark.parametrize("text", ["0/1", "0-3/16", "5/16", "0,2,4/16"])
def test_a_range_is_read_as_it_is_written(text: str):
    assert str(ShardRange.parse(text)) == text


@pytest.mark.parametrize("text", ["", "0", "0-3", "3-0/16", "16/16", "-1/4", "a/4", "0/0", "1/b"])
def test_what_is_no_range_is_refused(text: str):
    with pytest.raises(ValueError):  # noqa: PT011
        ShardRange.parse(text)


@st.composite
def ranges(draw: st.DrawFn) -> ShardRange:
    count = draw(st.integers(1, 12))
    ids = draw(st.sets(st.integers(0, count - 1), min_size=1))
    return ShardRange(tuple(sorted(ids)), count)


@given(ranges(), ranges())
def test_ranges_overlap_exactly_when_some_server_is_in_both(one: ShardRange, other: ShardRange):
    guilds = [number << 22 for number in range(one.count * other.count)]
    assert one.overlaps(other) == any(one.serves(guild) and other.serves(guild) for guild in guilds)
