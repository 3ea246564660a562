"""What Alembic runs: the steps, on the connection that `upgrade` was given."""

from alembic import context

from tenluz.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter a column otherwise
)
with context.begin_transaction():
    context.run_migrations()
