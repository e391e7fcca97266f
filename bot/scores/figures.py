"""The end of a match: its places, its results, and the figures of every leaderboard that it counts for.

Only a match of at least two seats of people counts for rating, wins and places, and rates these people among
themselves: a practice player's skill is not known. A match against practice players only has figures of its
own, by their level; one without any opponent has none.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from bot.scores.models import WHOLE_SERVER, FigureRow, MatchRow
from bot.scores.periods import period_keys
from bot.scores.ratings import NEWCOMER, Skill, rate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.statements import Statements
    from bot.tables.entries import MatchEnded, PersonResult

Scope = tuple[int, str]
"""A leaderboard of a server: channel (or `WHOLE_SERVER`) and period."""


async def end_match(connection: AsyncConnection, statements: Statements, match: MatchEnded) -> None:
    """Keep the results of a match, once: a second time changes nothing.

    People who were forgotten while they played (ids that are not positive) keep their place, and have no
    result of their own.
    """
    ended = {"ended_match_id": match.match_id, "at_ms": match.at_ms}
    if (await connection.execute(statements.end_match, ended)).rowcount == 0:
        await _need_match(connection, match.match_id)
        return
    await connection.execute(statements.add_seat, _seat_rows(match))
    people = [result for result in match.results if result.person_id > 0]
    if not people:
        return
    await connection.execute(statements.add_result, [_result_row(match, result) for result in people])
    if names := [_name_row(match, result) for result in people if result.name]:
        await connection.execute(statements.note_name, names)
    if match.kind != "solo":
        skills = await _skills(connection, match) if match.kind == "people" else {}
        await connection.execute(statements.count_figure, _figure_rows(match, skills))


class UnknownMatch(Exception):
    """A match ends that never began: a mistake of the table that says so."""


async def _need_match(connection: AsyncConnection, match_id: int) -> None:
    known = select(MatchRow.match_id).where(MatchRow.match_id == match_id)
    if (await connection.execute(known)).first() is None:
        raise UnknownMatch(match_id)


def _seats(match: MatchEnded) -> dict[int, list[PersonResult]]:
    seats: dict[int, list[PersonResult]] = {}
    for result in match.results:
        seats.setdefault(result.seat, []).append(result)
    return seats


def _seat_rows(match: MatchEnded) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [
        {"seat": seat, "place": people[0].place, "practice": False, "level": None}
        for seat, people in _seats(match).items()
    ]
    rows += [asdict(one) | {"practice": True} for one in match.practice]
    return [row | {"match_id": match.match_id} for row in rows]


def _result_row(match: MatchEnded, result: PersonResult) -> dict[str, Any]:
    fields = asdict(result) | {
        "match_id": match.match_id,
        "guild_id": match.guild_id,
        "channel_id": match.channel_id,
        "kind": match.kind,
        "ended_ms": match.at_ms,
    }
    del fields["name"]
    return fields


def _name_row(match: MatchEnded, result: PersonResult) -> dict[str, Any]:
    return {"guild_id": match.guild_id, "person_id": result.person_id, "name": result.name}


def _scopes(match: MatchEnded) -> list[Scope]:
    return [
        (channel, key) for channel in (WHOLE_SERVER, match.channel_id) for key in period_keys(match.at_ms)
    ]


async def _skills(connection: AsyncConnection, match: MatchEnded) -> dict[tuple[Scope, int], Skill]:
    scopes = _scopes(match)
    query = select(
        FigureRow.channel_id, FigureRow.period, FigureRow.person_id, FigureRow.mu, FigureRow.sigma
    ).where(
        FigureRow.guild_id == match.guild_id,
        FigureRow.channel_id.in_({channel for channel, _ in scopes}),
        FigureRow.period.in_({period for _, period in scopes}),
        FigureRow.kind == match.kind,
        FigureRow.person_id.in_([result.person_id for result in match.results]),
    )
    rows = await connection.execute(query)
    return {((row.channel_id, row.period), row.person_id): Skill(row.mu, row.sigma) for row in rows}


def _figure_rows(match: MatchEnded, skills: Mapping[tuple[Scope, int], Skill]) -> list[dict[str, Any]]:
    rows = []
    for scope in _scopes(match):
        after = _rated(match, scope, skills)
        rows += [
            _figure_row(match, scope, result, after[result.person_id])
            for result in match.results
            if result.person_id > 0
        ]
    return rows


def _rated(match: MatchEnded, scope: Scope, skills: Mapping[tuple[Scope, int], Skill]) -> dict[int, Skill]:
    seats = list(_seats(match).values())
    before = [[skills.get((scope, result.person_id), NEWCOMER) for result in people] for people in seats]
    places = [people[0].place for people in seats]
    after = rate(before, places) if match.kind == "people" else before
    return {
        result.person_id: skill
        for people, rated in zip(seats, after, strict=True)
        for result, skill in zip(people, rated, strict=True)
    }


def _figure_row(match: MatchEnded, scope: Scope, result: PersonResult, skill: Skill) -> dict[str, Any]:
    channel_id, period = scope
    return {
        "guild_id": match.guild_id,
        "channel_id": channel_id,
        "period": period,
        "kind": match.kind,
        "level": match.level or "" if match.kind == "practice" else "",
        "person_id": result.person_id,
        "matches": 1,
        "wins": int(result.won),
        "rounds": result.rounds,
        "calls": result.calls,
        "points": result.total,
        "best_round": result.best_round,
        "mu": skill.mu,
        "sigma": skill.sigma,
        "rating": skill.rating,
    }
