"""Keys that change, cookies that are believed no more, accounts, and results of games."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("keys", sa.Column("made", sa.Float(53), nullable=True))
    op.add_column("keys", sa.Column("until", sa.Float(53), nullable=True))
    op.add_column("keys", sa.Column("mark", sa.String(32), nullable=True))
    op.create_table(
        "sign_outs",
        sa.Column("guest", sa.String(24), primary_key=True),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
    )
    op.create_index("sign_outs_at", "sign_outs", ["at"])
    op.create_table(
        "accounts",
        sa.Column("guest", sa.String(24), primary_key=True),
        sa.Column("handle", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1364), primary_key=True),
        sa.Column("guest", sa.String(24), sa.ForeignKey("accounts.guest"), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("counter", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("synced", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("used", sa.Float(53), nullable=False),
    )
    op.create_index("passkeys_guest", "passkeys", ["guest"])
    op.create_table(
        "used_challenges",
        sa.Column("id", sa.String(48), primary_key=True),
        sa.Column("until", sa.Float(53), nullable=False),
    )
    op.create_table(
        "seen_seats",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("guest", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("guest", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("finished", sa.Float(53), nullable=False),
    )
    op.create_index("results_guest", "results", ["guest", "finished"])


def downgrade() -> None:
    # Without a column that says which signs, the newest key alone is left.
    op.execute("delete from keys where id < (select max(id) from keys)")
    for table in ("results", "seen_seats", "used_challenges", "passkeys", "accounts", "sign_outs"):
        op.drop_table(table)
    with op.batch_alter_table("keys") as keys:
        for column in ("mark", "until", "made"):
            keys.drop_column(column)
