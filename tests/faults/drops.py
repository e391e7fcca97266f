"""An evening whose effects are counted, and at one of which the bot is killed or a connection breaks.

An effect is a request to Discord or a commit of the journal. The evening goes from goal to goal: whoever is
not answered does the same again, as people do, so that it can be finished whatever has happened.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bot.locales.words import words_for
from bot.tables.saved import state_from_json
from bot.tables.seats import TablePhase
from tests.discord_ui.club import CHANNEL, Club, is_hand, member, strict_sandbox
from tests.discord_ui.patient_clock import PatientClock, SandboxTime, discord_sleeps_by
from tests.faults.fate import CountedJournal, Fate, Mortal
from tests.faults.stormy import DEAL
from tests.tables.players import best_move

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from bot.sandbox.shown import Shown
    from bot.tables.table import Table
    from tests.discord_ui.club import Member

RULES: Final = "stuck=end, rounds=2, nertz_size=7"
_WORDS: Final = words_for("en")
_TRIES: Final = 8
_MOVES: Final = 300


@dataclass
class Evening:
    """Ana and Ben at a table, from its opening to its end."""

    club: Club
    store: CountedJournal
    fate: Fate
    finished: dict[int, str] = field(default_factory=dict)
    """Pictures of boards of rounds that are over, by message."""

    def __post_init__(self) -> None:
        self.ana, self.ben, self.dan = (member(self.club, name) for name in ("ana", "ben", "dan"))

    @property
    def table(self) -> Table | None:
        return self.club.tables.at(self.club.sandbox.channel(CHANNEL).id)

    def phase(self) -> TablePhase:
        return TablePhase.CLOSED if self.table is None else self.table.state.phase

    def public(self) -> list[Shown]:
        return [one for one in self.dan.driver.sees(CHANNEL) if not one.ephemeral]

    # The story

    async def goes_by(self) -> None:
        """Let the evening go from goal to goal, and look after each step whether all is right."""
        for reached, deed in (
            (lambda: self.table is not None, self.opens),
            (lambda: self._seats() == 2, self.ben_joins),
            (lambda: self.phase() is TablePhase.ROUND, self.deals),
            (lambda: self._version() >= 2, self.draws),
            (lambda: self._round_is_over(1), self.calls),
            (lambda: self._in_round(2), self.goes_on),
            (lambda: self.phase() is TablePhase.OVER, self.gets_stuck),
            (lambda: self.phase() is TablePhase.LOBBY, self.wants_more),
            (lambda: self.table is None, self.stops),
        ):
            await self.reaches(reached, deed)
        self.fate.over = True
        await self.everything_answers()

    async def reaches(self, reached: Callable[[], bool], deed: Callable[[], Awaitable[None]]) -> None:
        for _ in range(_TRIES):
            await deed()
            await self.rests()
            self.is_right()
            if reached():
                return
        raise AssertionError(f"{deed.__name__} does not come to its end: {self.phase()}")

    async def rests(self) -> None:
        """Let everything be shown, by the next process if this one was killed."""
        await self.club.clock.run(2.5)
        if self.fate.dead:
            await self.next_process()
        for _ in range(40):
            if not any(table.state.suspended for table in self.club.tables):
                break
            await self.club.clock.run(1.0)
        await self.club.clock.run(2.5)

    async def next_process(self) -> None:
        club = self.club
        for table in club.tables:
            table.sleep()
        await club.closes()
        self.fate.dead = False
        self.fate.lives += 1
        club.journal = Mortal(self.store, self.fate)  # type: ignore[assignment]
        club.seed += " after"
        club._build()
        await club.tables.recover(lambda _: True)
        await club.opens()
        await club.tables.wake_all()
        await club.clock.run(2.5)
        alive = [message for message in self.public() if message.buttons]
        assert len(alive) <= 1, "the next process has sent a message once more"
        for message in alive:
            await self._presses(self.dan, message, "hand")

    async def opens(self) -> None:
        await self.club.clock.awaits(self.ana.types("start", rules=RULES))

    async def ben_joins(self) -> None:
        await self._presses(self.ben, self._newest(), "join")

    async def deals(self) -> None:
        if self.phase() is TablePhase.LOBBY:
            await self._presses(self.ana, self._newest(), "deal")
        await self.takes_hands()

    async def takes_hands(self) -> None:
        for one in (self.ana, self.ben):
            await self.club.clock.awaits(one.types("hand"))
        await self.club.clock.run(4.0)

    async def draws(self) -> None:
        for one in (self.ana, self.ben):
            if any(map(is_hand, one.driver.sees(CHANNEL))):
                await self.club.clock.awaits(one.taps("d", forged=True))

    async def calls(self) -> None:
        """Let Ana play until she may call, and call; if she can't, both are stuck."""
        for _ in range(_MOVES):
            if self.fate.dead or self.table is None or self.table.state.suspended:
                return
            move = best_move(self.ana.view)
            if move.kind in ("call", "stuck"):
                break
            self.table.play(self.ana.id, move, self.club.clock.wall_ms())
        await self.club.clock.awaits(self.ana.types("call"))
        await self.club.clock.run(2.0)
        if self.phase() is TablePhase.ROUND:
            await self.gets_stuck()

    async def goes_on(self) -> None:
        if self.phase() is TablePhase.SCORES:
            for one in (self.ana, self.ben):
                await self._presses(one, self._newest(), "ready")
        await self.takes_hands()

    async def gets_stuck(self) -> None:
        for one in (self.ana, self.ben):
            await self.club.clock.awaits(one.types("stuck"))

    async def wants_more(self) -> None:
        await self._presses(self.ana, self._newest(), "rematch")

    async def stops(self) -> None:
        await self.club.clock.awaits(self.ana.types("stop"))

    def _newest(self) -> Shown:
        return next(one for one in reversed(self.public()) if one.buttons)

    async def _presses(self, one: Member, message: Shown, slot: str) -> None:
        struck = self._was_struck()
        answer = await self.club.clock.awaits(one.presses(message, slot, forged=True))
        if struck == self._was_struck() and not self.fate.dead:
            assert not answer.failed, f"{slot} of {message.text!r} does not answer"

    def _was_struck(self) -> bool:
        return bool(self.fate.at) and len(self.fate.effects) >= self.fate.at

    def _seats(self) -> int:
        return 0 if self.table is None else len(self.table.state.seats)

    def _version(self) -> int:
        return 0 if self.table is None or self.table.round is None else self.table.round.version

    def _round_is_over(self, number: int) -> bool:
        return self.table is not None and (
            self.phase() is TablePhase.SCORES or self.table.state.round_number > number
        )

    def _in_round(self, number: int) -> bool:
        return (
            self.phase() is TablePhase.ROUND
            and self.table is not None
            and (self.table.state.round_number == number)
        )

    # What must hold

    def is_right(self) -> None:
        """One living message shows the table as it is, and the journal knows it; old boards stay."""
        public = self.public()
        self._boards_stay(public)
        if self.table is None:
            return
        table = self.table
        known = state_from_json(self.store.tables[table.table_id].state).message
        assert [one.id for one in public if one.buttons] == [known.id]
        assert known.before is None
        content = self.club.client.context.board_content.content_of(table, _WORDS)
        shown = next(one for one in public if one.id == known.id)
        assert shown.text == content.text
        assert [one.custom_id.rpartition(":")[2] for one in shown.buttons] == [
            button.slot for row in content.rows for button in row
        ]
        if content.picture_request is not None:
            assert shown.files[0].startswith(content.picture_request.name)

    def _boards_stay(self, public: list[Shown]) -> None:
        for one in public:
            if one.files and one.files[0].startswith("board_") and not one.buttons:
                self.finished.setdefault(one.id, one.files[0])
        seen = {one.id: one.files[0] if one.files else None for one in public}
        assert all(seen.get(id_) == name for id_, name in self.finished.items())

    async def everything_answers(self) -> None:
        """After its end no message of the table can be pressed for ever, and each press is answered."""
        for message in self.public():
            if message.buttons:
                await self._presses(self.dan, message, "hand")
                await self.club.clock.run(2.0)
        for one in (self.ana, self.ben):
            for message in one.driver.sees(CHANNEL):
                if message.ephemeral and message.buttons:
                    await self._presses(one, message, message.buttons[0].custom_id.rpartition(":")[2])
        assert not [one.text for one in self.public() if one.buttons]
        assert not self.store.tables
        assert not any(one.waiting for one in self.ana.driver.sees(CHANNEL) if not self._was_struck())

    @property
    def ends(self) -> list[str]:
        """Return how the rounds ended."""
        return [ended.end for ended in self.store.ended]

    def pictures(self) -> list[str]:
        """Return what kinds of picture the public messages show at last."""
        return [one.files[0].partition("_")[0] if one.files else "" for one in self.public()]


@asynccontextmanager
async def evening(at: int = 0, kind: str = "") -> AsyncIterator[Evening]:
    """Open a house, at whose effect of that number something of that kind happens."""
    fate = Fate(at, kind)
    store = CountedJournal(fate=fate)
    clock = PatientClock()
    with discord_sleeps_by(clock):
        async with strict_sandbox(clock=SandboxTime(clock)) as sandbox:
            club = Club(sandbox, clock, Mortal(store, fate), seed=DEAL)  # type: ignore[arg-type]
            await club.opens()
            sandbox.faults.strike = fate.strike  # type: ignore[method-assign]
            try:
                yield Evening(club, store, fate)
            finally:
                await club.closes()
