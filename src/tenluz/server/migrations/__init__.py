"""Steps from one shape of the database to the next; `upgrade` takes those that are missing."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from tenluz.server.schema import NEWEST


def upgrade(connection: Connection) -> None:
    """Bring a database, new or old, to the newest shape."""
    if _version(connection) == NEWEST:
        return  # without loading Alembic, which a start would feel
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("select version_num from alembic_version")).scalar()
