"""The journal: what is committed comes back, whole and in order, and a failure costs what it must only."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event

from bot.rules.records import DamagedRecord
from bot.scores.store import Store
from bot.tables.entries import StoredTable, TableClosed
from bot.tables.ports import JournalFailed
from tests.scores.stories import (
    ANA,
    BEN,
    CHANNEL,
    GUILD,
    HEADER,
    NOW,
    a_round,
    begun,
    dealt,
    finished,
    go,
    moved,
    over,
    result,
    run_sql,
    saved,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection


async def test_a_round_comes_back_as_it_was_written(store: Store):
    await store.write(a_round(7, moves=5))
    back = await store.load_round(7)
    assert back is not None
    assert (back.header, back.match_id, back.number, back.over) == (HEADER, 1, 1, False)
    assert back.records == tuple(entry.record for entry in [go(), *(moved(n) for n in range(2, 6))])


async def test_everything_committed_is_there_after_the_process_is_gone(store: Store, database_url: str):
    await store.write([saved(hands={"a": 1}), *a_round()])
    async with await Store.open(database_url) as other:
        again = await other.load_round(1)
        assert again is not None
        assert len(again.records) == 3
        assert await other.load_table(1) == StoredTable(1, GUILD, CHANNEL, "round", {"hands": {"a": 1}}, NOW)


async def test_what_is_not_there_is_none(store: Store):
    assert await store.load_round(1) is None
    assert await store.load_table(1) is None
    assert await store.last_round(CHANNEL) is None


async def test_writes_queued_together_share_one_commit(store: Store):
    await store.write([begun(), dealt()])
    commits: list[Connection] = []
    event.listen(store.connections.writers.sync_engine, "commit", commits.append)
    await asyncio.gather(*(store.write([moved(number)]) for number in range(1, 201)))
    back = await store.load_round(1)
    assert back is not None
    assert [record.number for record in back.records] == list(range(1, 201))
    assert len(commits) <= 2


async def test_the_last_state_of_a_table_wins_and_a_closed_one_is_gone(store: Store):
    await asyncio.gather(*(store.write([saved(step=step)]) for step in range(3)), store.write([saved(2)]))
    first = await store.load_table(1)
    assert first is not None
    assert first.state == {"step": 2}
    await store.write([saved(step=3), TableClosed(1, NOW)])
    assert [table.table_id for table in await store.open_tables(lambda _: True)] == [2]


async def test_open_tables_come_most_recent_first_and_of_those_guilds_only(store: Store):
    await store.write([saved(1, at=NOW), saved(2, at=NOW + 2), saved(3, at=NOW + 1)])
    assert [table.table_id for table in await store.open_tables(lambda guild: guild == GUILD)] == [2, 3, 1]
    assert await store.open_tables(lambda guild: guild != GUILD) == []


async def test_the_last_finished_round_of_a_channel_is_neither_running_nor_void(store: Store):
    await store.write([begun(), dealt(1), go(1), over(1, at=NOW), dealt(2), go(2), over(2, at=NOW + 5)])
    await store.write([dealt(3), over(3, end="void", at=NOW + 9), dealt(4)])
    last = await store.last_round(CHANNEL)
    assert last is not None
    assert (last.round_id, last.over) == (2, True)


async def test_the_same_write_twice_changes_nothing(store: Store):
    story = [saved(), *a_round(), over(), *finished(1, result(ANA, 0, 1), result(BEN, 1, 2))[1:]]
    await store.write(story)
    await store.write(story)
    back = await store.load_round(1)
    assert back is not None
    assert len(back.records) == 3
    standings = await store.standings(GUILD, channel_id=None, period="all", limit=9)
    assert [standing.matches for standing in standings] == [1, 1]


async def test_a_refused_write_fails_alone_with_what_builds_on_it(store: Store):
    await store.write(a_round(1))
    orphan = store.write([dealt(2, match=99), go(2)])
    follower = store.write([moved(2, round_id=2)])
    neighbour = store.write([moved(4)])
    with pytest.raises(JournalFailed):
        await orphan
    with pytest.raises(JournalFailed):
        await follower
    await neighbour
    assert await store.load_round(2) is None
    back = await store.load_round(1)
    assert back is not None
    assert len(back.records) == 4


async def test_a_match_that_never_began_cannot_end(store: Store):
    with pytest.raises(JournalFailed, match="UnknownMatch"):
        await store.write(finished(1, result(ANA, 0, 1))[1:])


async def test_a_refused_write_tells_the_log_no_seed_and_nobodys_id(
    store: Store, caplog: pytest.LogCaptureFixture
):
    with pytest.raises(JournalFailed):
        await store.write([dealt(2, match=99), moved(1, round_id=2)])
    assert "round_id" in caplog.text
    assert HEADER.seed.hex() not in caplog.text
    assert repr(HEADER.seed) not in caplog.text
    assert str(ANA) not in caplog.text


async def test_a_write_is_kept_whole_or_not_at_all(store: Store):
    with pytest.raises(JournalFailed):
        await store.write([saved(5), dealt(2, match=99)])
    assert await store.load_table(5) is None


async def test_records_after_a_failure_replace_what_an_unsure_commit_left(store: Store):
    await store.write(a_round(moves=3))

    def break_off(_connection: Connection) -> None:
        raise ConnectionResetError

    engine = store.connections.writers.sync_engine
    # Stands for a commit that arrived although its writer heard of a failure.
    await store.write([moved(4), moved(5), over()])
    event.listen(engine, "commit", break_off)
    with pytest.raises(JournalFailed):
        await store.write([saved(5), moved(4)])
    event.remove(engine, "commit", break_off)
    await store.write([moved(4, BEN, text="draw")])
    back = await store.load_round(1)
    assert back is not None
    assert back.records[3:] == (moved(4, BEN, text="draw").record,)
    assert not back.over


async def test_closing_commits_what_is_queued_and_refuses_what_comes_later(database_url: str):
    store = await Store.open(database_url)
    queued = store.write(a_round())
    await store.close()
    assert queued.done()
    await queued
    with pytest.raises(JournalFailed):
        await store.write([moved(4)])


async def test_a_damaged_record_names_itself_and_costs_only_its_round(store: Store):
    await store.write([*a_round(1), dealt(2), go(2)])
    await run_sql(store, "UPDATE moves SET record = '[2,0,' WHERE round_id = 1 AND number = 2")
    with pytest.raises(DamagedRecord) as damage:
        await store.load_round(1)
    assert (damage.value.number, damage.value.code) == (2, "unreadable")
    other = await store.load_round(2)
    assert other is not None
    assert len(other.records) == 1


async def test_a_record_under_a_wrong_number_is_damaged(store: Store):
    await store.write(a_round(1))
    await run_sql(store, "UPDATE moves SET number = 9 WHERE round_id = 1 AND number = 2")
    with pytest.raises(DamagedRecord) as damage:
        await store.load_round(1)
    assert damage.value.number == 9


async def test_a_damaged_state_comes_back_empty_and_costs_only_its_table(store: Store):
    await store.write([saved(1, a=1), saved(2, a=1)])
    await run_sql(store, "UPDATE tables SET state = '{' WHERE table_id = 1")
    states = {table.table_id: table.state for table in await store.open_tables(lambda _: True)}
    assert states == {1: {}, 2: {"a": 1}}


async def test_probing_a_healthy_database_succeeds(store: Store):
    assert await store.probe()
