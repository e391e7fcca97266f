"""A club house for stories: the local Discord, the ordinary client, real tables, a clock turned by hand."""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import discord
from yarl import URL

from bot.bootstrap import Outside, build
from bot.rules.position import Position
from bot.rules.round import Round
from bot.sandbox.server import Sandbox
from bot.settings import Settings
from bot.tables.chance import FixedChance
from tests.contract import OPENAPI
from tests.discord_ui.marking import HAND_MARK, MarkingPainter
from tests.discord_ui.patient_clock import PatientClock
from tests.rules.notation import foundations_of, layout_of
from tests.tables.memory_journal import MemoryJournal
from tests.tables.players import NAMES, Greedy

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from bot.pictures.look import Look
    from bot.rules.house_rules import HouseRules
    from bot.rules.views import SeatView
    from bot.sandbox.interactions import Answer
    from bot.sandbox.log import Request
    from bot.sandbox.person import PersonDriver
    from bot.sandbox.shown import Shown
    from bot.tables.ports import Level, Opponent
    from bot.tables.table import Table

CHANNEL = "general"
_PICTURE = re.compile(r"hand_(\d+)_(\d+)\.png")


class Mark:
    """Remembers the commands for one process."""

    mark: str | None = None

    async def read(self) -> str | None:
        return self.mark

    async def write(self, mark: str) -> None:
        self.mark = mark


@dataclass
class Club:
    """One process of the bot at the local Discord."""

    sandbox: Sandbox
    clock: PatientClock = field(default_factory=PatientClock)
    journal: MemoryJournal = field(default_factory=MemoryJournal)
    seed: str = "club"
    quick_ms: int = 0

    def __post_init__(self) -> None:
        self._build()

    def _build(self) -> None:
        settings = Settings(_env_file=None).model_copy(update={"click_grace_ms": self.quick_ms})
        outside = Outside(self.clock, FixedChance(self.seed), _painter, _greedy, NAMES)
        self.app = build(settings, self.journal, Mark(), outside)
        self.tables, self.hands, self.boards = self.app.tables, self.app.hands, self.app.boards
        self.renders, self.slow_renders = self.app.renders, self.app.slow_renders
        self.client, self.router = self.app.client, self.app.client.router
        self.client.shard_ids, self.client.shard_count = [0], 1

    async def opens(self) -> None:
        """Start the client and wait until Discord knows it."""
        discord.http.Route.BASE = self.sandbox.api_url
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(self.sandbox.gateway_url)
        # discord.py waits so long for more servers after the last one it heard of.
        self.client._connection.guild_ready_timeout = 0.02
        self._running = asyncio.create_task(self.client.start("token", reconnect=True))
        await _ready(self)

    async def closes(self) -> None:
        """Stop the client."""
        self.hands.close()
        self.boards.close()
        self.renders.close()
        self.slow_renders.close()
        await self.client.close()
        await asyncio.gather(self._running, return_exceptions=True)

    async def restarts(self) -> None:
        """Kill the process, and start the next one with what the journal kept."""
        for table in self.tables.of_guild(self.sandbox.channel(CHANNEL).guild_id):
            table.sleep()
        await self.closes()
        self._build()
        await self.tables.recover(lambda _: True)
        await self.opens()

    @property
    def table(self) -> Table:
        """The table of the channel."""
        table = self.tables.at(self.sandbox.channel(CHANNEL).id)
        assert table is not None
        return table

    def lays(self, *seats: dict[str, Any], foundations: tuple[str, ...] = ()) -> None:
        """Put these cards on the table instead of those that were dealt (see RULES.md section 9)."""
        game = self.table.round
        assert game is not None
        layouts = [layout_of(seat, game.rules.piles(game.seats)) for seat in seats]
        self.table.round = Round.set_up(
            game.header, Position(game.rules, layouts, foundations_of(list(foundations)))
        )
        self.table.forget_views()

    def secrets_sent(self) -> list[tuple[str, bool | None]]:
        """Return the name and whether it was ephemeral of every request that carried a hand."""
        return [
            (one.name, one.ephemeral)
            for one in self.sandbox.log
            if any(HAND_MARK in file.data for file in one.files)
        ]


