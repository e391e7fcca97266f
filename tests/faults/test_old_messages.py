"""Buttons of messages from yesterday: every button of every message the bot ever sent answers.

platform.md, failures 3, 8, 9 and 16: after a restart, at a round's end, on finished tables, and buttons that
the bot of today does not know any more.
"""

from __future__ import annotations

from bot.discord_ui.face import custom_id
from bot.rules.records import Played
from bot.tables.seats import TablePhase
from tests.discord_ui.club import CHANNEL
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


async def every_button_ever_seen_answers(club, people, messages) -> None:
    """Press buttons of messages as they once looked, where the message still exists."""
    for one in people:
        for message in messages:
            for button in message.buttons:
                click = one.driver.click(message, custom_id=button.custom_id, forged=True)
                assert not (await club.clock.awaits(click)).failed, button.custom_id


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


async def test_buttons_of_an_ended_round_answer(club, ana, ben):
    seen = [*ana.driver.sees(CHANNEL)]
    for one in (ana, ben):
        await taps(club, one, "s")
    await club.clock.run(1.0)
    for _ in range(3):
        for one in (ana, ben):
            await club.clock.awaits(one.types("stuck"))
    await club.clock.run(4.0)
    await every_button_ever_seen_answers(club, [ben], [seen[0]])
    await every_button_answers(club, ana, ben)


async def test_buttons_of_a_stopped_table_answer_also_after_a_restart(club, ana, ben):
    table, board, hand = club.table, ana.board, ana.hand
    for one in (ana, ben):
        await club.clock.awaits(one.types("stop"))
    await club.clock.run(3.0)
    assert table.state.phase is TablePhase.CLOSED
    await every_button_ever_seen_answers(club, [ana], [board, hand])
    await club.closes()
    club._build()
    await club.tables.recover(lambda _: True)
    await club.opens()
    await every_button_ever_seen_answers(club, [ana, ben], [board])
    await every_button_ever_seen_answers(club, [ana], [hand])


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
