"""A row to write and read, so that a server knows whether it still can."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    health = op.create_table(
        "health",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
    )
    op.bulk_insert(health, [{"id": 1, "at": 0.0}])


def downgrade() -> None:
    op.drop_table("health")
