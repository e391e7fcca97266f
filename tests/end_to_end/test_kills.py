"""Bot and database are killed at random moments, as `python -m tests.benchmarks kills` does for longer."""

from __future__ import annotations

import pytest

from tests.benchmarks.kills import Evening, evening
from tests.postgres import PrivateServer


async def plays_through(url: str, seed: int, kills: int, kill) -> Evening:
    async with evening(url, seed) as one:
        for _ in range(kills):
            await kill(one)
        await one.end()
    assert one.truth.findings.lost == []
    assert one.shown.older == []
    assert one.truth.findings.wrong == []
    assert one.truth.comparisons == kills + 1
    return one


async def test_nothing_that_was_answered_is_lost_when_the_bot_is_killed_twenty_times(tmp_path):
    one = await plays_through(f"sqlite+aiosqlite:///{tmp_path}/nertz.db", 20, 20, Evening.kill_bot)
    assert one.shown.moves > 40  # two for each kill; a quiet machine makes hundreds


async def test_nothing_is_lost_on_postgresql_when_the_bot_is_killed(postgres_url):
    one = await plays_through(postgres_url, 4, 4, Evening.kill_bot)
    assert one.shown.moves > 20


async def test_nothing_is_lost_when_postgresql_is_killed_under_the_bot(postgres_server, postgres_url):
    if not isinstance(postgres_server, PrivateServer):
        pytest.skip("this server is somebody's: it is not killed")
    one = await plays_through(postgres_url, 3, 3, lambda one: one.kill_database(postgres_server))
    assert one.shown.moves > 20
