"""Pace: eight people in a hurry stay inside every limit, and no answer waits for what sleeps on one.

DISCORD.md, 12 and its table of limits, which the sandbox enforces; all in one virtual time, with
60 ms of way to Discord for every request.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from bot.discord_ui.boards.schedule import BoardScheduler
from bot.rules.records import Played
from bot.tables.clock import ManualClock
from bot.tables.events import EventKind
from tests.faults.stormy import (
    BOARD_EDIT,
    HAND_EDIT,
    a_round,
    nothing_is_lost,
    plays_out,
    shows_newest,
    taps,
    the_table_goes_on,
)

if TYPE_CHECKING:
    from bot.sandbox.interactions import Answer
    from bot.tables.events import Event
    from tests.discord_ui.club import Club, Member

EIGHT = "ana ben cleo dan eve finn gus hana"
SECONDS = 8.0
EVERY = 0.5
WAY = 0.06


def choice(one: Member) -> str:
    """Return the button that a person in a race would press."""
    view = one.view
    for kind in ("foundation", "work"):
        for move in view.legal:
            if move.kind == kind and (kind == "foundation" or move.source in ("N", "V")):
                return "v" if move.source == "V" else str(move.source).lower()
    return "d"


class Behind:
    """How long each hand has shown foundations that are others by now."""

    def __init__(self, club: Club, people: list[Member]) -> None:
        self.club = club
        self.people = people
        self.out: dict[int, float] = {}
        """When which version brought a card out."""
        self.worst = 0.0
        club.tables.watch(self._heard)

    def _heard(self, event: Event) -> None:
        if event.kind is EventKind.MOVED:
            record = event.data["record"]
            if isinstance(record, Played) and record.move.kind == "foundation":
                self.out[record.number] = self.club.clock.now()

    def look(self) -> None:
        for one in self.people:
            missed = [at for version, at in self.out.items() if version > one.version]
            if missed:
                self.worst = max(self.worst, self.club.clock.now() - min(missed))


async def races(club: Club, people: list[Member], behind: Behind, seconds: float = SECONDS) -> list[Answer]:
    """Let everybody click every half second, each at their own moment, and look at the hands all the time."""
    clicks: list[asyncio.Future[Answer]] = []
    step = EVERY / len(people)
    for turn in range(round(seconds / step)):
        one = people[turn % len(people)]
        clicks.append(asyncio.ensure_future(one.taps(choice(one), forged=True)))
        await club.clock.run(step)
        behind.look()
    return await club.clock.awaits(asyncio.gather(*clicks))


async def test_eight_people_who_click_twice_a_second_stay_inside_every_limit(club):
    people = await a_round(club, EIGHT)
    club.sandbox.faults.add("delay", count=None, seconds=WAY)
    behind = Behind(club, people)
    answers = await races(club, people, behind)
    await club.clock.run(1.5)
    behind.look()
    assert club.sandbox.limits.hits == 0
    assert {answer.kind for answer in answers} <= {6, 7}
    assert max(answer.elapsed for answer in answers) <= 0.3 + 2 * WAY
    assert len(behind.out) > 20
    assert behind.worst <= 1.5
    assert shows_newest(club, people[0].board)
    nothing_is_lost(club, club.table)


@pytest.mark.parametrize(
    ("fault", "most"),
    [
        ({"kind": "delay", "seconds": 2.0}, 0.3),
        ({"kind": "delay_after", "seconds": 2.0}, 0.3),
        ({"kind": "status", "status": 429, "retry_after": 10.0}, 0.05),
        ({"kind": "status", "status": 500}, 0.05),
    ],
)
async def test_no_answer_waits_more_than_300_ms_for_a_refresh_under_way(
    fault: dict[str, Any], most, club, ana, ben
):
    club.sandbox.faults.add(route=HAND_EDIT, method="PATCH", **fault)
    await plays_out(club, ana)
    await club.clock.run(1.1)
    answer = await taps(club, ben, "d")
    assert answer.kind == 7
    assert answer.elapsed <= most + 0.001
    await club.clock.run(4.0)
    await the_table_goes_on(club, ana, ben)


async def test_a_board_that_is_told_to_wait_holds_up_no_hand(club, ana, ben):
    club.sandbox.faults.add("status", BOARD_EDIT, "PATCH", status=429, retry_after=20.0)
    answer = await plays_out(club, ana)
    assert answer.elapsed < 0.05
    await club.clock.run(1.5)
    assert ben.version == ana.version
    await club.clock.run(25.0)
    assert shows_newest(club, ana.board)
    await the_table_goes_on(club, ana, ben)


async def test_a_global_limit_slows_boards_down_and_no_answers(club, ana, ben):
    club.sandbox.faults.add(
        "status", BOARD_EDIT, "PATCH", status=429, retry_after=5.0, scope="global", count=2
    )
    for one in (ana, ben, ana, ben):
        assert (await taps(club, one, "d")).elapsed < 0.05
        await club.clock.run(1.2)
    await club.clock.run(20.0)
    await the_table_goes_on(club, ana, ben)


async def test_who_only_watches_gets_at_most_four_edits_in_two_seconds_and_is_not_left_behind(club):
    """Seven race, one looks on: no click renews that token, so that its limit counts."""
    idle, *others = await a_round(club, EIGHT)
    behind = Behind(club, [idle])
    await races(club, others, behind, seconds=5.0)
    await club.clock.run(1.5)
    behind.look()
    at: dict[str, list[float]] = {}
    for one in club.sandbox.log.where("PATCH", "webhooks"):
        at.setdefault(one.params["webhook_token"], []).append(one.at)
    for times in at.values():
        assert all(sum(start <= one < start + 2.0 for one in times) <= 4 for start in times)
    assert max(map(len, at.values())) >= 4
    assert behind.worst <= 1.5
    assert club.sandbox.limits.hits == 0


class Shown:
    """Stands for the public message of a table; the pace knows no more of it."""

    def __init__(self) -> None:
        self.wanted = self.in_line = self.busy = False
        self.shown_at = float("-inf")


async def test_boards_share_forty_edits_a_second_evenly():
    clock = ManualClock()
    shown: Counter[int] = Counter()
    at: list[float] = []

    async def show(board: Any) -> None:
        shown[boards.index(board)] += 1
        at.append(clock.now())

    pace = BoardScheduler(clock, show, lambda: False)
    boards: list[Any] = [Shown() for _ in range(120)]
    for _ in range(100):
        for board in boards:
            pace.want(board)
        await clock.run(0.1)
    pace.close()
    assert max(sum(start <= one < start + 1.0 for one in at) for start in at[::20]) <= 41
    assert max(shown.values()) - min(shown.values()) <= 1
    assert sum(shown.values()) >= 390
