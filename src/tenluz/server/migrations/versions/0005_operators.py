"""What people may have deleted, what operators do, and how workers hear of both."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rewritten", sa.Integer, nullable=False, server_default="0"))
    op.create_index("tables_maker", "tables", ["maker"])
    changes = op.create_table(
        "changes",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("watched", sa.Float(53), nullable=False),
    )
    op.bulk_insert(changes, [{"id": 1, "number": 0, "watched": 0.0}])
    tidying = op.create_table(
        "tidying",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("after", sa.String(24), nullable=False),
    )
    op.bulk_insert(tidying, [{"id": 1, "at": 0.0, "after": ""}])
    op.create_table(
        "forgotten",
        sa.Column("guest", sa.String(24), primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
    )
    op.create_table(
        "bans",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("since", sa.Float(53), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
        sa.UniqueConstraint("kind", "subject", name="one_ban_a_subject"),
    )
    op.create_table(
        "cleared_names",
        sa.Column("guest", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(100), primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("guest", sa.String(24), nullable=False),
        sa.Column("reporter", sa.String(24), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.UniqueConstraint("reporter", "guest", "name", name="one_report_a_name"),
    )
    op.create_index("reports_table", "reports", ["table_id"])
    op.create_index("reports_guest", "reports", ["guest"])
    op.create_table(
        "audit",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("action", sa.String(24), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("detail", sa.String(200), nullable=False),
    )
    op.create_index("audit_at", "audit", ["at"])
    op.create_table(
        "overviews",
        sa.Column("worker", sa.String(40), primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for table in (
        "overviews", "audit", "reports", "cleared_names", "bans", "forgotten", "tidying", "changes",
    ):  # fmt: skip
        op.drop_table(table)
    op.drop_index("tables_maker", "tables")
    with op.batch_alter_table("tables") as altered:
        altered.drop_column("rewritten")
