"""Laws of figures: whoever plays with whom, shares a seat, leaves, ties or wants to be forgotten."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from bot.scores.ratings import NEWCOMER
from bot.scores.store import Store
from tests.examples import examples
from tests.scores.stories import GUILD, NOW, finished, practice, result

if TYPE_CHECKING:
    from pathlib import Path

    from bot.tables.standings import Standing

PEOPLE = range(1, 7)


class Match(NamedTuple):
    """People by seat (0: forgotten while they played), their places, and those of practice players."""

    seats: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    practice: tuple[int, ...]


@st.composite
def matches(draw: st.DrawFn) -> Match:
    people = draw(st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=6, unique=True))
    seats: list[tuple[int, ...]] = []
    while people:
        partners = draw(st.integers(1, 2))
        seats.append(tuple(people[:partners]))
        people = people[partners:]
    seats += draw(st.sampled_from([[], [], [(0,)]]))
    places = draw(st.lists(st.integers(1, 4), min_size=len(seats), max_size=len(seats)))
    robots = draw(st.lists(st.integers(1, 4), max_size=2))
    return Match(tuple(seats), tuple(places), tuple(robots))


deeds = st.lists(matches() | st.sampled_from(PEOPLE), min_size=1, max_size=8)
"""Matches, and people who want to be forgotten."""


@given(deeds)
@examples(25)
def test_figures_places_and_names_follow_from_the_matches(sqlite_template: Path, deeds: list[Match | int]):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(sqlite_template, f"{folder}/laws.db")
        asyncio.run(_play(f"sqlite+aiosqlite:///{folder}/laws.db", deeds))


async def _play(url: str, deeds: list[Match | int]) -> None:
    truth: defaultdict[int, Counter[str]] = defaultdict(Counter)
    async with await Store.open(url, wall_ms=lambda: NOW) as store:
        for number, deed in enumerate(deeds, 1):
            before = {one.person_id: one.rating for one in await _board(store)}
            if isinstance(deed, int):
                await store.forget(deed)
                truth.pop(deed, None)
            else:
                await _end(store, number, deed)
                _count(truth, deed)
            await _check(store, truth)
            _check_ratings(before, {one.person_id: one.rating for one in await _board(store)}, deed)


async def _end(store: Store, number: int, match: Match) -> None:
    people = [
        result(person, seat, match.places[seat], name=f"Name {person}" if person else "")
        for seat, partners in enumerate(match.seats)
        for person in partners
    ]
    await store.write(finished(number, *people, at=NOW + number, practice=practice(*match.practice)))


def _count(truth: dict[int, Counter[str]], match: Match) -> None:
    kind = "people" if len(match.seats) > 1 else "practice" if match.practice else "solo"
    for partners, place in zip(match.seats, match.places, strict=True):
        for person in filter(None, partners):
            truth[person][kind] += 1
            truth[person][f"{kind} won"] += place == 1


async def _board(store: Store) -> list[Standing]:
    return await store.standings(GUILD, channel_id=None, period="all", limit=50)


async def _check(store: Store, truth: dict[int, Counter[str]]) -> None:
    board = await _board(store)
    stand = {person for person, sums in truth.items() if sums["people"]}
    assert {one.person_id for one in board} == stand
    for one in board:
        sums = truth[one.person_id]
        assert (one.matches, one.wins) == (sums["people"], sums["people won"])
        assert one.place == 1 + sum(_figures(other) > _figures(one) for other in board)
        assert one.name == f"Name {one.person_id}"
    pages = [
        await store.standings(GUILD, channel_id=None, period="all", limit=2, offset=at) for at in (0, 2, 4)
    ]
    assert [one for page in pages for one in page] == board
    for person in PEOPLE:
        await _check_stats(store, person, truth.get(person), board)


def _figures(one: Standing) -> tuple[float, int, int]:
    return one.rating, one.wins, one.points


async def _check_stats(store: Store, person: int, sums: Counter[str] | None, board: list[Standing]) -> None:
    stats = await store.person_stats(GUILD, person)
    if sums is None:
        assert stats is None
        return
    assert stats is not None
    against_practice = [(one.matches, one.wins) for one in stats.practice]
    assert against_practice == ([(sums["practice"], sums["practice won"])] if sums["practice"] else [])
    assert len(stats.recent) == sums["people"]
    assert (stats.solo_best is None) == (not sums["solo"])
    if sums["people"]:
        assert stats.standing in board


def _check_ratings(before: dict[int, float], after: dict[int, float], deed: Match | int) -> None:
    """Only a match of people moves ratings, of those who played it; who is forgotten moves nobody's."""
    played = {person for partners in deed.seats for person in partners} if isinstance(deed, Match) else {deed}
    for person in after.keys() - played:
        assert after[person] == before[person]
    if isinstance(deed, Match) and len(deed.seats) < 2:
        assert after == before
    newcomers = {person for person in played & after.keys() if person not in before}
    if isinstance(deed, Match) and newcomers == played and len(set(deed.places)) == len(deed.places) > 1:
        best = min(zip(deed.places, deed.seats, strict=True))[1]
        worst = max(zip(deed.places, deed.seats, strict=True))[1]
        assert all(after[one] > NEWCOMER.rating for one in best)
        assert all(after[one] < NEWCOMER.rating for one in worst)
