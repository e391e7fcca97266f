"""Where answers go out in one piece: in all that the wired bot begins, with the discord.py of today."""

from __future__ import annotations

import asyncio
import inspect
from contextvars import copy_context

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.bootstrap import build
from bot.discord_ui.transport.multipart import WholeBodies, send_whole_bodies
from bot.scores.notes import CommandNote
from bot.scores.store import Store
from bot.settings import Settings
from tests.discord_ui.club import club_house, playing


async def test_the_wired_bot_and_all_that_it_begins_send_whole_bodies(tmp_path):
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/nertz.db")
    build(Settings(_env_file=None), store, CommandNote(store))
    inherited = await asyncio.create_task(_adapter())
    await store.close()
    assert isinstance(inherited, WholeBodies)


async def _adapter() -> AsyncWebhookAdapter:
    return async_context.get()


async def test_clicks_and_commands_are_answered_with_whole_bodies(monkeypatch):
    used = []
    request = WholeBodies.request

    async def noted(self, route, *args, **options):
        used.append((route.url.rpartition("/")[2], bool(options.get("multipart"))))
        return await request(self, route, *args, **options)

    monkeypatch.setattr(WholeBodies, "request", noted)
    async with club_house() as club:
        ana, _ = await playing(club, "ana ben")
        used.clear()
        await ana.taps("d")
    assert ("callback", True) in used


def test_discord_py_still_has_what_whole_bodies_stand_on():
    """Look at bot/discord_ui/transport/multipart.py if this fails after an upgrade of discord.py."""
    context = copy_context()
    context.run(send_whole_bodies)
    assert isinstance(context[async_context], AsyncWebhookAdapter)
    parameters = inspect.signature(AsyncWebhookAdapter.request).parameters
    changed = f"discord.py {discord.__version__} sends webhooks in another way"
    assert list(parameters)[:3] == ["self", "route", "session"], changed
    assert {"payload", "multipart", "files"} <= parameters.keys(), changed
    assert "async with session.request(" in inspect.getsource(AsyncWebhookAdapter.request), changed
