"""What the database holds. `migrations/` makes the same tables; a test compares the two.

Times are milliseconds since 1970 (UTC). A person id of 0 stands for somebody who wanted to be forgotten.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Float, ForeignKey, Index, Integer, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

FORGOTTEN: Final = 0
"""The pseudonym of everybody who was forgotten."""

WHOLE_SERVER: Final = 0
"""The channel id of figures that count all channels of a server."""


class Model(DeclarativeBase):
    """Base of all tables; its metadata is what migrations are compared with."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
        }
    )


class GuildRow(Model):
    """What a server chose."""

    __tablename__ = "guilds"
    guild_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    choices: Mapped[str] = mapped_column(Text)


class PersonRow(Model):
    """What a person chose."""

    __tablename__ = "people"
    person_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    choices: Mapped[str] = mapped_column(Text)


class TableRow(Model):
    """An open table; a closed one has no row."""

    __tablename__ = "tables"
    table_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    guild_id: Mapped[int] = mapped_column(BigInteger)
    channel_id: Mapped[int] = mapped_column(BigInteger)
    phase: Mapped[str] = mapped_column(String(16))
    state: Mapped[str] = mapped_column(Text)
    at_ms: Mapped[int] = mapped_column(BigInteger)


class MatchRow(Model):
    """A match. `ended_ms` stays empty when it was broken off."""

    __tablename__ = "matches"
    match_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    table_id: Mapped[int] = mapped_column(BigInteger)
    guild_id: Mapped[int] = mapped_column(BigInteger)
    channel_id: Mapped[int] = mapped_column(BigInteger)
    rules: Mapped[str] = mapped_column(Text)
    begun_ms: Mapped[int] = mapped_column(BigInteger)
    ended_ms: Mapped[int | None] = mapped_column(BigInteger)


class SeatRow(Model):
    """The place of a seat in a finished match; it names no person, so it outlives a `forget`."""

    __tablename__ = "seats"
    match_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("matches.match_id"), primary_key=True, autoincrement=False
    )
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    place: Mapped[int] = mapped_column(Integer)
    practice: Mapped[bool] = mapped_column(Boolean)
    level: Mapped[str | None] = mapped_column(String(8))
    """Of a practice player; empty in matches of older versions, too."""


class RoundRow(Model):
    """A round: its header (rules, seats, seed) and how it ended. `pruned`: its moves are gone."""

    __tablename__ = "rounds"
    round_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    match_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("matches.match_id"))
    channel_id: Mapped[int] = mapped_column(BigInteger)
    number: Mapped[int] = mapped_column(Integer)
    rules: Mapped[str] = mapped_column(Text)
    seats: Mapped[int] = mapped_column(Integer)
    seed: Mapped[str] = mapped_column(String(64))
    dealt_ms: Mapped[int] = mapped_column(BigInteger)
    ended_ms: Mapped[int | None] = mapped_column(BigInteger)
    end: Mapped[str | None] = mapped_column(String(16))
    caller: Mapped[int | None] = mapped_column(Integer)
    scores: Mapped[str | None] = mapped_column(Text)
    pruned: Mapped[bool] = mapped_column(Boolean)

    __table_args__ = (
        Index("ix_rounds_last", "channel_id", "ended_ms"),
        Index("ix_rounds_age", "pruned", "dealt_ms"),
    )


class MoveRow(Model):
    """One record of the journal. No foreign key: this is the busy table, and rounds are never deleted."""

    __tablename__ = "moves"
    round_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    record: Mapped[str] = mapped_column(Text)

    __table_args__ = ({"sqlite_with_rowid": False},)


class PlayerRow(Model):
    """Who moved in which round, so that `forget` finds their records."""

    __tablename__ = "players"
    person_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    round_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)

    __table_args__ = ({"sqlite_with_rowid": False},)


class ResultRow(Model):
    """What a match was for one human."""

    __tablename__ = "results"
    match_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("matches.match_id"), primary_key=True, autoincrement=False
    )
    person_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    guild_id: Mapped[int] = mapped_column(BigInteger)
    channel_id: Mapped[int] = mapped_column(BigInteger)
    seat: Mapped[int] = mapped_column(Integer)
    place: Mapped[int] = mapped_column(Integer)
    won: Mapped[bool] = mapped_column(Boolean)
    total: Mapped[int] = mapped_column(Integer)
    rounds: Mapped[int] = mapped_column(Integer)
    calls: Mapped[int] = mapped_column(Integer)
    best_round: Mapped[int] = mapped_column(Integer)
    kind: Mapped[str] = mapped_column(String(8))
    """Against whom it was: `people`, `practice` or `solo`."""
    ended_ms: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("ix_results_person", "person_id", "guild_id", "kind", "ended_ms"),)


class NameRow(Model):
    """The last name that a person was known by on a server: they may have left it since."""

    __tablename__ = "names"
    person_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    guild_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(Text)

    __table_args__ = ({"sqlite_with_rowid": False},)


_LEADERBOARD: Final = ("guild_id", "channel_id", "period", "kind")


class FigureRow(Model):
    """A line of a leaderboard, kept up to date at the end of every match.

    `channel_id` 0 counts the whole server; `period` is `all`, a year, a month or a week of the calendar.
    Matches against practice players only have lines of their own (`kind`), one for each of their levels;
    ratings are those of people among themselves.
    """

    __tablename__ = "figures"
    guild_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    channel_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    period: Mapped[str] = mapped_column(String(8), primary_key=True)
    kind: Mapped[str] = mapped_column(String(8), primary_key=True)
    """`people` or `practice`."""
    person_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    level: Mapped[str] = mapped_column(String(8), primary_key=True)
    """Of the hardest practice player where there were no others; empty where it was not kept."""
    matches: Mapped[int] = mapped_column(Integer)
    wins: Mapped[int] = mapped_column(Integer)
    rounds: Mapped[int] = mapped_column(Integer)
    calls: Mapped[int] = mapped_column(Integer)
    points: Mapped[int] = mapped_column(Integer)
    best_round: Mapped[int] = mapped_column(Integer)
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)
    rating: Mapped[float] = mapped_column(Float)

    __table_args__ = (
        Index("ix_figures_best", *_LEADERBOARD, "rating", "wins", "points", "person_id"),
        Index("ix_figures_person", "person_id"),
        {"sqlite_with_rowid": False},
    )


class LeaseRow(Model):
    """Who serves a range of shards. `beat` changes with every heartbeat."""

    __tablename__ = "leases"
    shards: Mapped[str] = mapped_column(Text, primary_key=True)
    shard_count: Mapped[int] = mapped_column(Integer)
    owner: Mapped[str] = mapped_column(Text)
    token: Mapped[str] = mapped_column(String(32))
    beat: Mapped[int] = mapped_column(BigInteger)
    renewed_ms: Mapped[int] = mapped_column(BigInteger)
    ttl_ms: Mapped[int] = mapped_column(Integer)


class PulseRow(Model):
    """A row written only to see whether writing works."""

    __tablename__ = "pulse"
    pulse_id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    padding: Mapped[str] = mapped_column(Text)


class NoteRow(Model):
    """A word that the program leaves for its next start."""

    __tablename__ = "notes"
    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    text: Mapped[str] = mapped_column(Text)
