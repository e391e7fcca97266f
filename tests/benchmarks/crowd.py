"""People who click: each looks at the buttons, waits for the picture, and for the time to see it."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.sandbox.interactions import UPDATE
from bot.sandbox.shown import Shown
from bot.sandbox.user_actions import CannotDo
from tests.benchmarks.sides import channel
from tests.end_to_end.player import BLUE, GREEN, has, picture_of, slot_of

if TYPE_CHECKING:
    from bot.sandbox.interactions import Answer
    from bot.sandbox.person import PersonDriver
    from bot.sandbox.shown import Button
    from tests.benchmarks.sides import Side

SEEN_SECONDS = 0.32
"""The click window (CLICK_GRACE_MS), and a little more: a quicker click may be refused."""
_TOGETHER = 16
"""Tables that are opened at once."""
_PATIENCE = 60.0
_BRING_CARDS = ("Rematch", "Ready", "My hand")
"""Buttons of a board, the first that is there."""


class Clicker:
    """One person with one message that has buttons."""

    def __init__(self, side: Side, driver: PersonDriver, place: int, message_id: int) -> None:
        self.driver = driver
        self._ports = side.sandbox.world
        self._place = place
        self._message = self._ports.channels[place].messages[message_id]

    def choice(self) -> Button | None:
        """Return the best button there is; None once the round of the hand is over."""
        buttons = Shown(self._ports.json(self._message)).buttons
        return best_button(buttons) if any(not one.disabled for one in buttons) else None

    async def plays_the_next_round(self) -> None:
        """Do what brings cards, whether scores are shown, the match is over, or a new round runs already.

        `TimeoutError` after a minute.
        """
        async with asyncio.timeout(_PATIENCE):
            while (hand := self._playable()) is None:
                with suppress(LookupError, CannotDo):  # The board changes while somebody looks at it.
                    await self._asks_for_cards()
                with suppress(TimeoutError):
                    await self.driver.until(lambda: self._playable() is not None, timeout=1.0)
        self._message = self._ports.channels[self._place].messages[hand.id]

    def _playable(self) -> Shown | None:
        """Return the newest hand if there is something to play on it."""
        hands = [one for one in self.driver.sees(self._place) if picture_of(one) is not None]
        return hands[-1] if hands and is_playable(hands[-1]) else None

    async def _asks_for_cards(self) -> None:
        for board in reversed(self.driver.sees(self._place)):
            label = next((one for one in _BRING_CARDS if not board.ephemeral and has(board, one)), None)
            if label is not None:
                await self.driver.click(board, label=label)
                return

    def rests(self) -> float:
        """Return the seconds until this person has seen the present picture for long enough."""
        changed = self._message.edited or self._message.created
        return changed + SEEN_SECONDS - time.time()

    async def clicks(self, button: Button) -> Answer:
        """Press a button."""
        return await self.driver.click(self._message.id, custom_id=button.custom_id, channel=self._place)


def best_button(buttons: list[Button]) -> Button:
    """Return a legal move: what is green, then what is blue from N and V, else the stock; nobody calls."""
    by_slot = {slot_of(one): one for one in buttons}
    if "d" not in by_slot:
        return random.choice(buttons)
    for colour in (GREEN, BLUE):
        for slot in ("n", "w1", "w2", "w3", "w4", "v"):
            card = by_slot[slot]
            if card.style == colour and not card.disabled and (colour == GREEN or slot in "nv"):
                return card
    return by_slot["s"] if by_slot["d"].disabled else by_slot["d"]


@dataclass
class Rung:
    """What came of one rate: seconds from click to picture, and clicks without one."""

    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    without: int = 0

    @property
    def per_second(self) -> float:
        """Pictures a second."""
        return len(self.waits) / self.seconds

    def percentile(self, percent: int) -> float:
        """Return a percentile of the waits in milliseconds."""
        waits = sorted(self.waits)
        return waits[min(len(waits) - 1, len(waits) * percent // 100)] * 1000 if waits else float("nan")


class Crowd:
    """All people of one side. They take turns, so that everybody has the same part of the clicks."""

    def __init__(self, clickers: list[Clicker]) -> None:
        self._turns = deque(clickers)
        self._out: list[Clicker] = []
        """Whose round is over."""
        self._clicking = 0

    async def at_rate(self, rate: float, seconds: float) -> Rung:
        """Let somebody click `rate` times a second, or as often as people are ready."""
        await self._play_on()
        rung, begun = Rung(), time.perf_counter()
        due, tasks = begun, []
        while (now := time.perf_counter()) < begun + seconds:
            if due > now:
                await asyncio.sleep(due - now)
            clicker = await self._next()
            if clicker is None:
                break
            tasks.append(asyncio.create_task(self._click(clicker, rung)))
            due = max(due + 1 / rate, time.perf_counter() - 1 / rate)
        rung.seconds = time.perf_counter() - begun
        await asyncio.gather(*tasks)
        return rung

    async def saturated(self, together: int, seconds: float, most: int | None = None) -> Rung:
        """Let so many people click at any time; with `most`, until there were so many clicks."""
        await self._play_on()
        rung, begun = Rung(), time.perf_counter()
        left = [most if most is not None else 2**62]

        async def one() -> None:
            while time.perf_counter() < begun + seconds and left[0] > 0:
                left[0] -= 1
                clicker = await self._next()
                if clicker is None:
                    return
                await self._click(clicker, rung)

        await asyncio.gather(*(one() for _ in range(together)))
        rung.seconds = time.perf_counter() - begun
        return rung

    async def _play_on(self) -> None:
        """Let those play the next round whose round is over."""
        out, self._out = self._out, []
        await asyncio.gather(*(one.plays_the_next_round() for one in out))
        self._turns.extend(out)

    async def _next(self) -> Clicker | None:
        """Return who has rested long enough; None once all rounds are over."""
        while self._turns or self._clicking:
            for _ in range(len(self._turns)):
                if self._turns[0].rests() <= 0:
                    return self._turns.popleft()
                self._turns.rotate(-1)
            shortest = min((one.rests() for one in self._turns), default=0.01)
            await asyncio.sleep(max(shortest, 0.001))
        return None

    async def _click(self, clicker: Clicker, rung: Rung) -> None:
        button = clicker.choice()
        if button is None:
            self._out.append(clicker)
            return
        self._clicking += 1
        begun = time.perf_counter()
        try:
            answer = await clicker.clicks(button)
        finally:
            self._clicking -= 1
        if answer.kind == UPDATE:
            rung.waits.append(time.perf_counter() - begun)
        else:
            rung.without += 1
        self._turns.append(clicker)


async def at_tables(side: Side, tables: int, people: int, first: int = 0) -> Crowd:
    """Open tables from the `first` channel on, deal, and return their people, each with a hand."""
    gate = asyncio.Semaphore(_TOGETHER)

    async def one(table: int) -> list[Clicker]:
        async with gate:
            drivers = [side.person(table * people + seat) for seat in range(people)]
            return await _open_table(side, drivers, channel(table))

    return _taking_turns(await asyncio.gather(*(one(table) for table in range(first, first + tables))))


async def _open_table(side: Side, drivers: list[PersonDriver], place: int) -> list[Clicker]:
    await drivers[0].command(place, "nertz start")
    for driver in drivers[1:]:
        await _presses(driver, place, "Join")
    await _presses(drivers[0], place, "Deal")
    return [await _with_hand(side, driver, place) for driver in drivers]


async def _presses(driver: PersonDriver, place: int, label: str) -> None:
    board = await driver.until_sees(place, lambda one: not one.ephemeral and has(one, label), _PATIENCE)
    await driver.click(board, label=label)


def is_playable(one: Shown) -> bool:
    """Return whether a message is a hand whose round runs."""
    can_draw = any(slot_of(button) == "d" and not button.disabled for button in one.buttons)
    return picture_of(one) is not None and can_draw


async def _with_hand(side: Side, driver: PersonDriver, place: int) -> Clicker:
    hand = await driver.until_sees(place, is_playable, _PATIENCE)
    return Clicker(side, driver, place, hand.id)


async def at_panels(side: Side, tables: int, people: int) -> Crowd:
    """Let as many people as at those tables ask the floor bot for its panel."""
    return _taking_turns([await _ask_panels(side, table, people) for table in range(tables)])


async def _ask_panels(side: Side, table: int, people: int) -> list[Clicker]:
    place, clickers = channel(table), []
    for seat in range(people):
        driver = side.person(table * people + seat)
        answer = await driver.command(place, "floor")
        assert answer.message is not None, "the floor bot did not answer"
        clickers.append(Clicker(side, driver, place, int(answer.message["id"])))
    return clickers


def _taking_turns(tables: list[list[Clicker]]) -> Crowd:
    """Return a crowd in which neighbours in the order of turns sit at different tables."""
    return Crowd([clicker for seat in zip(*tables, strict=True) for clicker in seat])
