"""Buttons of messages from yesterday: every button of every message the bot ever sent answers.

DISCORD.md, 3, 8, 9 and 16: after a restart, at a round's end, on finished tables, and buttons that
the bot of today does not know any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.discord_ui.custom_ids import custom_id
from bot.rules.records import Played
from bot.tables.seats import TablePhase
from tests.discord_ui.club import playing
from tests.discord_ui.registers import said
from tests.faults.stormy import (
    every_button_answers,
    newest,
    nothing_is_lost,
    out,
    plays_out,
    records,
    taps,
    the_table_goes_on,
)
from tests.tables.evening import OUT, TWO_LEFT

if TYPE_CHECKING:
    from bot.sandbox.shown import Shown
    from tests.discord_ui.club import Member


async def unanswered(club, one: Member, *messages: Shown) -> list[str]:
    """Press all buttons of messages as they once looked; return those that do not answer."""
    pressed = {}
    for message in messages:
        for slot in [button.custom_id for button in message.buttons]:
            pressed[slot] = await club.clock.awaits(one.driver.click(message, custom_id=slot, forged=True))
    assert pressed, "these messages had no buttons"
    return [slot for slot, answer in pressed.items() if answer.failed]


async def test_after_a_restart_every_button_answers_and_every_move_is_there(club, ana, ben):
    await plays_out(club, ana)
    await plays_out(club, ben)
    await club.clock.run(2.0)
    before, kept = newest(club), records(club)
    await club.restarts()
    assert (await taps(club, ben, "d")).kind == 7
    assert newest(club) == before + 1
    assert records(club)[:before] == kept
    await the_table_goes_on(club, ana, ben)


async def test_after_a_restart_the_pictures_of_before_mean_what_they_showed(club, ana, ben):
    """Ben's draw does not concern the card that Ana's old picture shows: it is the one that is played."""
    slot, before = out(ana), newest(club)
    (card,) = {move.card for move in ana.view.legal if move.kind == "foundation" and _slot_of(move) == slot}
    await taps(club, ben, "d")
    await club.restarts()
    assert (await taps(club, ana, slot)).kind == 7
    assert newest(club) == before + 2
    played = records(club)[-1]
    assert isinstance(played, Played)
    assert played.move.card == card
    await the_table_goes_on(club, ana, ben)


def _slot_of(move) -> str:
    return "v" if move.source == "V" else str(move.source).lower()


async def test_buttons_of_an_ended_round_answer(club):
    ana, ben = await playing(club, "ana ben", OUT, TWO_LEFT)
    board, hand = ana.board, ana.hand
    await taps(club, ana, "z")
    await club.clock.run(4.0)
    assert club.table.state.phase is TablePhase.SCORES
    assert ana.board.id != board.id
    assert await unanswered(club, ana, hand, board) == []
    assert await unanswered(club, ben, board) == []
    assert await every_button_answers(club, ana, ben) > 2


async def test_buttons_of_a_stopped_table_answer_also_after_a_restart(club, ana, ben):
    table, board, hand = club.table, ana.board, ana.hand
    for one in (ana, ben):
        await club.clock.awaits(one.types("stop"))
    await club.clock.run(3.0)
    assert table.state.phase is TablePhase.CLOSED
    assert await unanswered(club, ana, hand, board) == []
    await club.restarts()
    assert await unanswered(club, ana, hand, board) == []
    assert await unanswered(club, ben, board) == []


async def test_buttons_that_the_bot_no_longer_has_get_a_line_and_change_nothing(club, ana):
    before = newest(club)
    for slot in ("n9", "m199", "p9", "vote", "hand2", "share7", "w6", "gone"):
        forged = custom_id(club.table.table_id, slot)
        for message in (ana.board, ana.hand):
            answer = await club.clock.awaits(ana.driver.click(message, custom_id=forged, forged=True))
            assert not answer.failed, slot
    assert newest(club) == before
    nothing_is_lost(club, club.table)


async def test_a_button_of_a_table_that_nobody_remembers_says_so(club, ana):
    forged = custom_id(club.table.table_id + 1, "hand")
    answer = await club.clock.awaits(ana.driver.click(ana.board, custom_id=forged, forged=True))
    assert said(answer)
