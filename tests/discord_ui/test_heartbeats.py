"""Whether the gateway is really there: live sockets, acknowledged beats, and lines that only seem alive."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from yarl import URL

from bot.discord_ui.transport.heartbeats import CountedBeats, Vitals
from bot.sandbox.gateway.socket import ACK, GatewaySocket
from tests.discord_ui.club import strict_sandbox


class Line:
    """One shard's connection, as discord.py shows it, and the time at its place."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.connect()
        self.vitals = Vitals(lambda: {3: self.shard}, lambda: self.time)

    def connect(self) -> None:
        """A connection of its own, whose first beat is acknowledged at once."""
        socket: Any = SimpleNamespace(_max_heartbeat_timeout=60.0, thread_id=0)
        self.beats = CountedBeats(ws=socket, interval=41.25, shard_id=3)
        self.acknowledges()
        self.open = True

    def acknowledges(self) -> None:
        self.beats.acknowledged_at = self.time

    @property
    def shard(self) -> Any:
        ws = SimpleNamespace(_keep_alive=self.beats if self.open else None)
        return SimpleNamespace(is_closed=lambda: not self.open, _parent=SimpleNamespace(ws=ws))

    def passes(self, seconds: int, *, beats: bool = True) -> None:
        """Let time pass while the bot looks once a second."""
        for second in range(seconds):
            self.time += 1
            if beats and self.open and second % 41 == 40:
                self.acknowledges()
            self.vitals.look()

    @property
    def is_red(self) -> bool:
        return self.vitals.silent([3]) == [3]


@pytest.fixture
def line():
    return Line()


def test_a_shard_whose_beats_are_acknowledged_is_well_for_ever(line):
    for _ in range(20):
        line.passes(60)
        assert not line.is_red


def test_a_shard_that_was_never_connected_is_not_well(line):
    assert line.vitals.silent([3, 4]) == [4]


def test_a_gateway_that_is_gone_for_ninety_seconds_is_red_until_it_is_back(line):
    line.passes(41)
    line.open = False
    line.passes(89)
    assert not line.is_red
    line.passes(2)
    assert line.is_red
    line.connect()
    assert not line.is_red


def test_beats_that_nobody_acknowledges_turn_it_red_though_the_socket_lives(line):
    line.passes(89, beats=False)
    assert not line.is_red
    line.passes(2, beats=False)
    assert line.is_red


@pytest.mark.parametrize("away", [1, 20, 45])
def test_a_resume_does_not_turn_it_red(line, away):
    for _ in range(5):
        line.passes(40, beats=False)
        line.open = False
        line.passes(away)
        assert not line.is_red
        line.connect()
        line.passes(1)
        assert not line.is_red


@pytest.fixture
async def listener(monkeypatch):
    """discord.py's own client at a local Discord whose heart beats fast, and that Discord."""
    async with strict_sandbox(heartbeat_seconds=1.2) as sandbox:
        monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", URL(sandbox.gateway_url))
        monkeypatch.setattr(discord.gateway, "KeepAliveHandler", CountedBeats)
        async with discord.AutoShardedClient(intents=discord.Intents.none(), shard_count=1) as client:
            running = asyncio.create_task(client.start("a-token"))
            await client.wait_until_ready()
            yield client, sandbox
            await client.close()
            await running


async def test_a_gateway_that_acknowledges_nothing_while_events_flow_is_left_and_resumed(
    listener, monkeypatch
):
    client, sandbox = listener
    resumed = asyncio.Event()

    async def on_shard_resumed(_: int) -> None:
        resumed.set()

    def says_no_acknowledgement(socket: GatewaySocket, op: int, data: Any = None) -> None:
        if op != ACK:
            says(socket, op, data)

    client.event(on_shard_resumed)
    says = GatewaySocket._say
    monkeypatch.setattr(GatewaySocket, "_say", says_no_acknowledgement)
    [session] = sandbox.gateway.connected()
    identified = sandbox.gateway.identifies
    async with asyncio.timeout(30):
        while not resumed.is_set():
            session.send("NEWS", {})  # silence would be noticed by discord.py itself
            await asyncio.sleep(0.1)
    assert sandbox.gateway.identifies == identified
