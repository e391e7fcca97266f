"""Eight people who click twice a second, in real time: inside every limit, and nobody's hand far behind."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any, cast

from bot.tables.clock import SystemClock
from tests.discord_ui.club import Club, is_hand, member, strict_sandbox

NAMES = ["ana", "ben", "cleo", "dan", "eve", "finn", "gus", "hana"]
SECONDS = 4.0


async def test_eight_people_stay_inside_every_limit_and_no_hand_is_more_than_1_5_s_behind():
    async with strict_sandbox() as sandbox:
        club = Club(sandbox, clock=cast("Any", SystemClock()))
        await club.opens()
        try:
            people = [member(club, name) for name in NAMES]
            await _deal(people)
            lags = await _race(club, people)
        finally:
            await club.closes()
        late = [one for one in sandbox.log if one.status == 429]
        assert late == []
        assert max(lags) <= 1.5


async def _deal(people):
    await people[0].types("start")
    for one in people[1:]:
        lobby = await one.driver.until_sees("general", lambda message: not message.ephemeral)
        await one.presses(lobby, "join")
    await people[0].presses(people[0].board, "deal")
    table = people[0].club.table
    for one in people:
        await one.types("hand")
    while table.state.phase.value != "round":
        await asyncio.sleep(0.05)


async def _race(club, people) -> list[float]:
    """Click; return how long each hand has lain behind the state of the table, in seconds."""
    behind = _Behind(club, people)
    watching = asyncio.create_task(behind.watch())
    await asyncio.gather(*(_clicks(one, number * 0.06) for number, one in enumerate(people)))
    await asyncio.sleep(1.6)
    watching.cancel()
    return behind.lags


async def _clicks(one, start):
    await asyncio.sleep(start)
    until = monotonic() + SECONDS
    while monotonic() < until:
        answer = await one.taps(_choose(one), forged=True)
        assert answer.kind in (6, 7)
        await asyncio.sleep(0.45)


def _choose(one):
    """Return the slot of a card that goes somewhere, else of the stock."""
    cards = [button for button in one.hand.buttons if button.style in (1, 3) and not button.disabled]
    return cards[0].custom_id.rpartition(":")[2] if cards else "d"


class _Behind:
    """Looks every few milliseconds since when each hand does not show what the foundations are."""

    def __init__(self, club, people) -> None:
        self.club = club
        self.people = people
        self.lags = [0.0]

    async def watch(self):
        since = dict.fromkeys(NAMES, monotonic())
        shown_to = {}
        history: list[tuple[float, int]] = []
        while True:
            now = monotonic()
            version = self.club.table.public_view().version
            if not history or history[-1][1] != version:
                history.append((now, version))
            for one in self.people:
                hand = next(
                    (message for message in reversed(one.driver.sees("general")) if is_hand(message)), None
                )
                shown_to[one.driver.name] = -1 if hand is None else _version(hand)
                self._note(one, shown_to, history, now, since)
            await asyncio.sleep(0.02)

    def _note(self, one, shown_to, history, now, since):
        """Count from the first play to a foundation that the hand misses; other plays may look the same."""
        missing = [
            at for at, version in history if version > shown_to[one.driver.name] and self._matters(version)
        ]
        if missing:
            self.lags.append(now - missing[0])

    def _matters(self, version):
        game = self.club.table.round
        return any(landing.version == version for landing in game.public_view().landings)


def _version(message):
    return int(message.files[0].removesuffix(".png").rpartition("_")[2])
