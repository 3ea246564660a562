"""A key for all servers of a database, and what their workers tell each other."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "keys",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.LargeBinary(32), nullable=False),
    )
    # Without a write-ahead log of their own, where that can be: a crash of the database ends
    # everything that they tell of.
    kind = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "workers",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("beat", sa.Float(53), nullable=False),
        prefixes=kind,
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("worker", sa.String(24), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        prefixes=kind,
    )
    op.create_table(
        "bot_workers",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("worker", sa.String(24), nullable=False),
        sa.Column("since", sa.Float(53), nullable=False),
        prefixes=kind,
    )


def downgrade() -> None:
    for table in ("bot_workers", "presence", "workers", "keys"):
        op.drop_table(table)