@dataclass
class Member:
    """Somebody in the club."""

    club: Club
    driver: PersonDriver

    @property
    def id(self) -> int:
        return self.driver.user.id  # type: ignore[attr-defined,no-any-return]

    async def types(self, path: str, **options: Any) -> Answer:
        return await self.driver.command(CHANNEL, f"nertz {path}", **options)

    async def presses(self, message: Shown, slot: str, *, forged: bool = False) -> Answer:
        return await self.driver.click(message, custom_id=message_prefix(message) + slot, forged=forged)

    @property
    def hand(self) -> Shown:
        """The newest hand that the person sees."""
        return next(one for one in reversed(self.driver.sees(CHANNEL)) if is_hand(one))

    @property
    def board(self) -> Shown:
        return next(one for one in reversed(self.driver.sees(CHANNEL)) if not one.ephemeral)

    async def taps(self, slot: str, *, forged: bool = False) -> Answer:
        return await self.presses(self.hand, slot, forged=forged)

    @property
    def version(self) -> int:
        """The version that the picture of the hand shows."""
        return version_of(self.hand)

    @property
    def view(self) -> SeatView:
        seat = self.club.table.seat_of(self.id)
        assert seat is not None
        return self.club.table.view(seat)

    async def until_hand_says(self, text: str) -> Shown:
        return await self.driver.until_sees(CHANNEL, lambda one: one.ephemeral and text in one.text)

    async def until_version(self, version: int) -> None:
        await self.driver.until(lambda: self.version >= version)


def message_prefix(message: Shown) -> str:
    return message.buttons[0].custom_id.rpartition(":")[0] + ":"


def is_hand(message: Shown) -> bool:
    return message.ephemeral and any(_PICTURE.fullmatch(name) for name in message.files)


def version_of(message: Shown) -> int:
    found = next(match for match in map(_PICTURE.fullmatch, message.files) if match)
    return int(found[2])


@asynccontextmanager
async def club_house(*, quick_ms: int = 0, **settings: Any) -> AsyncIterator[Club]:
    """Open a club house, and close it."""
    async with strict_sandbox(**settings) as sandbox:
        club = Club(sandbox, quick_ms=quick_ms)
        await club.opens()
        try:
            yield club
        finally:
            await club.closes()


@asynccontextmanager
async def strict_sandbox(**settings: Any) -> AsyncIterator[Sandbox]:
    """Start a local Discord; a body that Discord would not take, or that may mention, fails the test."""
    mentioning: list[str] = []
    async with await Sandbox.start(strict=True, openapi=OPENAPI, **settings) as sandbox:
        sandbox.log.watch(lambda request: mentioning.extend(may_mention(request)))
        yield sandbox
        assert sandbox.violations == []
        assert mentioning == []


def may_mention(request: Request) -> Iterator[str]:
    """Yield the name of a request that shows a text and does not say that it mentions nobody."""
    body = request.body if isinstance(request.body, dict) else {}
    message = body["data"] if isinstance(body.get("data"), dict) else body
    if {"content", "components"} & message.keys() and message.get("allowed_mentions") != {"parse": []}:
        yield request.name


def member(club: Club, name: str) -> Member:
    return Member(club, club.sandbox.person(name))


async def playing(
    club: Club, names: str, *seats: dict[str, Any], foundations: tuple[str, ...] = (), rules: str = ""
) -> list[Member]:
    """Let a round run between these people, on these cards if they are given."""
    people = [member(club, name) for name in names.split()]
    answer = await people[0].types("start", rules=rules) if rules else await people[0].types("start")
    assert not answer.failed
    for one in people[1:]:
        lobby = await one.driver.until_sees(CHANNEL, lambda message: not message.ephemeral)
        await one.presses(lobby, "join")
    await people[0].presses(people[0].board, "deal")
    if seats:
        club.lays(*seats, foundations=foundations)
    for one in people:
        await one.types("hand")
    await club.clock.run(3.0)
    assert club.table.state.phase.value == "round"
    for one in people:
        await one.types("hand")
    return people


async def eventually(found: Callable[[], object], seconds: float = 2.0) -> None:
    """Wait for what happens in real time: discord.py and the sandbox at their sockets."""
    async with asyncio.timeout(seconds):
        while not found():
            await asyncio.sleep(0.005)


def _painter(look: Look) -> Any:
    del look
    return MarkingPainter()


def _greedy(level: Level, rules: HouseRules, seed: int) -> Opponent:
    del rules, seed
    return Greedy(level)


async def _ready(club: Club) -> None:
    waiting = asyncio.ensure_future(_both(club))
    await asyncio.wait([waiting, club._running], return_when=asyncio.FIRST_COMPLETED)
    if not waiting.done():
        waiting.cancel()
        await club._running


async def _both(club: Club) -> None:
    while not club.client.is_ready():
        await asyncio.sleep(0.01)
