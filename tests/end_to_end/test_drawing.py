"""The processes that draw for a bot: what people see while one of them dies or stands still."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import psutil
import pytest

from tests.discord_ui.club import eventually
from tests.discord_ui.test_render_process import command_of
from tests.end_to_end.player import Player, picture_of

if TYPE_CHECKING:
    from tests.end_to_end.bot_process import BotProcess

CHANNEL = "nertz"


def drawing(bot: BotProcess) -> list[psutil.Process]:
    """Return the processes that draw for a bot."""
    children = psutil.Process(bot.pid).children()
    return [child for child in children if "bot.pictures.renderer" in command_of(child)]


async def a_round(sandbox, bot: BotProcess, **options: str) -> tuple[Player, Player]:
    """Let two people play a round."""
    await bot.says("Ready")
    ana, ben = (Player(sandbox.person(name), CHANNEL) for name in ("ana", "ben"))
    assert not (await ana.types("start", seats=2, **options)).failed
    assert not (await ben.presses("Join")).failed
    await ana.presses("Deal")
    for player in (ana, ben):
        await player.driver.until_sees(CHANNEL, playable, timeout=30)
    return ana, ben


def playable(message) -> bool:
    return picture_of(message) is not None and any(one.custom_id.endswith(":d") for one in message.buttons)


async def draws_and_the_other_sees_it(ana: Player, ben: Player) -> None:
    """Let one person click, and wait until the other's hand and the board have followed some play."""
    before = picture_of(ben.hand)
    for _ in range(60):
        answer = await ana.acts()
        assert answer is not None
        assert answer.kind == 7
        if ana.idle == 0:
            await ben.driver.until_sees(
                CHANNEL, lambda one: playable(one) and picture_of(one) != before, timeout=15
            )
            return
    raise AssertionError("no card could be played")


async def test_a_process_that_draws_may_be_killed_in_mid_round(sandbox, start_bot):
    bot = await start_bot()
    ana, ben = await a_round(sandbox, bot)
    (first,) = drawing(bot)
    first.kill()
    await draws_and_the_other_sees_it(ana, ben)
    (second,) = drawing(bot)
    assert second != first
    assert await bot.terminate() == 0
    assert not second.is_running()


async def test_clicks_are_answered_while_the_process_that_draws_stands_still(sandbox, start_bot):
    bot = await start_bot()
    ana, ben = await a_round(sandbox, bot)
    (process,) = drawing(bot)
    process.suspend()
    for _ in range(5):
        answer = await ana.acts()
        assert answer is not None
        assert answer.kind == 7
    process.resume()
    await draws_and_the_other_sees_it(ana, ben)
    assert await bot.terminate() == 0


@pytest.mark.parametrize("way", ["kill", "terminate"])
async def test_no_process_that_draws_outlives_its_bot(way, sandbox, start_bot):
    bot = await start_bot()
    await a_round(sandbox, bot)
    (process,) = drawing(bot)
    await getattr(bot, way)()
    await asyncio.to_thread(process.wait, 10)
    assert not process.is_running()


async def test_a_replay_is_drawn_by_a_process_of_its_own_that_hands_do_not_wait_for(sandbox, start_bot):
    bot = await start_bot()
    ana, ben = await a_round(sandbox, bot, rules="stuck=end")
    hands = drawing(bot)
    assert not (await ana.types("rules", topic="foundations")).failed
    assert drawing(bot) == hands
    await draws_and_the_other_sees_it(ana, ben)
    for player in (ana, ben):
        await player.types("stuck")
    assert not (await ana.types("replay")).failed
    await eventually(lambda: len(drawing(bot)) == len(hands) + 1, 10)
    assert await bot.terminate() == 0
