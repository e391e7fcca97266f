"""Leaderboards: one query over one index per page, however many results there are."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast, get_args

from sqlalchemy import Integer, and_, bindparam, func, select, tuple_
from sqlalchemy.orm import aliased

from bot.scores.models import WHOLE_SERVER, FigureRow, NameRow, ResultRow
from bot.scores.periods import period_key
from bot.scores.ratings import NEWCOMER
from bot.tables.ports import Level
from bot.tables.standings import PersonStats, PracticeFigures, RecentMatch, Standing

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Row, ScalarSelect, Select, Subquery
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.scores.connections import Connections
    from bot.tables.standings import Kind, Period

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
_FIGURES: Final = (FigureRow.rating, FigureRow.wins, FigureRow.points)
"""Best first means: all of these descending. Who is equal in all of them shares a place."""
_RANK: Final = (*_FIGURES, FigureRow.person_id)
"""The order of a page; `ix_figures_best` is in this order."""
_LEVELS: Final = ("", *get_args(Level))


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Whose figures are compared: of a server or one of its channels, in one period."""

    guild_id: int
    channel_id: int
    period: str
    kind: Kind = "people"

    @classmethod
    def of(cls, guild_id: int, channel_id: int | None, period: Period, now_ms: int) -> Leaderboard:
        """Name the leaderboard of the running period."""
        return cls(guild_id, WHOLE_SERVER if channel_id is None else channel_id, period_key(period, now_ms))


def _on_board(figures: type[FigureRow] = FigureRow) -> tuple[ColumnElement[bool], ...]:
    """Return what the rows of a leaderboard have in common; its fields are the parameters."""
    fields = ("guild_id", "channel_id", "period", "kind")
    return tuple(getattr(figures, name) == bindparam(name) for name in fields)


def _with_names(line: Subquery, *more: ScalarSelect[int]) -> Select[*tuple[Any, ...]]:
    of_line = and_(NameRow.person_id == line.c.person_id, NameRow.guild_id == bindparam("guild_id"))
    return select(*line.c, NameRow.name, *more).outerjoin_from(line, NameRow, of_line)


def _page() -> Select[*tuple[Any, ...]]:
    best_first = [column.desc() for column in _RANK]
    rows = select(*_COLUMNS).where(*_on_board()).order_by(*best_first)
    line = (
        rows.limit(bindparam("limit", type_=Integer))
        .offset(bindparam("offset", type_=Integer))
        .subquery("line")
    )
    return _with_names(line, _equals_before(line))


def _equals_before(line: Subquery) -> ScalarSelect[int]:
    other = aliased(FigureRow)
    equal = [getattr(other, column.key) == line.c[column.key] for column in _FIGURES]
    before = other.person_id > line.c.person_id
    return select(func.count()).select_from(other).where(*_on_board(other), *equal, before).scalar_subquery()


def _better() -> Select[int]:
    own = tuple_(*(bindparam(column.key, type_=column.type) for column in _FIGURES))
    return select(func.count()).select_from(FigureRow).where(*_on_board(), tuple_(*_FIGURES) > own)


_OF_PERSON: Final = FigureRow.person_id == bindparam("person_id")
PAGE: Final = _page()
"""A page: figures, names, and how many equals of each come before. The rows may come in any order."""
_PERSON: Final = _with_names(select(*_COLUMNS).where(*_on_board(), _OF_PERSON).subquery("line"))
_BETTER: Final = _better()
"""How many people have better figures."""
_PRACTICE: Final = select(FigureRow.level, FigureRow.matches, FigureRow.wins).where(*_on_board(), _OF_PERSON)


async def page(connections: Connections, board: Leaderboard, limit: int, offset: int) -> list[Standing]:
    """Return a page of a leaderboard, best first."""
    rows = await connections.rows(PAGE, asdict(board) | {"limit": limit, "offset": offset})
    ordered = sorted(rows, key=_rank, reverse=True)
    return [_standing(row, number - row[-1]) for number, row in enumerate(ordered, offset + 1)]


def _rank(row: Row[Any]) -> tuple[float, int, int, int]:
    return row.rating, row.wins, row.points, row.person_id


def _standing(row: Row[Any], place: int) -> Standing:
    return replace(Standing(*row[: len(_COLUMNS)]), place=place, name=row.name or "")


async def person_stats(connections: Connections, board: Leaderboard, person_id: int) -> PersonStats | None:
    """Return a person's figures; None when there is no result at all."""
    return await connections.read(partial(_stats_of, board=board, person_id=person_id))


async def _stats_of(connection: AsyncConnection, *, board: Leaderboard, person_id: int) -> PersonStats | None:
    standing = await _standing_of(connection, board, person_id)
    solo_best = await _solo_best(connection, board.guild_id, person_id)
    practice = await _practice(connection, board, person_id)
    recent = await _recent_matches(connection, board.guild_id, person_id)
    if standing is None and solo_best is None and not practice:
        return None
    nothing = Standing(person_id, 0, 0, 0, 0, 0, 0, NEWCOMER.rating)
    return PersonStats(standing or nothing, recent, solo_best, practice)


async def _standing_of(connection: AsyncConnection, board: Leaderboard, person_id: int) -> Standing | None:
    row = (await connection.execute(_PERSON, asdict(board) | {"person_id": person_id})).one_or_none()
    if row is None:
        return None
    own = {column.key: getattr(row, column.key) for column in _FIGURES}
    better = (await connection.execute(_BETTER, asdict(board) | own)).scalar_one()
    return _standing(row, better + 1)


async def _practice(
    connection: AsyncConnection, board: Leaderboard, person_id: int
) -> tuple[PracticeFigures, ...]:
    practice = asdict(replace(board, kind="practice"))
    rows = await connection.execute(_PRACTICE, practice | {"person_id": person_id})
    found = [PracticeFigures(cast("Level", level), matches, wins) for level, matches, wins in rows]
    return tuple(sorted(found, key=lambda one: _LEVELS.index(one.level)))


async def _solo_best(connection: AsyncConnection, guild_id: int, person_id: int) -> int | None:
    query = select(func.max(ResultRow.best_round)).where(
        ResultRow.person_id == person_id, ResultRow.guild_id == guild_id, ResultRow.kind == "solo"
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
        .where(ResultRow.person_id == person_id, ResultRow.guild_id == guild_id, ResultRow.kind == "people")
        .order_by(ResultRow.ended_ms.desc())
        .limit(_RECENT)
    )
    return tuple(RecentMatch(*row) for row in reversed((await connection.execute(query)).all()))
