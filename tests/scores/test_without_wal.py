"""SQLite where no WAL is granted: one warning, or a refusal where a kill would damage the file."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.scores.problems import Problem, StoreUnusable
from bot.scores.store import Store

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def granted(monkeypatch):
    """Let SQLite do what it would where the file system grants only this mode."""

    def only(mode: str) -> None:
        for module in ("connections", "opening"):
            monkeypatch.setattr(f"bot.scores.{module}.ASK_FOR_WAL", f"PRAGMA journal_mode = {mode}")

    return only


@pytest.mark.parametrize("mode", ["DELETE", "TRUNCATE", "PERSIST"])
async def test_slower_modes_are_told_once_and_write_with_full_care(mode, granted, tmp_path, caplog):
    granted(mode)
    with caplog.at_level(logging.WARNING):
        async with await Store.open(f"sqlite+aiosqlite:///{tmp_path}/n.db") as store:
            assert await store.probe()

            async def care(connection):
                return (await connection.execute(text("PRAGMA synchronous"))).scalar_one()

            assert await store.connections.write(care) == 2  # FULL
    [record] = caplog.records
    assert mode.lower() in record.getMessage()


@pytest.mark.parametrize("mode", ["MEMORY", "OFF"])
async def test_a_mode_in_which_a_kill_damages_the_file_is_refused(mode, granted, tmp_path):
    granted(mode)
    with pytest.raises(StoreUnusable) as problem:
        await Store.open(f"sqlite+aiosqlite:///{tmp_path}/n.db")
    assert problem.value.code is Problem.unsafe_writes


async def test_with_wal_nothing_is_said(tmp_path, caplog):
    with caplog.at_level(logging.WARNING):
        async with await Store.open(f"sqlite+aiosqlite:///{tmp_path}/n.db") as store:
            assert await store.probe()
    assert caplog.records == []


def test_what_configparser_reads_in_the_system_s_encoding_is_plain_ascii():
    assert (ROOT / "migrations" / "alembic.ini").read_bytes().isascii()
