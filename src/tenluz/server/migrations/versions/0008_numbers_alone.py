"""An entry is known by its number alone: an index over commands was half of what a move writes."""

from alembic import op

revision = "0008"
down_revision = "0007"

NAME, COLUMNS = "one_entry_a_command", ["table_id", "command_id"]


def upgrade() -> None:
    with op.batch_alter_table("log") as log:  # SQLite makes the table anew
        log.drop_constraint(NAME, type_="unique")


def downgrade() -> None:
    with op.batch_alter_table("log") as log:
        log.create_unique_constraint(NAME, COLUMNS)
