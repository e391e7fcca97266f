"""Tables, journal and figures."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "figures",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("period", sa.String(length=8), nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("best_round", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "channel_id", "period", "person_id", name=op.f("pk_figures")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_figures_best",
        "figures",
        ["guild_id", "channel_id", "period", "rating", "wins", "points", "person_id"],
        unique=False,
    )
    op.create_index("ix_figures_person", "figures", ["person_id"], unique=False)
    op.create_table(
        "guilds",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("choices", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_guilds")),
    )
    op.create_table(
        "matches",
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("begun_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_matches")),
    )
    op.create_table(
        "moves",
        sa.Column("round_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("round_id", "number", name=op.f("pk_moves")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "people",
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("choices", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_people")),
    )
    op.create_table(
        "players",
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("round_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("person_id", "round_id", name=op.f("pk_players")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "pulse",
        sa.Column("pulse_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("padding", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("pulse_id", name=op.f("pk_pulse")),
    )
    op.create_table(
        "tables",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_tables")),
    )
    op.create_index(op.f("ix_tables_at_ms"), "tables", ["at_ms"], unique=False)
    op.create_table(
        "results",
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.Column("best_round", sa.Integer(), nullable=False),
        sa.Column("solo", sa.Boolean(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name=op.f("fk_results_match_id")),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_results")),
    )
    op.create_index(
        "ix_results_person", "results", ["person_id", "guild_id", "solo", "ended_ms"], unique=False
    )
    op.create_table(
        "rounds",
        sa.Column("round_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("dealt_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.Column("end", sa.String(length=16), nullable=True),
        sa.Column("caller", sa.Integer(), nullable=True),
        sa.Column("scores", sa.Text(), nullable=True),
        sa.Column("pruned", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name=op.f("fk_rounds_match_id")),
        sa.PrimaryKeyConstraint("round_id", name=op.f("pk_rounds")),
    )
    op.create_index("ix_rounds_age", "rounds", ["pruned", "dealt_ms"], unique=False)
    op.create_index("ix_rounds_last", "rounds", ["channel_id", "ended_ms"], unique=False)
    op.create_table(
        "seats",
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name=op.f("fk_seats_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_seats")),
    )


def downgrade() -> None:
    op.drop_table("seats")
    op.drop_index("ix_rounds_last", table_name="rounds")
    op.drop_index("ix_rounds_age", table_name="rounds")
    op.drop_table("rounds")
    op.drop_index("ix_results_person", table_name="results")
    op.drop_table("results")
    op.drop_index(op.f("ix_tables_at_ms"), table_name="tables")
    op.drop_table("tables")
    op.drop_table("pulse")
    op.drop_table("players")
    op.drop_table("people")
    op.drop_table("moves")
    op.drop_table("matches")
    op.drop_table("guilds")
    op.drop_index("ix_figures_person", table_name="figures")
    op.drop_index("ix_figures_best", table_name="figures")
    op.drop_table("figures")
