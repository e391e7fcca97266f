"""The one thread that draws: the most urgent picture first, nothing twice, nothing in vain."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, cast

import pytest

from bot.discord_ui.parts import Sketch
from bot.discord_ui.studio import StudioClosed, Urgency, WorkerStudio
from bot.pictures.look import Look
from bot.pictures.picture import Picture

LOOK = Look()


class Easel:
    """Notes what is drawn, in order; waits at the first picture until it is let go on."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.threads: set[str] = set()
        self.go_on = threading.Event()
        self.studio = WorkerStudio(cast("Any", lambda look: self))

    def sketch(self, name):
        return Sketch(name, cast("Any", lambda painter: painter.draw(name)))

    def draw(self, name):
        self.threads.add(threading.current_thread().name)
        if not self.drawn:
            self.go_on.wait(5)
        self.drawn.append(name)
        if name == "spoilt":
            raise ValueError(name)
        return Picture(name.encode(), name)


@pytest.fixture
def easel():
    easel = Easel()
    yield easel
    easel.go_on.set()
    easel.studio.close()


async def test_a_click_is_drawn_before_refreshes_and_boards_that_wait_longer(easel):
    first = easel.studio.begin(LOOK, easel.sketch("first"), Urgency.BOARD)
    waiting = [
        easel.studio.begin(LOOK, easel.sketch(name), urgency)
        for name, urgency in (
            ("board", Urgency.BOARD),
            ("refresh", Urgency.REFRESH),
            ("click", Urgency.CLICK),
        )
    ]
    easel.go_on.set()
    await asyncio.gather(first, *waiting)
    assert easel.drawn == ["first", "click", "refresh", "board"]
    assert easel.threads == {"studio"}


async def test_a_picture_that_nobody_waits_for_any_more_is_not_drawn(easel):
    first = easel.studio.begin(LOOK, easel.sketch("first"), Urgency.CLICK)
    easel.studio.begin(LOOK, easel.sketch("old"), Urgency.CLICK).cancel()
    new = easel.studio.begin(LOOK, easel.sketch("new"), Urgency.CLICK)
    easel.go_on.set()
    await asyncio.gather(first, new)
    assert easel.drawn == ["first", "new"]


async def test_a_picture_for_many_eyes_is_drawn_once(easel):
    easel.go_on.set()
    pictures = await asyncio.gather(*(easel.studio.draw(LOOK, easel.sketch("board_1_2")) for _ in range(3)))
    assert easel.drawn == ["board_1_2"]
    assert pictures[0] is pictures[2]


async def test_a_picture_that_failed_is_raised_where_it_is_awaited_and_drawn_anew_when_asked_for_again(easel):
    easel.go_on.set()
    for _ in range(2):
        with pytest.raises(ValueError, match="spoilt"):
            await easel.studio.draw(LOOK, easel.sketch("spoilt"))
    assert easel.drawn == ["spoilt", "spoilt"]


async def test_a_closed_studio_draws_nothing_more(easel):
    first = easel.studio.begin(LOOK, easel.sketch("first"), Urgency.CLICK)
    waiting = easel.studio.begin(LOOK, easel.sketch("never"), Urgency.CLICK)
    easel.studio.close()
    assert waiting.cancelled()
    with pytest.raises(StudioClosed):
        easel.studio.begin(LOOK, easel.sketch("late"), Urgency.CLICK)
    first.cancel()
