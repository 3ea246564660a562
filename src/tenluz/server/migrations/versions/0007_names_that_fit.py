"""Guests who were deleted are found by when; and names that were cleared fit their column, also in
a file, which takes any length: PostgreSQL, to which it may be copied, does not."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

LONGEST = 100


def upgrade() -> None:
    op.create_index("forgotten_at", "forgotten", ["at"])
    names = op.get_bind()
    too_long = "select guest, name, at from cleared_names where length(name) > :most"
    found = names.execute(sa.text(too_long), {"most": LONGEST}).all()
    names.execute(
        sa.text("delete from cleared_names where length(name) > :most"), {"most": LONGEST}
    )
    insert = "insert into cleared_names (guest, name, at) values (:guest, :name, :at)"
    for guest, name, at in found:
        row = {"guest": guest, "name": name[:LONGEST], "at": at}
        names.execute(sa.text(f"{insert} on conflict do nothing"), row)


def downgrade() -> None:
    op.drop_index("forgotten_at", "forgotten")
