"""Tables, journal and figures."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_choices()
    create_tables_and_matches()
    create_journal()
    create_results()
    create_figures()
    op.create_table(
        "pulse", *key("pulse_id", of=sa.Integer()), *needed(sa.Text(), "padding"), pk("pulse", "pulse_id")
    )


def downgrade() -> None:
    for name in ("pulse", "figures", "results", "seats", "players", "moves", "rounds", "matches"):
        op.drop_table(name)
    for name in ("tables", "people", "guilds"):
        op.drop_table(name)


def key(*names: str, of: Any = None) -> list[sa.Column[Any]]:
    return [sa.Column(name, of or sa.BigInteger(), autoincrement=False, nullable=False) for name in names]


def needed(kind: Any, *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=False) for name in names]


def optional(kind: Any, *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=True) for name in names]


def pk(table: str, *names: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*names, name=f"pk_{table}")


def of_match(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name=f"fk_{table}_match_id")


def create_choices() -> None:
    for table, name in (("guilds", "guild_id"), ("people", "person_id")):
        op.create_table(table, *key(name), *needed(sa.Text(), "choices"), pk(table, name))


def create_tables_and_matches() -> None:
    op.create_table(
        "tables",
        *key("table_id"),
        *needed(sa.BigInteger(), "guild_id", "channel_id"),
        *needed(sa.String(length=16), "phase"),
        *needed(sa.Text(), "state"),
        *needed(sa.BigInteger(), "at_ms"),
        pk("tables", "table_id"),
    )
    op.create_table(
        "matches",
        *key("match_id"),
        *needed(sa.BigInteger(), "table_id", "guild_id", "channel_id"),
        *needed(sa.Text(), "rules"),
        *needed(sa.BigInteger(), "begun_ms"),
        *optional(sa.BigInteger(), "ended_ms"),
        pk("matches", "match_id"),
    )


def create_journal() -> None:
    op.create_table(
        "rounds",
        *key("round_id"),
        *needed(sa.BigInteger(), "match_id", "channel_id"),
        *needed(sa.Integer(), "number"),
        *needed(sa.Text(), "rules"),
        *needed(sa.Integer(), "seats"),
        *needed(sa.String(length=64), "seed"),
        *needed(sa.BigInteger(), "dealt_ms"),
        *optional(sa.BigInteger(), "ended_ms"),
        *optional(sa.String(length=16), "end"),
        *optional(sa.Integer(), "caller"),
        *optional(sa.Text(), "scores"),
        *needed(sa.Boolean(), "pruned"),
        of_match("rounds"),
        pk("rounds", "round_id"),
    )
    op.create_index("ix_rounds_age", "rounds", ["pruned", "dealt_ms"])
    op.create_index("ix_rounds_last", "rounds", ["channel_id", "ended_ms"])
    op.create_table(
        "moves",
        *key("round_id"),
        *key("number", of=sa.Integer()),
        *needed(sa.Text(), "record"),
        pk("moves", "round_id", "number"),
        sqlite_with_rowid=False,
    )
    of_both = pk("players", "person_id", "round_id")
    op.create_table("players", *key("person_id", "round_id"), of_both, sqlite_with_rowid=False)


def create_results() -> None:
    op.create_table(
        "seats",
        *key("match_id"),
        *key("seat", of=sa.Integer()),
        *needed(sa.Integer(), "place"),
        *needed(sa.Boolean(), "practice"),
        of_match("seats"),
        pk("seats", "match_id", "seat"),
    )
    op.create_table(
        "results",
        *key("match_id", "person_id"),
        *needed(sa.BigInteger(), "guild_id", "channel_id"),
        *needed(sa.Integer(), "seat", "place"),
        *needed(sa.Boolean(), "won"),
        *needed(sa.Integer(), "total", "rounds", "calls", "best_round"),
        *needed(sa.Boolean(), "solo"),
        *needed(sa.BigInteger(), "ended_ms"),
        of_match("results"),
        pk("results", "match_id", "person_id"),
    )
    op.create_index("ix_results_person", "results", ["person_id", "guild_id", "solo", "ended_ms"])


def create_figures() -> None:
    scope = ["guild_id", "channel_id", "period"]
    op.create_table(
        "figures",
        *key("guild_id", "channel_id"),
        *needed(sa.String(length=8), "period"),
        *key("person_id"),
        *needed(sa.Integer(), "matches", "wins", "rounds", "calls", "points", "best_round"),
        *needed(sa.Float(), "mu", "sigma", "rating"),
        pk("figures", *scope, "person_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_figures_best", "figures", [*scope, "rating", "wins", "points", "person_id"])
    op.create_index("ix_figures_person", "figures", ["person_id"])
