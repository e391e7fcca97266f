"""Where pictures are drawn: the most urgent first, nothing twice, nothing in vain, here or elsewhere."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from bot.discord_ui.drawing.process import RendererLost, RenderProcess
from bot.discord_ui.drawing.queue import _AHEAD, RenderQueue, RenderQueueClosed, Urgency
from bot.discord_ui.drawing.requests import PictureRequest
from bot.pictures.look import Look
from bot.pictures.picture import Picture

LOOK = Look()
DARK = Look(deck="four-colour")


def picture_request(name: str) -> PictureRequest:
    return PictureRequest(name, "help_card", (name,))


class SmoothCanvas:
    """Notes what is drawn in the event loop, in order."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.renders = RenderQueue(cast("Any", lambda look: self))

    def help_card(self, name: str) -> Picture:
        self.drawn.append(name)
        if name == "spoilt":
            raise ValueError(name)
        return Picture(name.encode() * (600_000 if name.startswith("large") else 1), name)


class Elsewhere:
    """A process that has been given pictures, and is told when it shall have drawn them."""

    def __init__(self) -> None:
        self.given: list[tuple[str, Any]] = []

    def draw(self, look: Look, wanted: PictureRequest, done: Any) -> None:
        self.given.append((wanted.name, done))

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.given]

    def finishes(self, outcome: Picture | Exception | None = None) -> None:
        name, done = self.given.pop(0)
        done(outcome or Picture(b"elsewhere", name))


@pytest.fixture
def easel():
    return SmoothCanvas()


@pytest.fixture
def elsewhere(easel):
    process = Elsewhere()
    easel.renders.use_process(cast("RenderProcess", process), frozenset({LOOK}))
    return process


def begins(easel, name, urgency=Urgency.CLICK, look=LOOK):
    return easel.renders.begin(look, picture_request(name), urgency)


async def test_a_click_is_drawn_before_refreshes_and_boards_that_wait_longer(easel):
    waiting = [
        begins(easel, name, urgency)
        for name, urgency in (
            ("board", Urgency.BOARD),
            ("refresh", Urgency.REFRESH),
            ("click", Urgency.CLICK),
        )
    ]
    await asyncio.gather(*waiting)
    assert easel.drawn == ["click", "refresh", "board"]


async def test_the_loop_turns_between_two_pictures(easel):
    pictures = [begins(easel, "first"), begins(easel, "second")]
    turns = 0
    while not pictures[1].done():
        await asyncio.sleep(0)
        turns += 1
        assert len(easel.drawn) <= turns
    assert turns > 1


async def test_a_picture_that_nobody_waits_for_any_more_is_not_drawn(easel):
    first = begins(easel, "first")
    begins(easel, "old").cancel()
    new = begins(easel, "new")
    await asyncio.gather(first, new)
    assert easel.drawn == ["first", "new"]


async def test_a_picture_for_many_eyes_is_drawn_once(easel):
    pictures = await asyncio.gather(
        *(easel.renders.draw(LOOK, picture_request("board_1_2")) for _ in range(3))
    )
    assert easel.drawn == ["board_1_2"]
    assert pictures[0] is pictures[2]


async def test_a_picture_that_failed_is_raised_where_it_is_awaited_and_drawn_anew_when_asked_for_again(easel):
    for _ in range(2):
        with pytest.raises(ValueError, match="spoilt"):
            await easel.renders.draw(LOOK, picture_request("spoilt"))
    assert easel.drawn == ["spoilt", "spoilt"]


async def test_a_closed_studio_draws_nothing_more(easel):
    waiting = begins(easel, "never")
    easel.renders.close()
    assert waiting.cancelled()
    with pytest.raises(RenderQueueClosed):
        begins(easel, "late")
    await asyncio.sleep(0)
    assert easel.drawn == []


async def test_with_a_process_only_the_picture_of_a_lone_click_in_a_warm_look_is_drawn_here(easel, elsewhere):
    lone = begins(easel, "lone")
    others = [begins(easel, "second click"), begins(easel, "board", Urgency.BOARD)]
    await lone
    others += [begins(easel, "refresh", Urgency.REFRESH), begins(easel, "dark", look=DARK)]
    assert easel.drawn == ["lone"]
    assert set(elsewhere.names) == {"second click", "board", "refresh", "dark"}
    while elsewhere.given:
        elsewhere.finishes()
    assert {(await one).data for one in others} == {b"elsewhere"}


async def test_a_click_is_lone_again_when_the_others_are_answered_or_given_up(easel, elsewhere):
    await begins(easel, "lone")
    second, third = begins(easel, "second", look=DARK), begins(easel, "third", look=DARK)
    third.cancel()
    elsewhere.finishes()
    await second
    await asyncio.sleep(0)
    await begins(easel, "lone again")
    assert easel.drawn == ["lone", "lone again"]


async def test_the_process_is_given_a_few_pictures_at_a_time_and_the_most_urgent_of_the_others_next(
    easel, elsewhere
):
    boards = [begins(easel, f"board {number}", Urgency.BOARD) for number in range(_AHEAD + 2)]
    begins(easel, "given up", Urgency.REFRESH).cancel()
    click = begins(easel, "click", look=DARK)
    assert elsewhere.names == [f"board {number}" for number in range(_AHEAD)]
    elsewhere.finishes()
    assert elsewhere.names[-1] == "click"
    while elsewhere.given:
        elsewhere.finishes()
    drawn = [(await one).alt for one in (*boards, click)]
    assert drawn == [*(f"board {number}" for number in range(_AHEAD + 2)), "click"]


async def test_when_no_process_can_be_kept_alive_everything_is_drawn_here(easel, elsewhere):
    boards = [begins(easel, f"board {number}", Urgency.BOARD) for number in range(_AHEAD + 2)]
    while elsewhere.given:
        elsewhere.finishes(RendererLost())
    await asyncio.gather(*boards)
    assert set(easel.drawn) == {f"board {number}" for number in range(_AHEAD + 2)}


async def test_of_large_pictures_only_the_newest_are_remembered(easel):
    for number in range(4):
        await easel.renders.draw(LOOK, picture_request(f"large{number}"))
    await asyncio.sleep(0)
    await easel.renders.draw(LOOK, picture_request("large3"))
    await easel.renders.draw(LOOK, picture_request("large0"))
    assert easel.drawn == ["large0", "large1", "large2", "large3", "large0"]
