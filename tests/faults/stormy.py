"""Foul weather over a club house: what must hold whatever Discord does.

The bot, discord.py's own waiting and the sandbox (limits, 3 seconds, 15 minutes) all go by one clock that
is turned by hand, so that a test of a minute takes a moment. The cards are really dealt, so that rounds can
be replayed.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from bot.rules.records import encode_record
from bot.rules.round import Round
from bot.tables.seats import TablePhase
from tests.discord_ui.club import CHANNEL, Club, is_hand, playing, strict_sandbox
from tests.discord_ui.patient_clock import PatientClock, SandboxTime, discord_sleeps_by
from tests.rules.strategies import everything

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.rules.records import Record
    from bot.sandbox.interactions import Answer
    from bot.sandbox.shown import Shown
    from bot.tables.table import Table
    from tests.discord_ui.club import Member

DEAL = "storm 2960"
"""A deal in which Ana can play four cards to the foundations at once, and then Ben three."""
ENDS_THINGS = ("leave", "stop")
CALLBACK = "*/callback"
HAND_EDIT = "*/messages/@original"
BOARD_POST = "/channels/*/messages"
BOARD_EDIT = "/channels/*/messages/*"


@asynccontextmanager
async def stormy_house(**settings: Any) -> AsyncIterator[Club]:
    """Open a club house where all time is one."""
    clock = PatientClock()
    with discord_sleeps_by(clock):
        async with strict_sandbox(clock=SandboxTime(clock), **settings) as sandbox:
            club = Club(sandbox, clock=clock, seed=DEAL)
            await club.opens()
            try:
                yield club
            finally:
                await club.closes()


async def a_round(club: Club, names: str = "ana ben") -> list[Member]:
    """Let a round run that was really dealt, and all be at rest."""
    people = await playing(club, names)
    await club.clock.run(3.0)
    club.sandbox.log.clear()
    return people


async def taps(club: Club, one: Member, slot: str) -> Answer:
    """Press a button of the person's hand, and let the time pass that the answer takes."""
    return await club.clock.awaits(one.taps(slot, forged=True))


def out(one: Member) -> str:
    """Return a button of the hand that plays a card to a foundation."""
    for move in one.view.legal:
        if move.kind == "foundation" and move.source is not None:
            return "v" if move.source == "V" else str(move.source).lower()
    raise LookupError(f"{one.driver.name} has nothing to play to a foundation")


async def plays_out(club: Club, one: Member) -> Answer:
    """Let a person play a card to a foundation, so that everybody's hand and the board change."""
    return await taps(club, one, out(one))


def newest(club: Club) -> int:
    """Return the version of the round."""
    return club.table.public_view().version


def records(club: Club) -> list[Record]:
    """Return what has happened in the round so far."""
    assert club.table.round is not None
    return list(club.table.round.records)


def shows_newest(club: Club, board: Shown) -> bool:
    """Return whether a board shows the table as it is."""
    return bool(board.alt_texts) and board.alt_texts[0].endswith(f" {newest(club)}")


# What must hold


def nothing_is_lost(club: Club, table: Table) -> None:
    """Every deck is whole, and the journal holds exactly the records that make this round."""
    rnd = table.round
    assert rnd is not None
    assert table.round_id is not None
    every_deck_is_whole(rnd)
    assert everything(Round.replay(rnd.header, rnd.records).position) == everything(rnd.position)
    assert club.journal.records[table.round_id] == [encode_record(record) for record in rnd.records]


def every_deck_is_whole(rnd: Round) -> None:
    for seat, layout in enumerate(rnd.position.layouts):
        cards = [*layout.stock, *(card for pile in layout.piles for card in pile)]
        assert len(set(cards)) == len(cards) == 52 - rnd.position.out[seat]


async def every_button_answers(club: Club, *people: Member) -> int:
    """Press every button of every message that these people see, and return how many were there.

    Hands first: a button of the board replaces them. What ends things is pressed last.
    """
    pressed = 0
    for ending in (False, True):
        for one in people:
            for message in reversed(one.driver.sees(CHANNEL)):
                for button in message.buttons:
                    if button.custom_id.endswith(ENDS_THINGS) is ending:
                        pressed += await _answers(club, one, message, button.custom_id)
    return pressed


async def _answers(club: Club, one: Member, message: Shown, custom_id: str) -> bool:
    if all(message.id != shown.id for shown in one.driver.sees(CHANNEL)):
        return False  # A hand that another one replaced meanwhile.
    click = one.driver.click(message, custom_id=custom_id, forged=True)
    answer = await club.clock.awaits(click)
    assert not answer.failed, f"{custom_id} of {message.text!r} does not answer {one.driver.name}"
    return True


async def the_table_goes_on(club: Club, *people: Member) -> None:
    """In fair weather again: hands come back, moves are played and shown, every button answers."""
    club.sandbox.faults.clear()
    await club.clock.run(15.0)
    assert club.table.state.phase is TablePhase.ROUND
    for one in people:
        if not any(is_hand(message) for message in one.driver.sees(CHANNEL)):
            await club.clock.awaits(one.presses(one.board, "hand"))
        before = newest(club)
        assert (await taps(club, one, "d")).kind == 7
        assert newest(club) == one.version == before + 1
    await club.clock.run(3.0)
    assert all(shows_newest(club, one.board) for one in people)
    nothing_is_lost(club, club.table)
    assert await every_button_answers(club, *people) > len(people)


async def until(club: Club, true: Callable[[], bool], seconds: float = 20.0) -> None:
    """Let time pass until something is true."""
    for _ in range(round(seconds / 0.1)):
        if true():
            return
        await club.clock.run(0.1)
    raise TimeoutError
