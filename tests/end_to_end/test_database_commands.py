"""`python -m bot db …` as it is typed: sentences and exit codes; what is pruned and forgotten."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from bot.scores.schema import known_versions
from tests.end_to_end.bot_process import BotProcess
from tests.end_to_end.test_match import everyone, opens, plays_match

if TYPE_CHECKING:
    from pathlib import Path

    from tests.end_to_end.player import Player

NEWEST = known_versions()[-1]
OLDEST = known_versions()[0]
DAY_MS = 24 * 60 * 60 * 1000


async def types(database: str, *words: str) -> tuple[int, str]:
    """Type a command and return its exit code and the one line that it says."""
    process = await BotProcess.start("db", *words, database=database)
    code = await process.exits()
    [line] = process.lines
    return code, line


async def test_a_database_goes_up_and_down_and_is_checked_and_copied(tmp_path):
    url = f"sqlite+aiosqlite:///{tmp_path}/nertz.db"
    assert await types(url, "upgrade") == (0, f"The database went from version base to {NEWEST}.")
    assert await types(url, "upgrade") == (0, f"Nothing to do: the database has version {NEWEST} already.")
    assert await types(url, "check") == (0, f"The database is whole and has version {NEWEST}.")
    code, line = await types(url, "downgrade", OLDEST)
    assert (code, line) == (0, f"The database went back from version {NEWEST} to {OLDEST}.")
    code, line = await types(url, "check")
    assert code == 2
    assert f"has an older version ({OLDEST}; this program needs {NEWEST})" in line
    code, line = await types(url, "downgrade", "77")
    assert code == 2
    assert line.startswith("There is no version 77. This program knows: ")
    assert await types(url, "upgrade") == (0, f"The database went from version {OLDEST} to {NEWEST}.")

    copy = tmp_path / "copy.db"
    assert await types(url, "backup", str(copy)) == (0, f"The database was copied to {copy}.")
    assert await types(url, "backup", str(copy)) == (2, f"{copy} exists already: choose another name.")
    assert (await types(f"sqlite+aiosqlite:///{copy}", "check"))[0] == 0


async def test_a_misspelt_name_makes_no_database(tmp_path):
    code, line = await types(f"sqlite+aiosqlite:///{tmp_path}/nert.db", "check")
    assert code == 2
    assert line.startswith("There is no database")
    assert list(tmp_path.iterdir()) == []


async def test_a_difference_that_somebody_made_by_hand_is_told(tmp_path):
    url = f"sqlite+aiosqlite:///{tmp_path}/nertz.db"
    await types(url, "upgrade")
    with closing(sqlite3.connect(tmp_path / "nertz.db")) as connection, connection:
        connection.execute("DROP TABLE leases")
    code, line = await types(url, "check")
    assert code == 1
    assert "leases" in line


async def test_postgresql_goes_up_is_checked_and_names_its_own_program_for_copies(postgres_url):
    assert await types(postgres_url, "upgrade") == (0, f"The database went from version base to {NEWEST}.")
    assert await types(postgres_url, "check") == (0, f"The database is whole and has version {NEWEST}.")
    code, line = await types(postgres_url, "backup")
    assert code == 2
    assert "pg_dump" in line


def query(file: Path, sql: str, *values: object) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection, connection:
        return connection.execute(sql, values).fetchall()


async def test_somebody_who_is_forgotten_leaves_no_trace_and_the_others_keep_their_scores(
    sandbox, start_bot, tmp_path
):
    file = tmp_path / "nertz.db"
    bot = await start_bot()
    await bot.says("Ready")
    players = await everyone(sandbox)
    ana, ben = players[:2]
    await opens(players, target=10, rules="nertz_size=7")
    await plays_match(players)
    others = "SELECT * FROM {} WHERE person_id != ? ORDER BY person_id, match_id"
    ana_id = sandbox.person("ana").user.id
    results = query(file, others.format("results"), ana_id)
    assert len(results) == 3

    assert "leave it first" in (await says(ana, "me", forget="forget me"))
    await ana.types("leave")
    assert "erases your results" in (await says(ana, "me", forget="yes"))
    assert "nothing about you is kept any more" in (await says(ana, "me", forget="forget me"))

    assert query(file, others.format("results"), ana_id) == results
    assert "has not finished a match here yet" in (await says(ana, "stats"))
    assert "1 match" in (await says(ben, "stats"))
    await bot.terminate()
    dump = "\n".join(closing_dump(file))
    assert str(ana_id) not in dump
    assert str(sandbox.person("ben").user.id) in dump


async def test_moves_of_old_rounds_are_pruned_at_the_start_and_results_stay(sandbox, start_bot, tmp_path):
    file = tmp_path / "nertz.db"
    bot = await start_bot()
    await bot.says("Ready")
    players = await everyone(sandbox)
    await opens(players, target=10, rules="nertz_size=7")
    await plays_match(players)
    await players[0].types("stop")
    assert await bot.terminate() == 0
    results = query(file, "SELECT * FROM results ORDER BY person_id")
    [[moves]] = query(file, "SELECT count(*) FROM moves")
    assert len(results) == 4
    assert moves

    bot = await start_bot(journal_days="3")
    await bot.says("pruned the moves of 0 old rounds")
    assert await bot.terminate() == 0
    query(file, "UPDATE rounds SET dealt_ms = dealt_ms - ?", 4 * DAY_MS)
    bot = await start_bot(journal_days="3")
    await bot.says("pruned the moves of")
    await bot.says("Ready")
    assert query(file, "SELECT count(*) FROM moves") == [(0,)]
    assert query(file, "SELECT * FROM results ORDER BY person_id") == results
    assert "won" in (await says(players[0], "stats"))
    assert await bot.terminate() == 0


async def says(player: Player, path: str, **options: object) -> str:
    """Type a command and return the private answer."""
    before = {one.id for one in player.driver.sees(player.channel)}
    assert not (await player.types(path, **options)).failed
    answers = [one for one in player.driver.sees(player.channel) if one.id not in before]
    return "\n".join(one.text for one in answers)


def closing_dump(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())
