"""What a table writes to its journal, and what comes back from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from bot.tables.ports import Level

if TYPE_CHECKING:
    from bot.rules.house_rules import HouseRules
    from bot.rules.records import Record, RoundHeader
    from bot.tables.standings import Kind


@dataclass(frozen=True, slots=True)
class TableSaved:
    """The table's row: all that moves don't tell (phase, host, seats, totals, message ids), as JSON."""

    table_id: int
    guild_id: int
    channel_id: int
    phase: str
    state: dict[str, Any]
    at_ms: int


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is gone; its channel is free."""

    table_id: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """A match with frozen rules."""

    match_id: int
    table_id: int
    guild_id: int
    channel_id: int
    rules: HouseRules
    at_ms: int


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """A round: its header holds rules, seats and the seed."""

    round_id: int
    match_id: int
    number: int
    header: RoundHeader
    at_ms: int


@dataclass(frozen=True, slots=True)
class RecordKept:
    """One accepted move or table operation. (round_id, record number) is unique."""

    round_id: int
    record: Record


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """How a round ended. `scores` by seat; `void` rounds count for nobody."""

    round_id: int
    end: str
    caller: int | None
    scores: tuple[int, ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class PersonResult:
    """What a match was for one human."""

    person_id: int
    seat: int
    place: int
    """1 for the winners, then by total; equal totals share a place."""
    won: bool
    total: int
    rounds: int
    calls: int
    best_round: int
    name: str = ""
    """Their display name as plain text, as far as it is known."""


@dataclass(frozen=True, slots=True)
class PracticeResult:
    """What a match was for one practice player."""

    seat: int
    place: int
    level: Level


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The results of a match that was played to its end."""

    match_id: int
    guild_id: int
    channel_id: int
    results: tuple[PersonResult, ...]
    at_ms: int
    practice: tuple[PracticeResult, ...] = ()

    @property
    def kind(self) -> Kind:
        """Return against whom it was. Two partners on one seat have nobody to beat but the other seats."""
        if len({result.seat for result in self.results}) > 1:
            return "people"
        return "practice" if self.practice else "solo"

    @property
    def level(self) -> Level | None:
        """Return the level of the hardest practice player; who wins has beaten them all."""
        return max((one.level for one in self.practice), key=get_args(Level).index, default=None)


Entry = TableSaved | TableClosed | MatchBegun | RoundDealt | RecordKept | RoundEnded | MatchEnded


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table's row as it was last committed."""

    table_id: int
    guild_id: int
    channel_id: int
    phase: str
    state: dict[str, Any]
    at_ms: int


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A round as it was last committed."""

    round_id: int
    match_id: int
    number: int
    header: RoundHeader
    records: tuple[Record, ...]
    over: bool
