"""What people were shown, against what the database holds: nothing that was answered may be lost."""

from __future__ import annotations

import json
import math
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import text

from bot.rules.records import DamagedRecord, Played
from bot.rules.round import Round
from bot.scores import reading
from bot.scores.connections import Connections

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.rules.records import Record
    from bot.sandbox.log import Request
    from bot.sandbox.server import Sandbox
    from bot.tables.entries import StoredRound

_HAND = re.compile(r"hand_(\d+)_(\d+)\.")


@dataclass(frozen=True, slots=True)
class Sight:
    """A picture of a hand that Discord took; `began` is when its request came to the sandbox."""

    began: float
    version: int


@dataclass
class Shown:
    """Every picture of a hand that Discord took, as the sandbox's log tells.

    Requests may be under way together: what counts is the order in which they began, hand by hand. What all
    hands of a round showed counts for requests that began after a restart only: until then each hand is as
    new as its own last picture.
    """

    newest: dict[int, int] = field(default_factory=dict)
    """The newest version of every round that somebody was shown."""
    older: list[str] = field(default_factory=list)
    """Where a person was shown less than before, in words."""
    pictures: int = 0
    _hands: dict[tuple[int, int], list[Sight]] = field(default_factory=dict)
    """By message and round."""
    _floor: dict[int, int] = field(default_factory=dict)
    _line: float = math.inf
    _now: Callable[[], float] = time.monotonic

    @classmethod
    def at(cls, sandbox: Sandbox) -> Shown:
        """Begin to listen to a sandbox."""
        shown = cls(_now=sandbox.services.clock.now)
        sandbox.log.watch(shown.hear)
        return shown

    def hear(self, request: Request) -> None:
        """Take in what a request showed that has ended."""
        if request.status is None or not 200 <= request.status < 300:
            return
        for file in request.files:
            found = _HAND.match(file.filename)
            if found:
                self._see(int(found[1]), request, Sight(request.at, int(found[2])))

    def _see(self, round_id: int, request: Request, now: Sight) -> None:
        self.pictures += 1
        self.newest[round_id] = max(now.version, self.newest.get(round_id, 0))
        hand = self._hands.setdefault((request.message_id or 0, round_id), [])
        where = f"{request.name}: round {round_id}, hand {request.message_id}"
        for one in hand:
            before, after = sorted((one, now), key=lambda sight: sight.began)
            if before.version > after.version:
                self.older.append(f"{where}: {after} after {before}")
        hand.append(now)
        floor = self._floor.get(round_id, 0)
        if now.began > self._line and now.version < floor:
            self.older.append(f"{where}: {now}, but {floor} was shown before the restart")

    def draw_line(self) -> None:
        """Note that the bot was killed and is back: what it begins now shows all that was shown before."""
        self._floor, self._line = dict(self.newest), self._now()

    @property
    def moves(self) -> int:
        """Records that somebody was shown."""
        return sum(self.newest.values())


@dataclass
class Findings:
    """What is not as it should be, in words."""

    lost: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


