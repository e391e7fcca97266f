"""Forget me, and old journals: what goes, and what stays right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from bot.rules.records import Played
from bot.scores.models import Model
from bot.tables.entries import TableClosed
from bot.tables.standings import PersonChoices
from tests.scores.stories import (
    ANA,
    BEN,
    CHANNEL,
    DAY,
    GUILD,
    NOW,
    a_round,
    begun,
    dealt,
    finished,
    go,
    moved,
    over,
    result,
    saved,
)

if TYPE_CHECKING:
    from bot.scores.store import Store
    from bot.tables.entries import Entry


async def everything(store: Store) -> str:
    """All rows of all tables, as text."""
    return "\n".join(
        [str(await store.connections.rows(text(f'SELECT * FROM "{name}"'))) for name in Model.metadata.tables]
    )


async def test_a_forgotten_person_is_nowhere_in_the_database(store: Store):
    state: dict[str, Any] = {
        "host": ANA,
        "seats": [{"people": [ANA, BEN]}],
        "names": {str(ANA): "Ana", str(BEN): "Ben"},
    }
    await store.write([saved(**state), *a_round(), moved(4, BEN)])
    await store.write(finished(2, result(ANA, 0, 1, name="Ana"), result(BEN, 1, 2)))
    await store.change_person(ANA, lambda _: PersonChoices(theme="light"))
    await store.forget(ANA)
    assert str(ANA) not in await everything(store)
    assert "Ana" not in await everything(store)
    assert await store.person_choices(ANA) == PersonChoices()
    assert await store.person_stats(GUILD, ANA) is None


async def test_the_others_figures_stay_as_they_were(store: Store):
    await store.write(finished(1, result(ANA, 0, 1), result(BEN, 1, 2)))
    await store.write(finished(2, result(ANA, 1, 2), result(BEN, 0, 1)))
    before = await store.standings(GUILD, channel_id=None, period="all", limit=9)
    await store.forget(ANA)
    after = await store.standings(GUILD, channel_id=None, period="all", limit=9)
    assert after == [standing for standing in before if standing.person_id == BEN]


async def test_their_moves_stay_under_a_pseudonym_and_others_moves_untouched(store: Store):
    await store.write([*a_round(), moved(4, BEN)])
    await store.forget(ANA)
    back = await store.load_round(1)
    assert back is not None
    assert [record.person for record in back.records if isinstance(record, Played)] == [0, 0, BEN]
    assert back.records[1] == moved(2, 0).record


async def test_who_plays_on_after_being_forgotten_can_be_forgotten_again(store: Store):
    await store.write(a_round())
    await store.forget(ANA)
    await store.write([moved(4, ANA)])
    await store.forget(ANA)
    assert str(ANA) not in await everything(store)


async def test_a_match_that_ends_later_counts_for_the_others_only(store: Store):
    await store.write(finished(1, result(0, 0, 1), result(BEN, 1, 2)))
    [ben] = await store.standings(GUILD, channel_id=None, period="all", limit=9)
    assert (ben.person_id, ben.wins) == (BEN, 0)
    assert ben.rating != 1000


async def test_many_rounds_are_forgotten_in_several_steps(store: Store):
    rounds: list[list[Entry]] = [
        [dealt(number), go(number), moved(2, ANA, round_id=number)] for number in range(1, 121)
    ]
    await store.write([begun(), *(entry for story in rounds for entry in story)])
    await store.forget(ANA)
    assert str(ANA) not in await everything(store)


async def test_pruning_takes_the_moves_of_old_rounds_and_leaves_the_results(store: Store):
    old: list[Entry] = [begun(), dealt(1, at=NOW - 40 * DAY), go(1), moved(2), over(1, at=NOW - 40 * DAY)]
    await store.write([*old, dealt(2), go(2), over(2)])
    await store.write(finished(5, result(ANA, 0, 1), result(BEN, 1, 2), at=NOW - 40 * DAY))
    assert await store.prune(NOW - 30 * DAY) == 1
    assert await store.load_round(1) is None
    last = await store.last_round(CHANNEL)
    assert last is not None
    assert last.round_id == 2
    assert len(await store.standings(GUILD, channel_id=None, period="all", limit=9)) == 2
    assert await store.prune(NOW - 30 * DAY) == 0


async def test_pruning_spares_a_round_that_an_open_table_still_plays(store: Store):
    long_ago = NOW - 90 * DAY
    await store.write([saved(1), begun(1, table=1), dealt(1, at=long_ago), go(1)])
    await store.write([begun(2, table=2), dealt(2, match=2, at=long_ago), go(2)])
    assert await store.prune(NOW - 30 * DAY) == 1
    assert await store.load_round(1) is not None
    assert await store.load_round(2) is None


@pytest.mark.parametrize("end", ["called", "stuck", "void"])
async def test_pruning_spares_the_ended_round_of_a_table_that_slept_longer(store: Store, end: str):
    long_ago = NOW - 90 * DAY
    await store.write([saved(1, at=long_ago), begun(), dealt(1, at=long_ago), go(1), moved(2)])
    await store.write([over(1, end=end, at=long_ago)])
    assert await store.prune(NOW - 30 * DAY) == 0
    kept = await store.load_round(1)
    assert kept is not None
    assert [record.number for record in kept.records] == [1, 2]
    await store.write([TableClosed(1, NOW)])
    assert await store.prune(NOW - 30 * DAY) == 1
    assert await store.load_round(1) is None


async def test_pruning_spares_a_round_whose_table_opened_after_it_was_found(store: Store, monkeypatch):
    await store.write([begun(), dealt(1, at=NOW - 90 * DAY), go(1), over(1)])
    find = store.connections.rows

    async def found(*query: Any) -> Any:
        rows = await find(*query)
        await store.write([saved(1)])
        return rows

    monkeypatch.setattr(store.connections, "rows", found)
    assert await store.prune(NOW - 30 * DAY) == 0
    assert await store.load_round(1) is not None


async def test_pruning_takes_the_figures_of_periods_that_are_over(store: Store):
    await store.write(finished(1, result(ANA, 0, 1), result(BEN, 1, 2), at=NOW - 400 * DAY))
    await store.write(finished(2, result(ANA, 0, 1), result(BEN, 1, 2)))
    await store.prune(NOW - 30 * DAY)
    found = await everything(store)
    assert "2025" not in found
    assert "2026-W48" in found
