"""People in a club house whose clock is turned by hand: what they see and do in stories of a table's life."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.opponents import make_opponent, practice_names
from tests.discord_ui.club import CHANNEL, Club, member, strict_sandbox
from tests.discord_ui.patient_clock import PatientClock, SandboxTime, discord_sleeps_by

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.sandbox.shown import Shown
    from tests.discord_ui.club import Member

OUT = {"nertz": "", "work": ["AS", "", "", ""], "stock": "", "waste": ""}
"""May call, and have a card to play."""
FIVE_OUT = "AH@1 2H@1 3H@1 4H@1 5H@1"
IDLE = {"nertz": "2C KH", "work": ["QS JH", "8S", "4D", "9C"], "stock": "7H 5H 6H", "waste": "7C"}
STUCK = {"nertz": "9H 9H", "work": ["9C", "9S", "9D", "9H"], "stock": "", "waste": ""}
CAN_MOVE = {"nertz": "9H AS", "work": ["QS", "QS", "QS", "QS"], "stock": "", "waste": ""}


@asynccontextmanager
async def parlour(**parts: Any) -> AsyncIterator[Club]:
    """Open a club house where the bot, discord.py's waiting and the local Discord go by one clock."""
    clock = PatientClock()
    with discord_sleeps_by(clock):
        async with strict_sandbox(clock=SandboxTime(clock)) as sandbox:
            club = Club(sandbox, clock=clock, **parts)
            await club.opens()
            try:
                yield club
            finally:
                await club.closes()


def real_practice_players(club: Club) -> None:
    """Let the practice players be those of the product, not the quick ones of other tests."""
    club.tables._ports = replace(
        club.tables._ports, opponents=make_opponent, practice_names=practice_names(8)
    )


async def sits_down(club: Club, names: str, **options: object) -> list[Member]:
    """Let the first person open a table, and the others join it."""
    people = [member(club, name) for name in names.split()]
    assert not (await people[0].types("start", **options)).failed
    for one in people[1:]:
        await one.driver.until_sees(CHANNEL, lambda message: not message.ephemeral)
        assert not (await one.presses(one.board, "join")).failed
    return people


async def board_says(one: Member, *texts: str, seconds: float = 1.2) -> Shown:
    """Let some time pass, and as much more as the public message needs to hold all these texts."""

    def says(message: Shown) -> bool:
        return not message.ephemeral and all(text in message.text for text in texts)

    await one.club.clock.run(seconds)
    return await one.club.clock.awaits(one.driver.until_sees(CHANNEL, says, timeout=10), at_most=8.0)


async def plays_on(one: Member, seconds: float, *, every: float = 15.0) -> None:
    """Let time pass in which a person draws and turns again and again."""
    for _ in range(round(seconds / every)):
        await one.club.clock.run(every)
        await one.types("draw")


async def wins(caller: Member) -> None:
    """Let a person call Nertz, and the cards in the air land."""
    assert not (await caller.types("call")).failed
    await caller.club.clock.run(1.6)


async def next_round(*people: Member, seconds: float = 3.0) -> None:
    """Put the winning cards of the first seat on the table that was just dealt, and wait for "Go"."""
    club = people[0].club
    club.lays(OUT, *[IDLE] * (len(club.table.state.seats) - 1), foundations=(FIVE_OUT,))
    for one in people:
        await one.types("hand")
    await club.clock.run(seconds)
