"""hikari 2, as others run it, against the sandbox, with each transport compression that it can ask for."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import importlib.util
import os

import pytest

from bot.sandbox.people import APPLICATION_ID
from tests.sandbox.raw_bot import png

if importlib.util.find_spec("hikari") is None and os.environ.get("CI") != "true":
    pytest.skip("hikari is not installed", allow_module_level=True)

import hikari
from hikari.api.shard import GatewayCompression
from hikari.impl import GatewayShardImpl

ROOM = 30.0
TOKEN = f"{base64.b64encode(str(APPLICATION_ID).encode()).decode()}.any.thing"
"""hikari reads the application's id from it."""


class HikariBot:
    """A bot with one command, whose answer has a picture and a button; `seen` is what happened to it."""

    def __init__(self, url: str) -> None:
        self.seen: asyncio.Queue[str] = asyncio.Queue()
        self.app = hikari.GatewayBot(
            TOKEN, rest_url=url, intents=hikari.Intents.GUILDS, banner=None, logs=None,
            suppress_optimization_warning=True,
        )  # fmt: skip
        self.app.subscribe(hikari.StartedEvent, self.started)
        self.app.subscribe(hikari.ShardResumedEvent, self.resumed)
        self.app.subscribe(hikari.InteractionCreateEvent, self.asked)

    async def started(self, _: hikari.StartedEvent) -> None:
        rest = self.app.rest
        application = await rest.fetch_application()
        hello = rest.slash_command_builder("hello", "says hello")
        await rest.set_application_commands(application, [hello])
        guilds = [one.name async for one in rest.fetch_my_guilds()]
        self.seen.put_nowait(f"started {guilds}")

    async def resumed(self, _: hikari.ShardResumedEvent) -> None:
        self.seen.put_nowait("resumed")

    async def asked(self, event: hikari.InteractionCreateEvent) -> None:
        one = event.interaction
        row = self.app.rest.build_message_action_row()
        row.add_interactive_button(hikari.ButtonStyle.PRIMARY, "n", label="N")
        if isinstance(one, hikari.CommandInteraction):
            file, flags = hikari.Bytes(png(), "hand_0.png"), hikari.MessageFlag.EPHEMERAL
            await one.create_initial_response(4, "hand", attachment=file, component=row, flags=flags)
        elif isinstance(one, hikari.ComponentInteraction):
            names = [attached.filename for attached in one.message.attachments]
            text, file = f"played {one.custom_id} on {names}", hikari.Bytes(png(), "hand_1.png")
            await one.create_initial_response(7, text, attachment=file, component=row)

    async def hears(self, start: str) -> str:
        async with asyncio.timeout(ROOM):
            while not (what := await self.seen.get()).startswith(start):
                pass
        return what


@pytest.fixture(
    params=[GatewayCompression.TRANSPORT_ZLIB_STREAM, GatewayCompression.TRANSPORT_ZSTD_STREAM, None]
)
async def bot(request, live, monkeypatch):
    real = GatewayShardImpl.__init__

    def with_compression(self, **options):
        real(self, **{**options, "compression": request.param})

    monkeypatch.setattr(GatewayShardImpl, "__init__", with_compression)
    bot = HikariBot(live.api_url)
    await bot.app.start(check_for_updates=False)
    yield bot
    with contextlib.suppress(hikari.ComponentStateConflictError):
        await bot.app.close()


async def test_hikari_plays_its_core_loop_and_resumes(live, bot):
    assert await bot.hears("started") == "started ['Card Table', 'Second Server']"
    ana = live.person("ana")
    assert (await ana.command("nertz", "hello")).kind == 4
    hand = ana.sees("nertz")[-1]
    assert (hand.text, hand.files, hand.ephemeral) == ("hand", ["hand_0.png"], True)
    assert (await ana.click(hand, label="N")).kind == 7
    hand = ana.sees("nertz")[-1]
    assert (hand.text, hand.files[-1]) == ("played n on ['hand_0.png']", "hand_1.png")
    live.incidents.close_gateway(4000)
    await bot.hears("resumed")
    assert (await ana.click(hand, label="N")).kind == 7
    assert live.gateway.identifies == 1
