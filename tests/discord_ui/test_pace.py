"""How fast is allowed: learned from headers, planned without them, evenly shared."""

from __future__ import annotations

import asyncio
import gc
import itertools
import weakref
from typing import Any

import pytest

from bot.discord_ui.boards.schedule import A_SECOND, CHANNEL_SECONDS, BoardScheduler
from bot.discord_ui.hands.inflight import InFlight
from bot.discord_ui.transport.ratelimits import TokenPace, TrackedRequest
from bot.discord_ui.transport.waiting import within
from bot.tables.clock import ManualClock


@pytest.fixture
def clock():
    return ManualClock()


def landed(status, **headers):
    tracked = TrackedRequest("board")
    tracked.hear(
        status, {f"X-RateLimit-{name.replace('_', '-')}": str(value) for name, value in headers.items()}
    )
    return tracked


async def test_refreshes_of_a_hand_aim_at_one_a_second(clock):
    pace = TokenPace(clock)
    pace.edited()
    assert pace.wait(urgent=False) == pytest.approx(1.0)
    clock.advance(0.4)
    assert pace.wait(urgent=False) == pytest.approx(0.6)


async def test_urgent_news_need_not_wait_for_the_next_second_but_never_make_five_edits_in_two(clock):
    pace = TokenPace(clock)
    for _ in range(4):
        assert pace.wait(urgent=True) == 0
        pace.edited()
    assert pace.wait(urgent=True) == pytest.approx(2.0)


async def test_a_spent_bucket_is_left_alone_until_it_is_full_again(clock):
    pace = TokenPace(clock)
    pace.edited()
    pace.learn(landed(200, Remaining=0, Reset_After=1.7))
    assert pace.wait(urgent=True) == pytest.approx(1.7)


async def test_a_429_slows_a_hand_down_and_success_speeds_it_up_again(clock):
    pace = TokenPace(clock)
    pace.edited()
    pace.learn(landed(429, Reset_After=0.5))
    assert pace.wait(urgent=False) == pytest.approx(2.0)
    for _ in range(20):
        pace.learn(landed(200, Remaining=4))
    clock.advance(10)
    pace.edited()
    assert pace.wait(urgent=False) == pytest.approx(1.0)


async def test_a_click_brings_a_new_token_and_a_new_count(clock):
    pace = TokenPace(clock)
    pace.learn(landed(200, Remaining=0, Reset_After=1.7))
    pace.renew()
    assert pace.wait(urgent=True) == 0


@pytest.mark.parametrize("text", ["soon", "-1", "nan", ""])
async def test_headers_that_make_no_sense_are_no_limit(clock, text):
    pace = TokenPace(clock)
    pace.learn(landed(200, Remaining=text, Reset_After=text))
    assert pace.wait(urgent=True) == 0


async def test_within_tells_whether_all_came_in_time(clock):
    loop = asyncio.get_running_loop()
    early, late = loop.create_future(), loop.create_future()
    waiting = asyncio.ensure_future(within(clock, 1.0, early, late))
    await asyncio.sleep(0)
    early.set_result(1)
    clock.advance(1.0)
    assert await waiting is False
    late.set_result(2)
    assert await within(clock, 0.0, early, late) is True


async def test_a_lane_waits_300_ms_for_a_refresh_under_way_and_then_turns_it_back(clock):
    inflight = InFlight(clock)
    refresh = asyncio.ensure_future(_fly(inflight, "refresh"))
    await asyncio.sleep(0)
    click = asyncio.ensure_future(inflight.clear())
    await clock.run(0.29)
    assert not click.done()
    await clock.run(0.02)
    assert await click is True
    assert inflight.unsure
    with pytest.raises(asyncio.CancelledError):
        await refresh


async def test_a_lane_never_turns_the_answer_to_another_click_back_while_discord_is_at_it(clock):
    inflight = InFlight(clock)
    first = asyncio.ensure_future(_fly(inflight, "click"))
    await asyncio.sleep(0)
    click = asyncio.ensure_future(inflight.clear())
    await clock.run(0.31)
    assert await click is False
    assert not first.done()
    first.cancel()


async def test_a_lane_is_free_at_once_when_discord_has_answered_though_discord_py_still_sleeps(clock):
    inflight = InFlight(clock)
    tracked = inflight.depart("refresh")
    tracked.hear(200, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "2"})
    assert await inflight.clear() is True
    assert not tracked.turned_back


async def test_a_task_whose_flight_is_over_is_gone_at_once(clock):
    """A cycle for each click would be left to the collector of cyclic garbage."""
    inflight = InFlight(clock)

    async def fly() -> None:
        inflight.arrive(inflight.depart("click"))

    task = asyncio.create_task(fly())
    await task
    trace = weakref.ref(task)
    gc.disable()
    try:
        del task
        await asyncio.sleep(0)
        assert trace() is None
    finally:
        gc.enable()


