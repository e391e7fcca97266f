"""Leases of shard ranges."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("shards", sa.Text(), nullable=False),
        sa.Column("shard_count", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
        sa.Column("renewed_ms", sa.BigInteger(), nullable=False),
        sa.Column("ttl_ms", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("shards", name="pk_leases"),
    )


def downgrade() -> None:
    op.drop_table("leases")
