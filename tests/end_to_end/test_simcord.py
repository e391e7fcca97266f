"""A second judge: the bot at simcord, a simulator of Discord that others wrote, without sockets.

The tables have a clock turned by hand, for simcord waits for every timer of the bot. Store and pictures are
the real ones. Simcord replaces discord.py's HTTP, so that no headers are seen (`http_trace`): limits, pace,
the 3 seconds, lost connections and resumes are judged by our own sandbox only (tests/faults). It knows one
language and does not let people click what they do not see: such a click goes in by its back door.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.bootstrap import App, Outside, build
from bot.discord_ui.errors import explain
from bot.locales.words import words_for
from bot.scores.notes import CommandNote
from bot.scores.store import Store
from bot.settings import Settings
from bot.tables.chance import FixedChance
from bot.tables.clock import ManualClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.tables.table import Table

simcord = pytest.importorskip("simcord")

GALLERY, TEXT, BUTTON = 12, 10, 2


@dataclass
class Club:
    """One channel of a server of simcord's, and the bot in it."""

    env: Any
    app: App
    clock: ManualClock
    store: Store
    guild: Any
    channel: Any

    @property
    def table(self) -> Table:
        table = self.app.tables.at(self.channel.id)
        assert table is not None
        return table

    def joins(self, name: str) -> Any:
        return self.guild.add_member(self.env.create_user(name))

    async def passes(self, seconds: float) -> None:
        """Let time pass, by steps, so that what is due is done in its turn."""
        for _ in range(round(seconds / 0.1)):
            self.clock.advance(0.1)
            await self.rests()

    async def rests(self) -> None:
        """Wait until nothing is under way, in the threads that draw and write either."""
        await self.env.settle()
        while self.app.renders.busy or self.app.slow_renders.busy or not await self._is_kept():
            await asyncio.sleep(0.001)
            await self.env.settle()

    async def _is_kept(self) -> bool:
        table = self.app.tables.at(self.channel.id)
        return table is None or table.round is None or table.committed_version == table.round.version

    def board(self) -> discord.Message:
        """Return the newest public message."""
        found: discord.Message = next(
            one for one in reversed(self.channel.history()) if not one.flags.ephemeral
        )
        return found

    async def restarts(self) -> None:
        """Begin a new process on the same database, with the same messages on Discord."""
        await put_away(self.app)
        self.app = build(
            settings(), self.store, CommandNote(self.store), Outside(self.clock, FixedChance("after"))
        )
        await self.app.tables.recover(lambda _: True)
        await self.env.restart_bot(self.app.client)


def settings() -> Settings:
    return Settings(_env_file=None, click_grace_ms=0)


async def put_away(app: App) -> None:
    await app.tables.rest()
    app.hands.close()
    app.boards.close()
    app.renders.close()
    app.slow_renders.close()


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with _club(tmp_path) as one:
        yield one


@asynccontextmanager
async def _club(folder: Path) -> AsyncIterator[Club]:
    store = await Store.open(f"sqlite+aiosqlite:///{folder}/nertz.db")
    clock = ManualClock(1_767_225_600_000)
    app = build(settings(), store, CommandNote(store), Outside(clock, FixedChance("storm 2960")))
    env = simcord.Env(app.client, shard_count=1, check_errors=False)
    await env.start()
    guild = env.create_guild()
    one = Club(env, app, clock, store, guild, guild.create_text_channel("nertz"))
    try:
        yield one
        assert [error for error in env.errors if unforeseen(error)] == []
    finally:
        await put_away(one.app)
        await env.shutdown()
        await store.close()


def unforeseen(error: BaseException) -> bool:
    """Return whether an error is no refusal: simcord hears of those, too."""
    cause = error.original if isinstance(error, discord.app_commands.CommandInvokeError) else error
    return explain(cause, words_for("en")) is None


def parts(message: Any, kind: int) -> list[dict[str, Any]]:
    """Return the components of a kind, however deep they lie."""
    found = []
    waiting = list(message.components)
    while waiting:
        one = waiting.pop(0)
        waiting += one.get("components", ())
        if one["type"] == kind:
            found.append(one)
    return found


def text(message: Any) -> str:
    return "\n".join([message.content or "", *(one["content"] for one in parts(message, TEXT))])


def labels(message: discord.Message) -> set[str]:
    return {one.label for row in message.components for one in getattr(row, "children", ())}


def alt_text(message: Any) -> str:
    description: str = parts(message, GALLERY)[0]["items"][0]["description"]
    return description


def custom_id(message: Any, slot: str) -> str:
    ids: list[str] = [one["custom_id"] for one in parts(message, BUTTON)]
    return next(one for one in ids if one.endswith(f":{slot}"))