async def _fly(inflight, errand):
    tracked = inflight.depart(errand)
    try:
        await asyncio.Event().wait()
    finally:
        inflight.arrive(tracked)


class Wall:
    """Boards that note when they are shown."""

    def __init__(self, clock: ManualClock, boards: int) -> None:
        self.clock = clock
        self.shown: list[tuple[float, int]] = []
        self.crowded = False
        self.left: list[tuple[float, int]] = []
        self.drawing = asyncio.Event()
        """Set when the process that draws works."""
        self.drawing.set()
        self.beside = False
        """Showing one takes another request."""
        self.pace = BoardScheduler(clock, self._show, lambda: self.crowded)
        self.board_messages: list[Any] = [_Poster(number) for number in range(boards)]

    async def _show(self, board) -> None:
        self.shown.append((self.clock.now(), board.number))
        if self.beside:
            self.pace.one_more()
        await self.drawing.wait()
        await self.pace.turn()
        self.left.append((self.clock.now(), board.number))


class _Poster:
    def __init__(self, number: int) -> None:
        self.number = number
        self.wanted = self.in_line = self.busy = False
        self.shown_at = float("-inf")


async def test_one_board_is_shown_every_1_1_seconds_at_most(clock):
    wall = Wall(clock, 1)
    for _ in range(50):
        wall.pace.want(wall.board_messages[0])
        await clock.run(0.1)
    times = [at for at, _ in wall.shown]
    assert all(later - earlier >= CHANNEL_SECONDS - 1e-6 for earlier, later in itertools.pairwise(times))
    assert len(times) == 5


async def test_many_boards_share_forty_edits_a_second_evenly(clock):
    wall = Wall(clock, 120)
    for _ in range(60):
        for board in wall.board_messages:
            wall.pace.want(board)
        await clock.run(0.1)
    in_any_second = max(
        sum(start <= at < start + 1 for at, _ in wall.shown) for start in (0.0, 1.0, 2.5, 4.0)
    )
    assert in_any_second <= A_SECOND + 1
    counts = [sum(number == board.number for _, number in wall.shown) for board in wall.board_messages]
    assert max(counts) - min(counts) <= 1


async def test_what_goes_out_beside_the_edits_counts_with_them(clock):
    """A new message comes with the end of the old one: rounds of many tables may end together."""
    wall = Wall(clock, 120)
    wall.beside = True
    for board in wall.board_messages:
        wall.pace.want(board)
    await clock.run(3.1)
    assert 55 <= len(wall.shown) <= 62
    await clock.run(3.1)
    assert len(wall.shown) == 120


async def test_edits_whose_pictures_came_in_a_bunch_leave_one_by_one_in_the_order_of_their_boards(clock):
    wall = Wall(clock, 50)
    wall.drawing.clear()
    for board in wall.board_messages:
        wall.pace.want(board)
    await clock.run(1.0)
    assert 30 <= len(wall.shown) < 50
    wall.drawing.set()
    await clock.run(2.0)
    assert [number for _, number in wall.left] == list(range(50))
    gaps = [later - earlier for (earlier, _), (later, _) in itertools.pairwise(wall.left)]
    assert min(gaps) >= 1 / A_SECOND - 1e-6


async def test_an_edit_that_is_alone_leaves_at_once(clock):
    wall = Wall(clock, 1)
    for _ in range(3):
        wall.pace.want(wall.board_messages[0])
        await clock.run(2.0)
    assert wall.left == wall.shown
    assert len(wall.left) == 3


async def test_boards_slow_down_together_when_discord_complains(clock):
    wall = Wall(clock, 1)
    for _ in range(4):
        wall.pace.learn(landed(429))
    wall.pace.want(wall.board_messages[0])
    await clock.run(0.1)
    wall.pace.want(wall.board_messages[0])
    await clock.run(2 * CHANNEL_SECONDS)
    assert len(wall.shown) == 1
    await clock.run(4 * CHANNEL_SECONDS)
    assert len(wall.shown) == 2


async def test_boards_stand_back_while_many_clicks_wait_but_not_for_ever(clock):
    wall = Wall(clock, 1)
    wall.crowded = True
    wall.pace.want(wall.board_messages[0])
    await clock.run(3.0)
    assert wall.shown == []
    await clock.run(0.3)
    assert len(wall.shown) == 1


async def test_after_that_only_a_few_boards_a_second_go_between_the_clicks(clock):
    wall = Wall(clock, 40)
    wall.crowded = True
    for board in wall.board_messages:
        wall.pace.want(board)
    await clock.run(5.0)
    assert 5 <= len(wall.shown) <= 11
    wall.crowded = False
    await clock.run(1.5)
    assert len(wall.shown) == 40