class Truth:
    """Compares what was shown with a database, over and over; what was read once must stay."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._read: dict[int, tuple[Record, ...]] = {}
        """Records by round, as far as somebody was shown them."""
        self._over: dict[int, tuple[int, tuple[int, ...], int | None]] = {}
        """Rounds that are over: how many records they have, scores and caller as they were played."""
        self.findings = Findings()
        self.comparisons = 0

    async def compare(self, shown: Shown) -> None:
        """Read all rounds and tables, and note what is lost or wrong."""
        seen = dict(shown.newest)
        connections = Connections(self._url)
        try:
            await self._compare_rounds(connections, seen)
            await self._compare_scores(connections)
        finally:
            await connections.close()
        self.comparisons += 1

    async def _compare_rounds(self, connections: Connections, seen: dict[int, int]) -> None:
        query = "SELECT round_id, (SELECT count(*) FROM moves WHERE moves.round_id = rounds.round_id) AS n"
        counts = {row.round_id: row.n for row in await rows(connections, f"{query} FROM rounds")}
        for round_id in seen.keys() - counts.keys():
            self.findings.lost.append(f"round {round_id} is gone")
        for round_id, count in counts.items():
            if count != self._over.get(round_id, (-1,))[0]:
                await self._compare_round(connections, round_id, seen.get(round_id, 0))

    async def _compare_round(self, connections: Connections, round_id: int, seen: int) -> None:
        try:
            stored = await reading.load_round(connections, round_id)
            assert stored is not None
            self._judge(stored, seen)
        except DamagedRecord as damage:
            self.findings.wrong.append(f"round {round_id} does not replay: {damage}")

    def _judge(self, stored: StoredRound, seen: int) -> None:
        round_id, records, wrong = stored.round_id, stored.records, self.findings.wrong
        before = self._read.get(round_id, ())
        if len(records) < seen:
            self.findings.lost.append(f"round {round_id} has {len(records)} records, {seen} were shown")
        if records[: len(before)] != before:
            wrong.append(f"round {round_id} tells another story than before")
        self._read[round_id] = records[:seen]
        game = Round.replay(stored.header, records)
        if not decks_are_whole(game):
            wrong.append(f"round {round_id} has a deck that is not whole")
        if stored.over:
            self._over[round_id] = len(records), tuple(game.scores()), game.caller
        played = [one for one in records if isinstance(one, Played) and one.person > 0]
        clicks = Counter((one.person, one.stamp) for one in played)
        wrong += [f"round {round_id}: a click of {who} played twice" for who, n in clicks.items() if n > 1]

    async def _compare_scores(self, connections: Connections) -> None:
        """Compare the scores that are kept with those that were played."""
        query = "SELECT round_id, match_id, scores, caller FROM rounds WHERE ended_ms > 0 ORDER BY number"
        matches: dict[int, list[tuple[int, ...]]] = {}
        for row in await rows(connections, query):
            if row.round_id not in self._over:
                continue  # It ended after its records were read.
            _, scores, caller = self._over[row.round_id]
            if (scores, caller) != (tuple(json.loads(row.scores)), row.caller):
                self.findings.wrong.append(f"round {row.round_id}: {row.scores} is not what was played")
            matches.setdefault(row.match_id, []).append(scores)
        await self._compare_tables(connections, matches)
        await self._compare_results(connections, matches)

    async def _compare_tables(
        self, connections: Connections, matches: dict[int, list[tuple[int, ...]]]
    ) -> None:
        for row in await rows(connections, "SELECT table_id, state FROM tables"):
            state = json.loads(row.state)
            scores = [tuple(one) for one in zip(*(seat["scores"] for seat in state["seats"]), strict=True)]
            if state["match_id"] is not None and scores != matches.get(state["match_id"], []):
                self.findings.wrong.append(f"table {row.table_id} counts {scores}")

    async def _compare_results(
        self, connections: Connections, matches: dict[int, list[tuple[int, ...]]]
    ) -> None:
        sums: Counter[int] = Counter()
        for row in await rows(connections, "SELECT match_id, person_id, seat, total FROM results"):
            sums[row.person_id] += row.total
            if row.total != sum(scores[row.seat] for scores in matches[row.match_id]):
                self.findings.wrong.append(f"match {row.match_id}: person {row.person_id} has {row.total}")
        query = "SELECT person_id, points FROM figures WHERE channel_id = 0 AND period = 'all'"
        for row in await rows(connections, query):
            if row.points != sums[row.person_id]:
                self.findings.wrong.append(f"person {row.person_id} stands at {row.points}")


def decks_are_whole(game: Round) -> bool:
    """Return whether every card of every seat lies somewhere, once."""
    position = game.position
    deck = 52 + game.rules.jokers
    for seat, layout in enumerate(position.layouts):
        cards = [*layout.stock, *(card for pile in layout.piles for card in pile)]
        if not len(set(cards)) == len(cards) == deck - position.out[seat]:
            return False
    owners = Counter(owner for pile in position.foundations.piles for layer in pile.owners for owner in layer)
    return all(owners[seat] == position.out[seat] for seat in range(game.seats))


async def rows(connections: Connections, query: str) -> list[Any]:
    """Return the rows of a query."""
    return list(await connections.rows(text(query)))