async def a_round(club: Club) -> tuple[Any, Any, Any, Any]:
    """Let Ana and Ben begin a round; return them and their hands."""
    ana, ben = club.joins("ana"), club.joins("ben")
    await ana.slash(club.channel, "nertz start")
    await ben.click(club.board(), label="Join")
    await ana.click(club.board(), label="Deal")
    mine, his = [(await one.slash(club.channel, "nertz hand")).response for one in (ana, ben)]
    await club.passes(5.0)
    assert club.table.state.phase == "round"
    return ana, ben, mine, his


async def test_the_commands_are_synced_and_offered(club):
    ana = club.joins("ana")
    assert {f"nertz {name}" for name in ("start", "join", "move", "leaderboard", "stop")} <= set(
        ana.available_commands(club.channel)
    )


async def test_start_posts_the_lobby_and_answers_the_host_alone(club):
    ana = club.joins("ana")
    answer = await ana.slash(club.channel, "nertz start")
    assert answer.ephemeral
    assert {"Join", "Ready", "Deal", "How to play"} <= labels(club.board())
    assert len(club.channel.history()) == 1


async def test_join_and_deal_bring_everybody_a_hand_of_their_own(club):
    _, _, mine, his = await a_round(club)
    for hand in (mine, his):
        assert hand.ephemeral
        assert len(parts(hand, GALLERY)) == 1
        assert [one.filename.partition("_")[0] for one in hand.attachments] == ["hand"]
    assert (
        parts(mine, GALLERY)[0]["items"][0]["description"]
        != parts(his, GALLERY)[0]["items"][0]["description"]
    )


async def test_a_click_on_the_hand_plays_and_shows_the_new_picture(club):
    ana, _, mine, _ = await a_round(club)
    version = club.table.public_view().version
    answer = await ana.click(mine, custom_id=custom_id(mine, "d"))
    assert answer.acknowledged
    assert club.table.public_view().version == version + 1
    assert mine.attachments[0].filename.endswith(f"_{version + 1}.png")


async def test_a_move_by_command_answers_with_the_hand(club):
    ana, _, _, _ = await a_round(club)
    move = next(one for one in club.table.view(0).legal if one.kind == "foundation")
    offered = await ana.autocomplete(club.channel, "nertz move", "move", "")
    assert str(move) in {one["value"] for one in offered}
    answer = await ana.slash(club.channel, "nertz move", move=str(move))
    assert answer.ephemeral
    assert len(answer.response.attachments) == 1
    assert len(club.table.public_view().foundations) == 1


async def test_what_others_play_comes_to_the_hand_and_to_the_board(club):
    ana, _, _, his = await a_round(club)
    move = next(one for one in club.table.view(0).legal if one.kind == "foundation")
    await ana.slash(club.channel, "nertz move", move=str(move))
    await club.passes(2.0)
    version = club.table.public_view().version
    assert his.attachments[0].filename.endswith(f"_{version}.png")
    assert f"_{version}" in club.board().attachments[0].filename


async def test_the_click_of_another_person_on_a_hand_is_refused(club):
    _, ben, mine, his = await a_round(club)
    version, picture = club.table.public_view().version, his.attachments[0].filename
    with pytest.raises(simcord.SetupError):
        await ben.click(mine, custom_id=custom_id(mine, "d"))
    stored = club.env.backend.get_message(mine.channel_id, mine.id)
    data = {"custom_id": custom_id(mine, "d"), "component_type": BUTTON}
    answer = await simcord.actors._component_interaction(ben, stored, data)
    assert answer.ephemeral
    assert "somebody else's cards" in text(answer.response)
    assert club.table.public_view().version == version
    assert his.attachments[0].filename == picture


async def test_who_has_no_seat_is_refused_with_one_line(club):
    await a_round(club)
    dan = club.joins("dan")
    version = club.table.public_view().version
    for answer in (
        await dan.click(club.board(), label="My hand"),
        await dan.slash(club.channel, "nertz draw"),
        await dan.slash(club.channel, "nertz move", move="draw"),
    ):
        assert answer.ephemeral
        assert "seat" in text(answer.response)
    assert club.table.public_view().version == version


async def test_start_without_the_right_to_post_names_it(club):
    ana = club.joins("ana")
    quiet = club.guild.create_text_channel(
        "quiet",
        overwrites={club.guild.default_role: discord.PermissionOverwrite(attach_files=False)},
    )
    answer = await ana.slash(quiet, "nertz start")
    assert answer.ephemeral
    assert "Attach Files" in text(answer.response)
    assert club.app.tables.at(quiet.id) is None
    assert quiet.history() == []


async def test_after_a_restart_old_buttons_work(club):
    ana, ben, mine, his = await a_round(club)
    await ana.click(mine, custom_id=custom_id(mine, "d"))
    version = club.table.public_view().version
    await club.restarts()
    answer = await ben.click(his, custom_id=custom_id(his, "d"))
    assert answer.acknowledged
    assert club.table.public_view().version == version + 1
    assert his.attachments[0].filename.endswith(f"_{version + 1}.png")
    back = await ana.click(club.board(), label="My hand")
    assert back.ephemeral
    assert back.response.attachments[0].filename.endswith(f"_{version + 1}.png")
