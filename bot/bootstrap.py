"""The only place where the parts are put together."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

import discord
from discord.gateway import DiscordWebSocket
from yarl import URL

from bot.discord_ui import metrics
from bot.discord_ui.actions import TableActions
from bot.discord_ui.boards.boards import LiveBoards
from bot.discord_ui.boards.content import BoardContent
from bot.discord_ui.boards.notices import BoardNewsLog
from bot.discord_ui.client import NertzClient
from bot.discord_ui.context import Context
from bot.discord_ui.drawing.process import RenderProcess
from bot.discord_ui.drawing.queue import RenderQueue
from bot.discord_ui.hands.hands import LiveHands
from bot.discord_ui.router import ClickRouter
from bot.discord_ui.transport.heartbeats import Vitals, count_beats
from bot.discord_ui.transport.multipart import send_whole_bodies
from bot.discord_ui.transport.ratelimits import http_trace
from bot.discord_ui.wording.preferences import Preferences
from bot.opponents.names import practice_names
from bot.opponents.player import make_opponent
from bot.pictures.look import Look
from bot.pictures.painter import painter
from bot.rules.house_rules import MOST_SEATS
from bot.tables.chance import SystemChance
from bot.tables.clock import SystemClock
from bot.tables.ports import Journal, Ledger
from bot.tables.registry import Tables
from bot.tables.table_ports import Ports

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.discord_ui.commands.sync import CommandMark
    from bot.pictures.painter import Painter
    from bot.settings import Settings
    from bot.tables.events import Event
    from bot.tables.ports import Chance, Clock, OpponentMaker

_GOODBYE_SECONDS: Final = 3.0
_SLOW_RENDERS_CLOSE_SECONDS: Final = 60.0
"""Seconds without a replay after which the process that draws them ends."""


@dataclass(frozen=True, slots=True)
class App:
    """The whole bot, wired and not yet running."""

    client: NertzClient
    tables: Tables
    hands: LiveHands
    boards: LiveBoards
    vitals: Vitals
    renders: RenderQueue
    """Draws hands and boards, cards of the rules and histories: all that takes a moment."""
    slow_renders: RenderQueue
    """Draws replays, which take long: nothing else waits behind them."""
    renderers: list[RenderProcess] = field(default_factory=list)

    async def warm_up(self) -> None:
        """Let processes of their own draw, and draw here the sprites that nearly everybody sees."""
        quick, thorough = (
            RenderProcess(all_looks=True),
            RenderProcess(idle_seconds=_SLOW_RENDERS_CLOSE_SECONDS),
        )
        self.renderers.extend((quick, thorough))
        quick.start()
        await asyncio.to_thread(painter, Look())
        self.renders.use_process(quick, frozenset({Look()}))
        self.slow_renders.use_process(thorough, frozenset())

    def problems(self) -> list[str]:
        """Return what keeps the bot from serving well: `gateway`, `tables_suspended`."""
        serving = self.client.is_ready() and not self.client.is_closed()
        silent = self.vitals.silent(self.client.shard_ids or [])
        found = [] if serving and not silent else ["gateway"]
        if any(table.state.suspended for table in self.tables):
            found.append("tables_suspended")
        return found

    async def say_goodbye(self) -> None:
        """Begin nothing new, keep everything, and let every board say so; a few seconds at most."""
        await self.tables.rest()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE_SECONDS):
                await self.boards.finish()

    def fall_silent(self) -> None:
        """Send nothing more: the tables are another process's now."""
        self.hands.close()
        self.boards.close()

    async def close(self) -> None:
        """Keep everything, hang up, draw nothing more."""
        await self.tables.rest()
        self.fall_silent()
        await self.client.close()
        for renders in (self.renders, self.slow_renders):
            renders.close()
        for renderer in self.renderers:
            await renderer.close()


class Storage(Journal, Ledger, Protocol):
    """What keeps moves, and what is read from: one database."""


@dataclass(frozen=True, slots=True)
class Outside:
    """What the bot does not decide: tests have their own."""

    clock: Clock = field(default_factory=SystemClock)
    chance: Chance = field(default_factory=SystemChance)
    painters: Callable[[Look], Painter] = painter
    opponents: OpponentMaker = make_opponent
    practice_names: tuple[str, ...] = practice_names(MOST_SEATS)


def build(settings: Settings, store: Storage, mark: CommandMark, outside: Outside | None = None) -> App:
    """Wire the bot. `mark` remembers which commands Discord holds."""
    outside = outside or Outside()
    clock, painters = outside.clock, outside.painters
    ports = Ports(clock, store, store, outside.chance, outside.opponents, outside.practice_names)
    tables = Tables(ports)
    renders, slow_renders = RenderQueue(painters), RenderQueue(painters)
    choices, news_log = Preferences(store, clock), BoardNewsLog()
    hands = LiveHands(clock, renders, choices, quick_ms=settings.click_grace_ms)

    def place(guild: int, channel: int) -> discord.PartialMessageable:
        return client.get_partial_messageable(channel, guild_id=guild)

    board_content = BoardContent(news_log)
    boards = LiveBoards(clock, renders, choices, board_content, place, hands.tell, hands.crowded)
    _watch(tables, news_log.hear, hands.heard, boards.heard)
    context = Context(
        tables, store, clock, choices, hands, boards, board_content, renders, slow_renders, settings.away
    )
    router = ClickRouter(tables, choices, clock)
    send_whole_bodies()
    count_beats()
    router.add(*hands.routes(), *TableActions(context).routes())
    client = NertzClient(context, router, mark, http_trace=http_trace())
    vitals = Vitals(lambda: client.shards)
    return App(client, tables, hands, boards, vitals, renders, slow_renders)


def _watch(tables: Tables, *watchers: Callable[[Event], None]) -> None:
    """Let watchers hear what happens; count tables and people when somebody asks for the metrics."""
    for watcher in watchers:
        tables.watch(watcher)
    metrics.TABLES.set_function(lambda: len(tables))
    metrics.PEOPLE.set_function(
        lambda: sum(len(seat.people) for table in tables for seat in table.state.seats)
    )


def point_discord_at(settings: Settings) -> None:
    """Let discord.py speak to another server than Discord, if the settings name one."""
    if settings.discord_api:
        discord.http.Route.BASE = settings.discord_api
    if settings.discord_gateway:
        DiscordWebSocket.DEFAULT_GATEWAY = URL(settings.discord_gateway)
