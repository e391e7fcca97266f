"""The ordinary discord.py client against the sandbox."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord
import pytest
import yarl
from discord import app_commands

from tests.sandbox.raw_bot import png


class Client(discord.Client):
    """Answers `/nertz start` with a hand, and each click with a new picture."""

    def __init__(self, **options) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05, **options)
        self.tree = app_commands.CommandTree(self)
        self.seen: asyncio.Queue[str] = asyncio.Queue()
        self.clicks = 0
        group = app_commands.Group(name="nertz", description="a game")
        group.add_command(app_commands.Command(name="start", description="begin", callback=start))
        move: Any = app_commands.Command(name="move", description="play", callback=play)
        move.autocomplete("move")(complete)
        group.add_command(move)
        self.tree.add_command(group)

    async def setup_hook(self):
        await self.tree.sync()

    async def before_identify_hook(self, shard_id, *, initial=False):
        """Do not wait five seconds between identifies."""

    async def on_resumed(self):
        self.seen.put_nowait("resumed")

    async def on_ready(self):
        self.seen.put_nowait("ready")

    async def on_shard_ready(self, shard):
        self.seen.put_nowait(f"shard {shard}")

    async def on_interaction(self, interaction):
        if interaction.type is discord.InteractionType.component:
            self.clicks += 1
            name = f"hand_{self.clicks}.png"
            files = [one.filename for one in interaction.message.attachments]
            view = hand(f"played {interaction.data['custom_id']} on {files}", name)
            await interaction.response.edit_message(view=view, attachments=[file(name)])


class ShardedClient(Client, discord.AutoShardedClient):
    pass


async def start(interaction: discord.Interaction, target: int = 100):
    text = f"to {target}"
    await interaction.response.send_message(
        view=hand(text, "hand_0.png"), file=file("hand_0.png"), ephemeral=True
    )


async def play(interaction: discord.Interaction, move: str):
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.edit_original_response(content=f"moved {move}")


async def complete(interaction: discord.Interaction, typed: str):
    return [app_commands.Choice(name=f"{typed} to F", value=typed)]


def hand(text, picture):
    view = discord.ui.LayoutView(timeout=None)
    gallery: Any = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{picture}", description="a hand")
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(text), gallery))
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label="N", custom_id="n", emoji="🂡")))
    view.stop()
    return view


def file(name):
    return discord.File(io.BytesIO(png()), name)


@pytest.fixture
def pointed(live, monkeypatch):
    monkeypatch.setattr(discord.http.Route, "BASE", live.api_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(live.gateway_url))
    return live


async def started(client):
    running = asyncio.create_task(client.start("any token"))
    async with asyncio.timeout(10):
        while await client.seen.get() != "ready":
            pass
    return running


@pytest.fixture
async def client(pointed):
    client = Client()
    running = await started(client)
    yield client
    await client.close()
    await asyncio.wait_for(running, 5)


@pytest.fixture
def channel(client, live):
    return client.get_channel(live.channel("nertz").id)


async def test_it_logs_in_and_syncs_its_commands(client, live):
    assert [guild.name for guild in client.guilds] == ["Card Table", "Second Server"]
    assert client.guilds[0].me.id == client.user.id
    (command,) = live.commands.listing()
    assert [one["name"] for one in command["options"]] == ["start", "move"]


async def test_it_knows_channels_of_every_kind(client):
    kinds = {one.name: type(one) for one in client.guilds[0].channels}
    assert kinds["talk"] is discord.VoiceChannel
    assert kinds["stage"] is discord.StageChannel
    assert kinds["forum"] is discord.ForumChannel
    assert client.guilds[0].get_channel(client.guilds[0].voice_channels[0].id).bitrate == 64_000


async def test_a_command_a_click_and_its_picture(client, live):
    ana = live.person("ana")
    answer = await ana.command("nertz", "nertz start", target=10)
    assert answer.kind == 4
    message = ana.sees("nertz")[-1]
    assert (message.text, message.files, message.ephemeral) == ("to 10", ["hand_0.png"], True)
    assert message.alt_texts == ["a hand"]
    answer = await ana.click(message, label="N")
    assert answer.kind == 7
    message = ana.sees("nertz")[-1]
    assert (message.text, message.files) == ("played n on ['hand_0.png']", ["hand_1.png"])
    assert ana.picture(message) == png()


async def test_a_deferred_command_and_its_autocomplete(client, live):
    ana = live.person("ana")
    assert await ana.autocomplete("nertz", "nertz move", "move", "7C") == [{"name": "7C to F", "value": "7C"}]
    answer = await ana.command("nertz", "nertz move", move="7C")
    assert answer.kind == 5
    assert (await ana.until_sees("nertz", lambda one: not one.waiting)).text == "moved 7C"


async def test_messages_threads_and_pictures_by_the_channel_routes(client, channel, live):
    ben = live.person("ben")
    message = await channel.send(view=hand("board", "board_1.png"), file=file("board_1.png"))
    await message.edit(view=hand("moved", "board_2.png"), attachments=[file("board_2.png")])
    assert ben.sees("nertz")[-1].files == ["board_2.png"]
    thread = await message.create_thread(name="talk")
    await thread.send("inside")
    await thread.edit(archived=True)
    await thread.edit(archived=False)
    fetched = await channel.fetch_message(message.id)
    assert fetched.attachments[0].filename == "board_2.png"
    assert await fetched.attachments[0].read() == png()
    await message.delete()
    with pytest.raises(discord.NotFound) as refused:
        await message.edit(content="x")
    assert refused.value.code == 10008


async def test_errors_arrive_as_their_exceptions(client, channel, live):
    live.incidents.deny(channel.id, "send_messages")
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("x")
    assert refused.value.code == 50013
    live.incidents.delete_channel(channel.id)
    with pytest.raises(discord.NotFound) as missing:
        await channel.send("x")
    assert missing.value.code == 10003


async def test_it_waits_out_a_rate_limit(client, channel, live):
    live.faults.add("status", "/channels/*/messages", "POST", status=429, retry_after=0.05)
    await channel.send("after the wait")
    assert [one.status for one in live.log.where("POST", "/messages")] == [429, 200]


async def test_a_429_without_via_is_taken_for_a_ban(client, channel, live):
    live.faults.add("status", "/channels/*/messages", "POST", status=429, via=False)
    with pytest.raises(discord.HTTPException) as refused:
        await channel.send("x")
    assert refused.value.status == 429


async def test_it_reconnects_on_op_7_and_resumes(client, live):
    live.incidents.reconnect()
    await asyncio.wait_for(client.seen.get(), 5)
    assert live.gateway.identifies == 1
    assert (await live.person("ana").command("nertz", "nertz start")).kind == 4


async def test_clicks_made_while_it_was_away_come_after_the_resume(client, live):
    ana = live.person("ana")
    await ana.command("nertz", "nertz start")
    live.incidents.close_gateway(4000)
    while live.gateway.online:
        await asyncio.sleep(0)
    answer = await ana.click(ana.sees("nertz")[-1], label="N")
    assert answer.kind == 7
    assert await asyncio.wait_for(client.seen.get(), 5) == "resumed"


async def test_it_identifies_anew_when_its_session_is_gone(client, live):
    live.incidents.invalid_session()
    assert await asyncio.wait_for(client.seen.get(), 5) == "ready"
    assert live.gateway.identifies == 2


async def test_shards_serve_their_own_guilds(pointed):
    client = ShardedClient(shard_count=2)
    running = await started(client)
    assert sorted(guild.shard_id for guild in client.guilds) == [0, 1]
    for place in ("nertz", "games"):
        assert (await pointed.person("ana").command(place, "nertz start")).kind == 4
    await client.close()
    await asyncio.wait_for(running, 5)
