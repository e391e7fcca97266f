"""Leaderboards: one query over one index per page, however many results there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import func, select, tuple_
from sqlalchemy.orm import aliased

from bot.scores.models import WHOLE_SERVER, FigureRow, ResultRow
from bot.scores.periods import period_key
from bot.scores.ratings import NEWCOMER
from bot.tables.standings import PersonStats, RecentMatch, Standing

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.connections import Connections
    from bot.tables.standings import Period

_RECENT: Final = 20
_COLUMNS: Final = (
    FigureRow.person_id,
    FigureRow.matches,
    FigureRow.wins,
    FigureRow.rounds,
    FigureRow.calls,
    FigureRow.points,
    FigureRow.best_round,
    FigureRow.rating,
)
_RANK: Final = (FigureRow.rating, FigureRow.wins, FigureRow.points, FigureRow.person_id)
"""Best first means: all of these descending. `ix_figures_best` is in this order."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Whose figures are compared: of a server or one of its channels, in one period."""

    guild_id: int
    channel_id: int
    period: str

    @classmethod
    def of(cls, guild_id: int, channel_id: int | None, period: Period, now_ms: int) -> Leaderboard:
        """Name the leaderboard of the running period."""
        return cls(guild_id, WHOLE_SERVER if channel_id is None else channel_id, period_key(period, now_ms))

    def conditions(self) -> tuple[ColumnElement[bool], ...]:
        """Return what its rows have in common."""
        return (
            FigureRow.guild_id == self.guild_id,
            FigureRow.channel_id == self.channel_id,
            FigureRow.period == self.period,
        )

    def page(self, limit: int, offset: int) -> Select[*tuple[Any, ...]]:
        """Return the query of a page."""
        best_first = [column.desc() for column in _RANK]
        return select(*_COLUMNS).where(*self.conditions()).order_by(*best_first).limit(limit).offset(offset)

    def better_than(self, person_id: int, standing: Standing) -> Select[int]:
        """Return the query that counts the people before a person."""
        own = tuple_(standing.rating, standing.wins, standing.points, person_id)
        return select(func.count()).select_from(FigureRow).where(*self.conditions(), tuple_(*_RANK) > own)


async def page(connections: Connections, board: Leaderboard, limit: int, offset: int) -> list[Standing]:
    """Return a page of a leaderboard, best first."""
    async with connections.reading() as connection:
        return [Standing(*row) for row in await connection.execute(board.page(limit, offset))]


async def person_stats(connections: Connections, board: Leaderboard, person_id: int) -> PersonStats | None:
    """Return a person's figures; None when there is no result at all."""
    async with connections.reading() as connection:
        query = select(*_COLUMNS).where(*board.conditions(), FigureRow.person_id == person_id)
        row = (await connection.execute(query)).one_or_none()
        solo_best = await _solo_best(connection, board.guild_id, person_id)
        if row is None:
            return None if solo_best is None else _only_solo(person_id, solo_best)
        standing = Standing(*row)
        better = (await connection.execute(board.better_than(person_id, standing))).scalar_one()
        recent = await _recent_matches(connection, board.guild_id, person_id)
        return PersonStats(standing, better + 1, recent, solo_best)


def _only_solo(person_id: int, best: int) -> PersonStats:
    return PersonStats(Standing(person_id, 0, 0, 0, 0, 0, 0, NEWCOMER.rating), 0, (), best)


async def _solo_best(connection: AsyncConnection, guild_id: int, person_id: int) -> int | None:
    query = select(func.max(ResultRow.best_round)).where(
        ResultRow.person_id == person_id, ResultRow.guild_id == guild_id, ResultRow.solo.is_(True)
    )
    best: int | None = (await connection.execute(query)).scalar_one()
    return best


async def _recent_matches(
    connection: AsyncConnection, guild_id: int, person_id: int
) -> tuple[RecentMatch, ...]:
    everybody = aliased(ResultRow)
    people = select(func.count()).where(everybody.match_id == ResultRow.match_id).scalar_subquery()
    query = (
        select(ResultRow.total, ResultRow.place, people)
        .where(ResultRow.person_id == person_id, ResultRow.guild_id == guild_id, ResultRow.solo.is_(False))
        .order_by(ResultRow.ended_ms.desc())
        .limit(_RECENT)
    )
    return tuple(RecentMatch(*row) for row in reversed((await connection.execute(query)).all()))
