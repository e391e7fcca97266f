"""What commands do in a round; all that a button does there, a command does, too."""

from __future__ import annotations

import pytest

from tests.discord_ui.club import CHANNEL, playing
from tests.discord_ui.registers import board_says, said

ANA_HOLDS = {"nertz": "2C KH", "work": ["QS JH", "", "4D", "9C"], "stock": "5H 6H 7H", "waste": "7C"}
BEN_HOLDS = {"nertz": "2D 5D", "work": ["8C", "8D", "3H", "TC"], "stock": "6S", "waste": ""}
OUT = {"nertz": "", "work": ["AS", "", "", ""], "stock": "", "waste": ""}


@pytest.fixture
async def both(club):
    """Ana and Ben, in a round on these cards."""
    return await playing(club, "ana ben", ANA_HOLDS, BEN_HOLDS)


@pytest.fixture
def ana(both):
    return both[0]


@pytest.fixture
def ben(both):
    return both[1]


async def test_move_offers_the_legal_moves_in_words_filtered_by_what_is_typed(ana):
    offered = await ana.driver.autocomplete(CHANNEL, "nertz move", "move", "")
    assert {one["value"] for one in offered} == {move.text for move in ana.view.legal}
    offered = await ana.driver.autocomplete(CHANNEL, "nertz move", "move", "k♥ under")
    assert offered == [
        {"name": "slide K♥ from the Nertz pile under Q♠ (pile 1)", "value": "N:KH<W1"},
    ]
    assert await ana.driver.autocomplete(CHANNEL, "nertz move", "move", "nothing like this") == []


async def test_move_plays_what_was_chosen_or_typed_in_either_way(ana):
    await ana.types("move", move="N:KH>W2")
    assert ana.view.nertz_count == 1
    await ana.types("move", move="w1:qs > w2")
    assert len(ana.view.work[1]) == 3
    await ana.types("move", move="7♣ from the waste into the space at pile 1")
    assert ana.view.waste == ()
    await ana.types("move", move="Draw")
    assert ana.view.stock_count == 0


async def test_draw_turns_the_waste_over_when_the_stock_is_empty(ana):
    await ana.types("draw")
    assert (ana.view.stock_count, len(ana.view.waste)) == (0, 4)
    await ana.types("draw")
    assert (ana.view.stock_count, len(ana.view.waste)) == (4, 0)


async def test_a_command_that_plays_answers_with_the_hand_and_the_old_one_goes(ana):
    old = ana.hand
    await ana.types("draw")
    assert ana.hand.id != old.id
    await ana.driver.until(lambda: old.id not in [one.id for one in ana.driver.sees(CHANNEL)])


async def test_call_ends_the_round(club):
    ana, _ = await playing(club, "ana ben", OUT, BEN_HOLDS)
    board = ana.board
    await ana.types("call")
    club.clock.advance(1.2)
    assert club.table.state.phase == "scores"
    await board_says(ana, "at the latest")
    assert ana.board.id != board.id
    await ana.driver.until(lambda: not ana.driver.message(CHANNEL, board.id).buttons)
    assert "Ana called Nertz!" in ana.driver.message(CHANNEL, board.id).text


async def test_stuck_is_a_vote_and_rotate_another(club):
    ana, ben = await playing(club, "ana ben", ANA_HOLDS, {**BEN_HOLDS, "waste": "AH"})
    await ana.types("stuck")
    assert ana.view.public.seats[0].voted
    assert "vote for turning" in said(await ana.types("stuck", rotate=True))
    assert said(await ben.types("stuck", rotate=True)) == "All stocks are turned."
    assert club.table.round is not None
    assert club.table.round.records[-1].number == club.table.round.version


async def test_pause_stops_everybody_and_goes_on(ana, ben):
    assert "vote for a pause" in said(await ben.types("pause"))
    assert "paused" in said(await ana.types("pause"))
    assert "paused" in said(await ben.types("draw"))
    assert "On we go" in said(await ben.types("pause"))
    await ben.types("draw")
    assert len(ben.view.waste) == 1


async def test_hand_brings_somebody_back_who_was_away(club):
    ana, ben = await playing(club, "ana ben")
    for _ in range(10):
        club.clock.advance(20)
        await ben.types("draw")
    assert club.table.state.seats[0].frozen
    await ana.types("hand")
    assert not club.table.state.seats[0].frozen
