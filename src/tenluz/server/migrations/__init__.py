"""Steps from one shape of the database to the next; `upgrade` takes those that are missing."""

import glob
import logging
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from tenluz.server.data_folder import DamagedDatabase, NewerDatabase
from tenluz.server.schema import NEWEST
from tenluz.server.systemd import start_takes_long

logger = logging.getLogger("tenluz.store")


def upgrade(connection: Connection) -> str | None:
    """Bring a database, new or old, to the newest shape, and say which it had, None if it is new;
    NewerDatabase or DamagedDatabase if it has one that is not known here."""
    version = _version(connection)
    if version == NEWEST:
        return version  # without loading Alembic, which a start would feel
    if connection.dialect.name == "sqlite":
        # The driver begins no transaction for these: who is killed would leave half of a step.
        connection.exec_driver_sql("begin immediate")
        version = _version(connection)  # another may have been quicker
    if version is not None:
        logger.warning(
            f"Bringing the database up to date ({version} to {NEWEST}). A large one takes a while."
        )
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    with start_takes_long():
        command.upgrade(config, "head")
    return version


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    version = connection.execute(text("select version_num from alembic_version")).scalar()
    check_version(version)
    return version


def check_version(version: str | None) -> None:
    """NewerDatabase or DamagedDatabase unless this is what an older Tenluz has written into its
    database, or this one."""
    if version is None:
        raise DamagedDatabase("it says no version")
    if version == NEWEST:
        return
    if version.isdecimal() and version > NEWEST:
        raise NewerDatabase
    if not list(Path(__file__).parent.glob(f"versions/{glob.escape(version)}_*.py")):
        raise DamagedDatabase(f"it says that its version is {version!r}, which there never was")
