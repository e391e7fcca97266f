"""A journal after a failure: it is as quick as before, also if a round of then is never played on."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import make_url

from bot.scores.store import Store
from bot.tables.ports import JournalFailed
from tests.scores.stories import a_round, moved


async def test_a_round_that_ended_in_a_failure_slows_down_no_others(tmp_path, monkeypatch):
    url = f"sqlite+aiosqlite:///{tmp_path}/nertz.db"
    async with await Store.open(url, busy_timeout_ms=20) as store:
        await store.write([*a_round(1, moves=3), *a_round(2, moves=3, match=2)])
        with closing(sqlite3.connect(str(make_url(url).database), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(JournalFailed):
                await store.write([moved(4)])
        await store.probe()
        quick, write_at_once = [], store.connections.write_at_once

        async def watched(transaction) -> bool:
            quick.append(await write_at_once(transaction))
            return quick[-1]

        monkeypatch.setattr(store.connections, "write_at_once", watched)
        await store.write([moved(4, round_id=2)])
        assert quick == [True]
