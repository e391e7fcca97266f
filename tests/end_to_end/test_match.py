"""A whole match by buttons, over real sockets, with a killed bot in the middle of it."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from sqlalchemy import text

from bot.rules.match import Match
from bot.rules.records import Played
from bot.rules.round import Round
from bot.sandbox.interactions import FIRST_LETTERS
from bot.scores.store import Store
from tests.end_to_end.player import Player, has, picture_of

if TYPE_CHECKING:
    from bot.tables.entries import StoredRound

CHANNEL = "nertz"
NAMES = ("ana", "ben", "cleo", "dan")


async def everyone(sandbox) -> list[Player]:
    return [Player(sandbox.person(name), CHANNEL) for name in NAMES]


async def opens(players: list[Player], **options: object) -> None:
    ana = players[0]
    assert not (await ana.types("start", **options)).failed
    for player in players[1:]:
        assert not (await player.presses("Join")).failed
    await ana.presses("Deal")


async def plays_round(players: list[Player], until=lambda: False) -> None:
    """Let everybody act, as quick as the bot answers, until the scores come."""
    for player in players:
        await player.driver.until_sees(CHANNEL, lambda one: picture_of(one) is not None, timeout=15)
        await player.presses("My hand")

    def is_over() -> bool:
        return has(players[0].board, "Ready") or has(players[0].board, "Rematch")

    # The message may still be the lobby or the last scores: it is edited once a second.
    await players[0].driver.until(lambda: not is_over(), timeout=15)

    async def one(player: Player) -> None:
        while not until() and not is_over():
            if await player.acts() is None:
                await player.driver.until(is_over, timeout=15)

    async with asyncio.timeout(120):
        await asyncio.gather(*(one(player) for player in players))


async def plays_match(players: list[Player]) -> None:
    while True:
        await plays_round(players)
        board = players[0].board
        if has(board, "Rematch"):
            return
        for player in players:
            await player.presses("Ready")


async def kept_match(database: str) -> tuple[list[StoredRound], Match]:
    """Return the rounds of the only match, and the match as the engine scores them from seed and records."""
    rounds: list[StoredRound] = []
    async with await Store.open(database) as store:
        for (round_id,) in await store.connections.rows(text("SELECT round_id FROM rounds ORDER BY number")):
            stored = await store.load_round(round_id)
            assert stored is not None
            rounds.append(stored)
    match = Match(rounds[0].header.rules, rounds[0].header.seats)
    for stored in rounds:
        game = Round.replay(stored.header, stored.records)
        match.score_round(game.scores(), game.caller)
    return rounds, match


def totals_in(text_: str) -> dict[str, int]:
    """Return the totals that a public message names, by display name."""
    found = re.findall(r"\*{0,2}(Ana|Ben|Cleo|Dan)\*{0,2} .*?\*\*(-?\d+)\*\*", text_)
    return {name.lower(): int(total) for name, total in found}


def assert_every_move_is_a_persons(rounds: list[StoredRound], people: set[int]) -> None:
    """Every record that was played is a member's, and none is the table's own but go and the like."""
    for stored in rounds:
        movers = {record.person for record in stored.records if isinstance(record, Played)}
        assert movers <= people


async def test_four_members_play_a_match_to_its_end_and_all_that_is_told_is_true(
    sandbox, start_bot, tmp_path
):
    bot = await start_bot()
    await bot.says("Ready")
    players = await everyone(sandbox)
    await opens(players, target=10)
    await plays_match(players)

    over = players[0].board
    answer = await players[0].types("leaderboard")
    assert not answer.failed
    table = await players[0].driver.until_sees(CHANNEL, lambda one: "Leaderboard" in one.text)
    assert await bot.terminate() == 0
    assert "Traceback" not in bot.output, bot.output

    rounds, match = await kept_match(f"sqlite+aiosqlite:///{tmp_path}/nertz.db")
    totals = dict(zip(NAMES, match.totals, strict=True))
    assert match.over
    assert totals_in(over.text) == totals
    winners = {NAMES[seat] for seat in match.winners}
    title = over.text.splitlines()[0]
    assert {name for name in NAMES if name.capitalize() in title} == winners
    assert_every_move_is_a_persons(rounds, {sandbox.person(name).user.id for name in NAMES})
    for name in NAMES:
        won = "1 of 1" if name in winners else "0 of 1"
        line = next(line for line in table.text.splitlines() if f"**{name.capitalize()}**" in line)
        assert won in line


async def test_match_goes_on_after_the_bot_is_killed_in_the_middle_of_a_round(sandbox, start_bot, tmp_path):
    bot = await start_bot()
    await bot.says("Ready")
    players = await everyone(sandbox)
    await opens(players, target=10)
    for player in players:
        await player.driver.until_sees(CHANNEL, lambda one: picture_of(one) is not None, timeout=15)
    await plays_round(players, until=lambda: len(players[0].answered) > 15)
    shown = {player.name: picture_of(player.hand) for player in players}
    await bot.kill()

    bot = await start_bot()
    await bot.says("Ready")
    # The old hand, its old buttons: the first click goes on where its picture stopped.
    answer = await players[0].acts()
    assert answer is not None
    assert not answer.failed
    before, after = shown["ana"], picture_of(players[0].hand)
    assert before is not None
    assert after is not None
    assert after.split("_")[1] == before.split("_")[1]
    assert int(after.split("_")[2][:-4]) >= int(before.split("_")[2][:-4])
    await plays_match(players)
    over = players[0].board
    await bot.terminate()
    _, match = await kept_match(f"sqlite+aiosqlite:///{tmp_path}/nertz.db")
    assert totals_in(over.text) == dict(zip(NAMES, match.totals, strict=True))


async def test_no_hand_ever_reaches_a_message_that_others_see_and_no_secret_the_log(
    sandbox, start_bot, tmp_path
):
    bot = await start_bot(log_level="DEBUG")
    await bot.says("Ready")
    players = await everyone(sandbox)
    await opens(players, target=10)
    await plays_round(players)
    hands = [one for one in sandbox.log if any(file.filename.startswith("hand_") for file in one.files)]
    assert len(hands) > 50
    assert {one.ephemeral for one in hands if one.status == 200} == {True}
    secret = {file.data for one in hands for file in one.files}
    public = {file.data for one in sandbox.log if one.ephemeral is False for file in one.files}
    assert not secret & public
    await bot.terminate()
    rounds, _ = await kept_match(f"sqlite+aiosqlite:///{tmp_path}/nertz.db")
    seeds = [stored.header.seed.hex() for stored in rounds]
    assert "/callback" in bot.output
    assert [secret for secret in (*seeds, FIRST_LETTERS, "a-token") if secret in bot.output] == []
