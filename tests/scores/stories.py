"""What tables write, in few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.rules.house_rules import HouseRules
from bot.rules.moves import Move
from bot.rules.records import Op, Operated, Played, RoundHeader
from bot.tables.entries import (
    MatchBegun,
    MatchEnded,
    PersonResult,
    PracticeResult,
    RecordKept,
    RoundDealt,
    RoundEnded,
    TableSaved,
)

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.store import Store
    from bot.tables.entries import Entry
    from bot.tables.ports import Level

ANA, BEN, CLEO, DAN = 101_000_000_000_000_001, 102_000_000_000_000_002, 103, 104
GUILD, CHANNEL = 900_000_000_000_000_009, 800_000_000_000_000_008
NOW = 1_795_694_400_000
"""Thursday, 26 November 2026, 12:00 UTC, in week 48."""
DAY = 86_400_000
HEADER = RoundHeader(HouseRules.of({"preset": "family", "jokers": 2}), 2, bytes(range(32)))


def saved(table_id: int = 1, *, channel: int = CHANNEL, at: int = NOW, **state: Any) -> TableSaved:
    return TableSaved(table_id, GUILD, channel, "round", state, at)


def begun(match_id: int = 1, *, table: int = 1, guild: int = GUILD, channel: int = CHANNEL) -> MatchBegun:
    return MatchBegun(match_id, table, guild, channel, HEADER.rules, NOW)


def dealt(round_id: int = 1, *, match: int = 1, number: int = 1, at: int = NOW) -> RoundDealt:
    return RoundDealt(round_id, match, number, HEADER, at)


def go(round_id: int = 1) -> RecordKept:
    return RecordKept(round_id, Operated(1, Op.GO, None, NOW))


def moved(number: int, person: int = ANA, *, round_id: int = 1, text: str = "N:KH>W1") -> RecordKept:
    return RecordKept(round_id, Played(number, 0, person, Move.parse(text), NOW + number, (5, 52)))


def over(round_id: int = 1, *, end: str = "called", at: int = NOW + 1000) -> RoundEnded:
    return RoundEnded(round_id, end, 0, (12, -4), at)


def a_round(round_id: int = 1, *, moves: int = 3, match: int = 1) -> list[Entry]:
    """A match with one running round."""
    records = [moved(number, round_id=round_id) for number in range(2, moves + 1)]
    return [begun(match), dealt(round_id, match=match), go(round_id), *records]


def result(person: int, seat: int, place: int, total: int = 50, **more: Any) -> PersonResult:
    values: dict[str, Any] = {"rounds": 4, "calls": 1, "best_round": 20} | more
    return PersonResult(person, seat, place, place == 1, total, **values)


def practice(*places: int, level: Level = "medium") -> tuple[PracticeResult, ...]:
    """Practice players with those places, on seats behind those of people."""
    return tuple(PracticeResult(10 + seat, place, level) for seat, place in enumerate(places))


def finished(
    match_id: int,
    *results: PersonResult,
    at: int = NOW,
    guild: int = GUILD,
    channel: int = CHANNEL,
    **more: Any,
) -> list[Entry]:
    """A match from its beginning to its end."""
    return [
        begun(match_id, guild=guild, channel=channel),
        MatchEnded(match_id, guild, channel, results, at, **more),
    ]


async def run_sql(store: Store, command: str) -> None:
    """Somebody else changes the database."""

    async def work(connection: AsyncConnection) -> None:
        await connection.exec_driver_sql(command)

    await store.connections.write(work)
