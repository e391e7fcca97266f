"""Figures by kind (people, practice), names of people, levels of practice players.

Figures are counted again from the results, in both directions: before, a practice player was rated as a
newcomer, and beating one was a win like any other.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from alembic import op

from bot.scores.periods import period_keys
from bot.scores.ratings import NEWCOMER, Skill, rate

if TYPE_CHECKING:
    from collections.abc import Iterator

revision = "0004"
down_revision = "0003"

KINDS = """
    UPDATE results SET kind = CASE
        WHEN solo THEN 'solo'
        WHEN (SELECT count(*) FROM seats s WHERE s.match_id = results.match_id AND NOT s.practice) > 1
            THEN 'people'
        WHEN EXISTS (SELECT 1 FROM seats s WHERE s.match_id = results.match_id AND s.practice) THEN 'practice'
        ELSE 'solo' END
"""
SCOPE = ("guild_id", "channel_id", "period")
RANK = ("rating", "wins", "points", "person_id")
SUMS = ("matches", "wins", "rounds", "calls", "points")
AT_ONCE = 500
"""Matches that are read together."""

TYPES: dict[str, Any] = dict.fromkeys(("practice", "won", "solo"), sa.Boolean())
TYPES |= dict.fromkeys(("mu", "sigma", "rating"), sa.Float())
TYPES |= dict.fromkeys(("period", "kind", "level"), sa.String(length=8))


def table(name: str, *columns: str) -> Any:
    return sa.table(name, *(sa.column(column, TYPES.get(column, sa.BigInteger())) for column in columns))


PLAYED = ("match_id", "person_id", "seat", "won", "total", "rounds", "calls", "best_round", "solo")
matches = table("matches", "match_id", "guild_id", "channel_id", "ended_ms")
seats = table("seats", "match_id", "seat", "place", "practice")
results = table("results", *PLAYED)


def upgrade() -> None:
    op.create_table(
        "names",
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "guild_id", name="pk_names"),
        sqlite_with_rowid=False,
    )
    op.add_column("seats", sa.Column("level", sa.String(length=8), nullable=True))
    periods = kept_periods()
    figures = list(counted_again(periods, apart=True))
    op.add_column("results", sa.Column("kind", sa.String(length=8), nullable=True))
    op.execute(KINDS)
    replace_column("solo", "kind", sa.String(length=8))
    op.drop_table("figures")
    create_figures("kind", "person_id", "level")
    write(figures)


def downgrade() -> None:
    op.add_column("results", sa.Column("solo", sa.Boolean(), nullable=True))
    op.execute("UPDATE results SET solo = (kind = 'solo')")
    periods = kept_periods()
    figures = list(counted_again(periods, apart=False))
    replace_column("kind", "solo", sa.Boolean())
    op.drop_table("figures")
    create_figures("person_id")
    write([{name: row[name] for name in row if name not in ("kind", "level")} for row in figures])
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("level")
    op.drop_table("names")


def replace_column(old: str, new: str, kind: Any) -> None:
    """Drop a column of the results for one that is filled already, in the index, too."""
    op.drop_index("ix_results_person", "results")
    with op.batch_alter_table("results") as batch:
        batch.alter_column(new, existing_type=kind, nullable=False)
        batch.drop_column(old)
    op.create_index("ix_results_person", "results", ["person_id", "guild_id", new, "ended_ms"])


def create_figures(*more: str) -> None:
    board = [*SCOPE, *(name for name in more if name == "kind")]
    op.create_table(
        "figures",
        *(sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False) for name in SCOPE[:2]),
        sa.Column("period", TYPES["period"], nullable=False),
        *(sa.Column(name, TYPES.get(name, sa.BigInteger()), nullable=False) for name in more),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in (*SUMS, "best_round")),
        *(sa.Column(name, sa.Float(), nullable=False) for name in ("mu", "sigma", "rating")),
        sa.PrimaryKeyConstraint(*SCOPE, *more, name="pk_figures"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_figures_best", "figures", [*board, *RANK])
    op.create_index("ix_figures_person", "figures", ["person_id"])


def kept_periods() -> dict[int, set[str]]:
    """Return by server the periods that are still counted; those that are over are pruned."""
    periods: dict[int, set[str]] = defaultdict(set)
    for guild, period in op.get_bind().execute(sa.text("SELECT DISTINCT guild_id, period FROM figures")):
        periods[guild].add(period)
    return periods


def counted_again(periods: dict[int, set[str]], *, apart: bool) -> Iterator[dict[str, Any]]:
    """Yield the figures that all results make, in the order in which the matches ended.

    `apart`: matches against practice players only are figures of their own, and nobody is rated by them.
    """
    figures: dict[tuple[Any, ...], dict[str, Any]] = {}
    for match, seated, played in finished_matches():
        human = {seat.seat: seat.place for seat in seated if not seat.practice}
        practice = [] if apart and len(human) > 1 else [seat.place for seat in seated if seat.practice]
        if any(result.solo for result in played) or (apart and len(human) + len(practice) < 2):
            continue
        kind = "practice" if apart and len(human) < 2 else "people"
        rated = [] if kind == "practice" else [*human.values(), *practice]
        for scope in scopes_of(match, periods):
            count(figures, (*scope, kind), human, rated, played)
    return iter(figures.values())


def finished_matches() -> Iterator[tuple[Any, list[Any], list[Any]]]:
    """Yield every match that was played to its end, with its seats and the results of its people."""
    ended = sa.select(matches).where(matches.c.ended_ms.is_not(None))
    found = op.get_bind().execute(ended.order_by(matches.c.ended_ms, matches.c.match_id)).all()
    for start in range(0, len(found), AT_ONCE):
        some = found[start : start + AT_ONCE]
        ids = [match.match_id for match in some]
        seated, played = of_matches(seats, ids), of_matches(results, ids)
        for match in some:
            yield match, seated[match.match_id], played[match.match_id]


def of_matches(rows: Any, ids: list[int]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    query = sa.select(rows).where(rows.c.match_id.in_(ids)).order_by(rows.c.match_id, rows.c.seat)
    for row in op.get_bind().execute(query):
        found[row.match_id].append(row)
    return found


def scopes_of(match: Any, periods: dict[int, set[str]]) -> list[tuple[int, int, str]]:
    """Return the leaderboards that a match counts for: of the server (channel 0) and of its channel."""
    kept = [key for key in period_keys(match.ended_ms) if key in periods[match.guild_id]]
    return [(match.guild_id, channel, period) for channel in (0, match.channel_id) for period in kept]


def count(
    figures: dict[tuple[Any, ...], dict[str, Any]],
    board: tuple[Any, ...],
    human: dict[int, int],
    rated: list[int],
    played: list[Any],
) -> None:
    """Add the results of one match to a leaderboard; `rated` are the places, those of people first."""
    lines = {result.person_id: line_of(figures, board, result.person_id) for result in played}
    people = {seat: [result for result in played if result.seat == seat] for seat in human}
    before = [[skill_of(lines[one.person_id]) for one in people[seat]] or [NEWCOMER] for seat in human]
    after = before
    if len(rated) > 1:
        after = rate([*before, *[[NEWCOMER]] * (len(rated) - len(before))], rated)
    for seat, skills in zip(human, after, strict=False):
        for result, skill in zip(people[seat], skills, strict=False):
            add(lines[result.person_id], result, skill)


def line_of(
    figures: dict[tuple[Any, ...], dict[str, Any]], board: tuple[Any, ...], person: int
) -> dict[str, Any]:
    names = (*SCOPE, "kind", "person_id", "level")
    key = (*board, person, "")
    fresh = {"mu": NEWCOMER.mu, "sigma": NEWCOMER.sigma, "rating": NEWCOMER.rating, "best_round": None}
    return figures.setdefault(key, dict(zip(names, key, strict=True)) | dict.fromkeys(SUMS, 0) | fresh)


def skill_of(line: dict[str, Any]) -> Skill:
    return Skill(line["mu"], line["sigma"])


def add(line: dict[str, Any], result: Any, skill: Skill) -> None:
    one = (1, int(result.won), result.rounds, result.calls, result.total)
    for name, more in zip(SUMS, one, strict=True):
        line[name] += more
    best = line["best_round"]
    line["best_round"] = result.best_round if best is None else max(best, result.best_round)
    line |= {"mu": skill.mu, "sigma": skill.sigma, "rating": skill.rating}


def write(rows: list[dict[str, Any]]) -> None:
    if rows:
        op.get_bind().execute(sa.insert(table("figures", *rows[0])), rows)
