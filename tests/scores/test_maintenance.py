"""`python -m bot db check` and `backup`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.locales.words import words_for
from bot.scores import maintenance
from bot.scores.problems import Problem
from bot.scores.schema import known_versions
from bot.scores.store import Store
from tests.scores.stories import a_round, moved, saved

if TYPE_CHECKING:
    from bot.scores.maintenance import Outcome


async def db(url: str, *words: str) -> Outcome:
    parser = argparse.ArgumentParser()
    maintenance.add_arguments(parser, words_for("en"))
    return await maintenance.run(parser.parse_args(words), url)


async def test_a_backup_made_while_moves_are_written_is_whole(sqlite_url: str, tmp_path: Path):
    copy = tmp_path / "copy.db"
    async with await Store.open(sqlite_url) as store:
        await store.write([saved(), *a_round(moves=50)])
        writing = [store.write([moved(number)]) for number in range(51, 400)]
        outcome = await db(sqlite_url, "backup", str(copy))
        assert (outcome.code, outcome.key) == (0, "db.backup.done")
        for write in writing:
            await write
    assert (await db(f"sqlite:///{copy}", "check")).code == 0
    async with await Store.open(f"sqlite:///{copy}") as restored:
        back = await restored.load_round(1)
    assert back is not None
    assert [record.number for record in back.records] == list(range(1, len(back.records) + 1))
    assert len(back.records) >= 50


async def test_a_backup_without_a_name_lies_beside_the_database(sqlite_url: str, tmp_path: Path):
    outcome = await db(sqlite_url, "backup")
    assert Path(outcome.data["file"]).parent == tmp_path
    assert Path(outcome.data["file"]).is_file()
    assert not list(tmp_path.glob("*.unfinished"))


async def test_a_backup_never_overwrites(sqlite_url: str, tmp_path: Path):
    other = tmp_path / "other.db"
    other.write_text("dear")
    assert (await db(sqlite_url, "backup", str(other))).key == "db.backup.exists"
    assert other.read_text() == "dear"


async def test_postgresql_is_copied_by_its_own_program(postgresql_url: str):
    outcome = await db(postgresql_url, "backup")
    assert (outcome.code, outcome.key) == (2, "db.backup.pg_dump")
    assert "pg_dump" in words_for("en")(outcome.key, **outcome.data)


async def test_checking_a_whole_database_is_good(database_url: str):
    assert await db(database_url, "check") == maintenance.Outcome(
        0, "db.check.good", {"version": known_versions()[-1]}
    )


async def test_checking_finds_a_table_that_somebody_changed(database_url: str):
    async with await Store.open(database_url) as store:
        await store.connections.write(lambda connection: connection.exec_driver_sql("DROP TABLE pulse"))
        outcome = await db(database_url, "check")
        create = "CREATE TABLE pulse (pulse_id INTEGER NOT NULL PRIMARY KEY, padding TEXT NOT NULL)"
        await store.connections.write(lambda connection: connection.exec_driver_sql(create))
    assert (outcome.code, outcome.key) == (1, "db.check.differs")
    assert "pulse" in outcome.data["difference"]


async def test_checking_a_file_that_is_not_there_makes_none(tmp_path: Path):
    file = tmp_path / "misspelt.db"
    assert (await db(f"sqlite:///{file}", "check")).key == "db.problem.no_such_database"
    assert not file.exists()


async def test_a_url_that_is_none_is_refused(tmp_path: Path):
    assert (await db("nonsense", "check")).key == "db.problem.bad_url"


@pytest.mark.parametrize("problem", list(Problem))
def test_every_problem_has_its_sentence(problem: Problem):
    sentence = words_for("en")(f"db.problem.{problem}", url="URL", reason="why", known="0002")
    assert sentence.endswith(".")
