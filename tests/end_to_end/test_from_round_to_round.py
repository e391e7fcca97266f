"""What comes after a round: scores, the next deal, the podium, the rematch; and what spectators read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.scores.store import Store
from tests.discord_ui.club import CHANNEL, is_hand, playing
from tests.discord_ui.registers import said
from tests.discord_ui.test_hand import ANA, BEN
from tests.end_to_end.parlour import (
    FIVE_OUT,
    IDLE,
    OUT,
    board_says,
    next_round,
    parlour,
    real_practice_players,
    sits_down,
    wins,
)

if TYPE_CHECKING:
    from tests.discord_ui.club import Club


async def test_the_board_tells_spectators_the_story():
    async with parlour() as club:
        ana, ben = await playing(club, "ana ben", {**ANA, "nertz": "4C 5C AH"}, BEN)
        dan = club.sandbox.person("dan")
        dan.sees(CHANNEL)
        await ana.taps("n")
        await ana.taps("w4")
        await ben.taps("n")
        board = await board_says(ana, "Last plays: Ana A♥ → Ana 2♥ → Ben A♣")
        assert "**Ana** · Nertz pile **2** · out 2 · total 0 · 🔥 about to go out!" in board.text
        assert "**Ben** · Nertz pile **1** · out 1" in board.text
        assert dan.sees(CHANNEL)[-1].text == board.text
        assert not any(one.ephemeral for one in dan.sees(CHANNEL))


async def test_scores_tell_changes_caller_and_best_play_and_the_next_round_follows_by_itself():
    async with parlour() as club:
        cards = {"nertz": "", "work": ["4S", "3S", "2S", "AS"], "stock": "", "waste": ""}
        ana, ben = await playing(club, "ana ben", cards, IDLE)
        for slot in ("w4", "w3", "w2", "w1"):
            await ana.taps(slot)
        await ana.taps("z")
        scores = await board_says(ana, "🏁 Round 1: Ana called Nertz!", seconds=1.6)
        assert "**Ana** +4 → **4**" in scores.text
        assert "**Ben** -4 → **-4**" in scores.text
        assert "⚡ Best play: Ana, 4 cards in 1 s" in scores.text
        assert re.search(r"Next round when all are ready, at the latest <t:\d+:R>", scores.text)
        await ben.presses(scores, "ready")
        await board_says(ana, "**Ben** -4 → **-4** · ✅ ready")
        await club.clock.run(17.0)
        assert club.table.state.phase == "scores"
        await board_says(ana, "Round 2: the cards are dealt!", seconds=3.0)
        assert is_hand(ben.hand)


async def test_a_match_ends_with_podium_and_margins_and_a_rematch_brings_the_same_people():
    async with parlour() as club:
        options = {"rules": "target=15, king_bonus=1"}
        ana, ben = await playing(club, "ana ben", OUT, IDLE, foundations=(FIVE_OUT,), **options)
        await wins(ana)
        scores = await board_says(ana, "**Ana** +5 → **5**")
        for total in (10, 15):
            await ana.presses(scores, "ready")
            await ben.presses(scores, "ready")
            await next_round(ana, ben)
            await wins(ana)
            scores = await board_says(ana, f"**Ana** +5 → **{total}**")
        assert "🏆 **Ana** wins the match!" in scores.text
        assert "🥇 🔴 **Ana** +5 → **15**" in scores.text
        assert "🥈 🔵 **Ben** -4 → **-12** · 27 behind" in scores.text
        assert not scores.button(label="Replay").disabled
        await ben.until_hand_says("The match is over; the last round brought you -4")
        rules = club.table.state.rules
        await ben.presses(scores, "rematch")
        lobby = await board_says(ana, "**Ben** · ✅ ready")
        assert club.table.state.rules == rules
        await ana.presses(lobby, "ready")
        await board_says(ana, "Round 1: the cards are dealt!")
        assert club.table.state.totals == (0, 0)


async def test_practice_players_never_enter_the_standings_and_a_solo_best_is_remembered(tmp_path):
    async with (
        await Store.open(f"sqlite+aiosqlite:///{tmp_path}/nertz.db") as store,
        parlour(journal=store) as club,
    ):
        stats = await plays_against_practice_players_and_alone(club)
    assert "Against practice players: medium: 1 of 1 match won" in stats
    assert "Best solo match: 5 points" in stats
    assert "rating" not in stats


async def plays_against_practice_players_and_alone(club: Club) -> str:
    """Win a match against practice players, then one alone; return the statistics after it."""
    real_practice_players(club)
    (ana,) = await sits_down(club, "ana", practice=2, rules="rounds=1")
    await next_round(ana)
    await wins(ana)
    over = await board_says(ana, "🏆 **Ana** wins the match!")
    assert sum("🤖" in line for line in over.text.splitlines()) >= 2
    await club.table.kept()
    assert not (await ana.types("leaderboard")).failed
    told = await ana.driver.until_sees(CHANNEL, lambda one: "Leaderboard" in one.text)
    assert "Nobody has finished a match against other people yet" in told.text
    (ana,) = await sits_down(club, "ana", seats=1)
    await next_round(ana)
    await wins(ana)
    await board_says(ana, "**Ana** has played alone: 5 points")
    await club.table.kept()
    return said(await ana.types("stats"))
