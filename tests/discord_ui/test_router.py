"""Every click is answered, once, whatever it is."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import discord
import pytest

from bot.discord_ui.custom_ids import custom_id
from bot.discord_ui.router import ClickRouter
from bot.discord_ui.transport.click import Route
from bot.discord_ui.wording.preferences import Preferences
from bot.tables.clock import ManualClock
from tests.tables.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from bot.discord_ui.transport.click import Click

TABLE = 123_456_789


class Response:
    """Notes what an interaction was answered with."""

    type = None

    def __init__(self) -> None:
        self.said: list[str] = []

    def is_done(self) -> bool:
        return bool(self.said)

    async def send_message(self, text: str, **_: object) -> None:
        self.said.append(text)

    async def defer(self, **_: object) -> None:
        self.said.append("")


class Desk:
    """A router with one table, and clicks for it."""

    def __init__(self) -> None:
        self.table = SimpleNamespace(table_id=TABLE, guild_id=7, round_id=None)
        self.numbers = iter(range(1, 10_000))
        clock = ManualClock()
        self.router = ClickRouter(cast("Any", self), Preferences(MemoryJournal(), clock), clock)
        self.clicks: list[Click] = []
        self.router.add(Route("join", self._note))

    def by_id(self, table_id: int) -> object:
        return self.table if table_id == TABLE else None

    async def get(self, table_id: int) -> object:
        return self.by_id(table_id)

    async def _note(self, click: Click) -> None:
        self.clicks.append(click)
        await click.interaction.response.defer()

    def interaction(self, data: object, *, guild: int = 7, person: int = 5) -> Any:
        return SimpleNamespace(
            id=next(self.numbers),
            data=data,
            user=SimpleNamespace(id=person),
            guild_id=guild,
            channel_id=8,
            locale=discord.Locale.american_english,
            response=Response(),
            extras={},
        )

    async def answer(self, data: object, **where: int) -> list[str]:
        one = self.interaction(data, **where)
        await self.router.clicked(one)
        said: list[str] = one.response.said
        return said


@pytest.fixture
def desk():
    return Desk()


async def test_a_click_reaches_who_asked_for_its_slot(desk):
    await desk.answer({"custom_id": custom_id(TABLE, "join")})
    assert [(click.slot, click.person) for click in desk.clicks] == [("join", 5)]


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"custom_id": None},
        {"custom_id": 7},
        {"custom_id": ["nz:1:join"]},
        {"custom_id": ""},
        {"custom_id": "nz:21i3v9:join "},
        {"custom_id": "nz:21I3V9:join"},
        {"custom_id": "nz:21i3v9:unheard"},
        {"custom_id": "nz:21i3v9:join:join"},
        {"custom_id": "nz:٢1i3v9:join"},
        {"custom_id": "nz:-1:join"},
        {"custom_id": "nz:" + "z" * 60 + ":join"},
        {"custom_id": "\x00" * 100},
    ],
)
async def test_what_no_button_of_ours_says_gets_one_friendly_line(desk, data):
    said = await desk.answer(data)
    assert len(said) == 1
    assert "button" in said[0]
    assert desk.clicks == []


async def test_a_table_that_is_not_there_says_so(desk):
    assert "closed" in (await desk.answer({"custom_id": custom_id(TABLE + 1, "join")}))[0]


async def test_a_button_of_another_server_is_none(desk):
    assert "closed" in (await desk.answer({"custom_id": custom_id(TABLE, "join")}, guild=99))[0]
    assert desk.clicks == []


async def test_an_interaction_that_comes_twice_is_taken_once(desk):
    one = desk.interaction({"custom_id": custom_id(TABLE, "join")})
    await desk.router.clicked(one)
    await desk.router.clicked(one)
    assert len(desk.clicks) == 1


async def test_an_error_that_nobody_foresaw_is_answered_and_logged_without_secrets(desk, caplog):
    async def fails(click: Click) -> None:
        raise ValueError("a bug")

    desk.router.add(Route("leave", fails))
    said = await desk.answer({"custom_id": custom_id(TABLE, "leave")})
    assert len(said) == 1
    assert said[0]
    record = caplog.records[0]
    assert (record.person, record.table, record.guild) == (5, TABLE, 7)


async def test_no_one_waits_for_a_person_who_clicks_forty_times_at_once(desk):
    release = asyncio.Event()

    async def waits(click: Click) -> None:
        await release.wait()
        await click.interaction.response.defer()

    desk.router.add(Route("ready", waits))
    many = [desk.interaction({"custom_id": custom_id(TABLE, "ready")}) for _ in range(60)]
    clicked = [asyncio.ensure_future(desk.router.clicked(one)) for one in many]
    for _ in range(20):
        await asyncio.sleep(0)
    assert [one.response.is_done() for one in many] == [False] * 40 + [True] * 20
    other = await desk.answer({"custom_id": custom_id(TABLE, "join")}, person=6)
    assert other == [""]
    release.set()
    await asyncio.gather(*clicked)
    assert all(one.response.is_done() for one in many)


async def test_a_thousand_clicks_too_many_are_acknowledged_oldest_first_and_not_all_in_step(desk):
    """Discord fails a click after 3 s: half of them in time is more than all of them late."""
    begun: list[Response] = []
    under_way = together = 0

    class Slow(Response):
        async def defer(self, **options: object) -> None:
            nonlocal under_way, together
            begun.append(self)
            under_way += 1
            together = max(together, under_way)
            for _ in range(10):
                await asyncio.sleep(0)
            under_way -= 1
            await super().defer(**options)

    async def waits(_: Click) -> None:
        await release.wait()

    release = asyncio.Event()
    desk.router.add(Route("ready", waits))
    many = [desk.interaction({"custom_id": custom_id(TABLE, "ready")}) for _ in range(1040)]
    for one in many:
        one.response = Slow()
    clicked = [asyncio.ensure_future(desk.router.clicked(one)) for one in many]
    while len(begun) < 1000:
        await asyncio.sleep(0)
    release.set()
    await asyncio.gather(*clicked)
    assert begun == [one.response for one in many[40:]]
    assert together <= 60
