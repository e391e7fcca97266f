"""`python -m bot run`: the bot on Discord, from start to graceful stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
import time
from typing import TYPE_CHECKING, Final

import discord

from bot.bootstrap import build, point_discord_at
from bot.cli.errors import CliError
from bot.cli.signals import Signals
from bot.cli.starting import Start
from bot.discord_ui import metrics
from bot.discord_ui.permissions import invite_url
from bot.health import HealthPort, watch_lag
from bot.logs import set_up_logs
from bot.scores.leases import Lease, LeaseLost
from bot.scores.notes import CommandNote
from bot.scores.shards import ShardRange
from bot.scores.store import Store
from bot.tables.ports import JournalFailed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

    from bot.bootstrap import App
    from bot.locales import Words
    from bot.settings import Settings

_DAY_MS: Final = 24 * 60 * 60 * 1000
_PRUNE_SECONDS: Final = 6 * 60 * 60.0

_SWITCH_SECONDS: Final = 0.0005
"""The thread that commits asks for the interpreter several times for each group. Each time it waits so long
for an event loop that is busy; with the default, ten times as much, a twentieth of the speed is lost."""

_GC_THRESHOLDS: Final = (10_000, 20, 20)
"""Garbage with cycles is rare here, and looking for it as often as Python does takes a tenth of the speed."""

log = logging.getLogger(__name__)


def run(settings: Settings, shards: str | None, words: Words) -> int:
    """Serve Discord until SIGINT or SIGTERM; exit code 0. Raises `CliError` where it cannot go on."""
    set_up_logs(settings.log_level, settings.log_format)
    if not settings.discord_token:
        raise CliError("cli.no_token")
    sys.setswitchinterval(_SWITCH_SECONDS)
    with contextlib.suppress(asyncio.CancelledError):  # a signal came before anybody was served
        asyncio.run(_serve(settings, _shards(shards), words))
    print(words("run.stopped"), flush=True)
    return 0


def invite(settings: Settings, words: Words) -> int:
    """Print the invite link; the application id comes from Discord."""
    if not settings.discord_token:
        raise CliError("cli.no_token")
    print(asyncio.run(_ask_invite(settings)))
    return 0


async def _ask_invite(settings: Settings) -> str:
    point_discord_at(settings)
    async with discord.Client(intents=discord.Intents.none()) as client:
        await log_in(client, settings)
        return invite_url(client.application_id or 0)


async def log_in(client: discord.Client, settings: Settings) -> None:
    """Log in; after a failure it may be called again. Raises what discord.py and aiohttp raise."""
    try:
        await client.login(settings.discord_token)
    except BaseException:
        await client.http.close()  # every login makes a session of its own
        client.http.connector = discord.utils.MISSING
        raise


@contextlib.asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Store]:
    """Open the database of the settings, or raise `StoreUnusable`."""
    store = await Store.open(settings.database_url, synchronous=settings.sqlite_synchronous)
    store.measure(metrics.JOURNAL.observe)
    try:
        yield store
    finally:
        await store.close()


def _shards(text: str | None) -> ShardRange | None:
    if text is None:
        return None
    try:
        return ShardRange.parse(text)
    except ValueError:
        raise CliError("cli.shards_refused", text=text) from None


async def _serve(settings: Settings, wanted: ShardRange | None, words: Words) -> None:
    """Check first what is here (database, port), then ask Discord: nothing wrong here costs a login."""
    point_discord_at(settings)
    signals, start = Signals(), Start(words, settings.start_patience)
    async with contextlib.AsyncExitStack() as stack:
        store = await start.tries(lambda: stack.enter_async_context(open_store(settings)))
        app = build(settings, store, CommandNote(store))
        stack.push_async_callback(app.close)
        await stack.enter_async_context(_health(settings, app))
        await start.tries(lambda: log_in(app.client, settings))
        if wanted is None:
            wanted = await start.tries(lambda: _all_shards(app.client))
        lease = await stack.enter_async_context(_leased(store, wanted))
        app.client.shard_count, app.client.shard_ids = wanted.count, list(wanted.ids)
        app.client.patience = start.tries
        await _serve_shards(settings, store, app, lease, signals, words)


async def _all_shards(client: discord.Client) -> ShardRange:
    """Return as many shards as Discord recommends for all servers of the bot."""
    count, _, _ = await client.http.get_bot_gateway()
    return ShardRange(tuple(range(count)), count)


@contextlib.asynccontextmanager
async def _leased(store: Store, shards: ShardRange) -> AsyncIterator[Lease]:
    lease = await Lease.take(store, shards.ids, shards.count)
    try:
        yield lease
    finally:
        with contextlib.suppress(Exception):  # the lease runs out by itself where the database is away
            await lease.release()


async def _serve_shards(
    settings: Settings, store: Store, app: App, lease: Lease, signals: Signals, words: Words
) -> None:
    print(words("run.invite", url=invite_url(app.client.application_id or 0)), flush=True)
    await app.warm_up()
    app.client.router.serve_while(lambda: lease.held)
    await app.tables.recover(lease.shards.serves)
    jobs: list[Coroutine[object, object, object]] = [
        app.client.connect(),
        lease.keep(),
        signals.wait(),
        _prune(store, settings.journal_days),
        watch_lag(metrics.LOOP_LAG),
        app.vitals.keep_looking(),
        _welcome(app, words),
        _forever_after(app.tables.wake_all()),
    ]
    await _until_stopped(app, jobs)


async def _until_stopped(app: App, jobs: list[Coroutine[object, object, object]]) -> None:
    """Serve until a signal comes; the end of the lease or of the gateway ends it, too."""
    tasks = [asyncio.ensure_future(job) for job in jobs]
    tasks[0].add_done_callback(_has_failed)  # Whoever hangs up may break it off at a try: nobody asks then.
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except (LeaseLost, discord.DiscordException):
        app.fall_silent()  # The tables are another process's now, or the client has hung up.
        raise
    finally:
        # The gateway stays up while boards say goodbye: `App.close` hangs up.
        for task in tasks[1:]:
            task.cancel()
        await app.say_goodbye()


def _has_failed(task: asyncio.Future[object]) -> bool:
    return task.cancelled() or task.exception() is not None


async def _forever_after(job: Coroutine[object, object, object]) -> None:
    """Do a job, then wait for ever: its end is not the end of the bot."""
    await job
    await asyncio.Event().wait()


async def _welcome(app: App, words: Words) -> None:
    await app.client.wait_until_ready()
    _settle()
    name = app.client.user.name if app.client.user else "?"
    print(words.many("run.ready", len(app.client.guilds), name=name), flush=True)
    await asyncio.Event().wait()


def _settle() -> None:
    """Spare the garbage collector what stays for good: while it looks through that, everybody waits."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)


async def _prune(store: Store, days: int) -> None:
    """Erase the moves of rounds that are older than the setting, four times a day."""
    while True:
        if days:
            await _prune_once(store, time.time_ns() // 1_000_000 - days * _DAY_MS)
        await asyncio.sleep(_PRUNE_SECONDS)


async def _prune_once(store: Store, older_than_ms: int) -> None:
    try:
        log.info("pruned the moves of %s old rounds", await store.prune(older_than_ms))
    except JournalFailed:
        log.warning("old rounds could not be pruned; the next try comes later")


@contextlib.asynccontextmanager
async def _health(settings: Settings, app: App) -> AsyncIterator[None]:
    if not settings.metrics_port:
        yield
        return
    port = HealthPort(metrics.REGISTRY, app.problems)
    try:
        await port.start(settings.metrics_host, settings.metrics_port)
    except OSError:
        raise CliError("cli.port_taken", port=settings.metrics_port) from None
    try:
        yield
    finally:
        await port.stop()
