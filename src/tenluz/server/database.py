"""The database's file, opened and in the newest shape, and what is written to it together.

SQL is here and in schema.py; who writes, and when, is in store.py.
"""

import asyncio
import functools
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, Dialect, Engine, create_engine, event, insert, update
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError

from tenluz.engine.types import JsonObject
from tenluz.server import schema
from tenluz.server.data_folder import NewerDatabase, cannot_open, keep_private, prepare_folder
from tenluz.server.migrations import upgrade


def open_database(database: Path, *, durable: bool) -> Engine:
    """The database of a file, made where there is none; NotUnderstood where it cannot be used."""
    prepare_folder(database.parent)
    keep_private(database)
    engine = create_engine(f"sqlite:///{database}")
    event.listen(engine, "connect", functools.partial(_prepare_sqlite, durable))
    try:
        with engine.begin() as connection:
            upgrade(connection)
    except (DatabaseError, NewerDatabase) as error:
        engine.dispose()
        raise cannot_open(database, error) from None
    return engine


def _prepare_sqlite(durable: bool, connection: DBAPIConnection, _: object) -> None:
    """A write-ahead log: readers never wait for the writer.

    `synchronous=FULL` waits for the disk with every commit, which many writes share. `NORMAL`
    leaves it to the system when pages reach the disk. What is committed is in the system's hands
    then, so a killed process loses nothing; only a power cut may take the last moments, and
    never damages the file.
    """
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode=wal")
    cursor.execute(f"pragma synchronous={'full' if durable else 'normal'}")
    cursor.execute("pragma foreign_keys=on")
    cursor.execute("pragma busy_timeout=5000")
    cursor.close()


# --- writes -------------------------------------------------------------------------------


@dataclass(slots=True)
class Write:
    """What goes into the database together or not at all, and who waits for it."""

    waits: asyncio.Future[None]
    tables: list[JsonObject] = field(default_factory=list)
    log: list[JsonObject] = field(default_factory=list)
    sat: list[JsonObject] = field(default_factory=list)
    over: list[str] = field(default_factory=list)
    health: list[float] = field(default_factory=list)


def execute(connection: Connection, batch: list[Write]) -> None:
    for table in (schema.tables, schema.log, schema.sat):
        rows = [row for write in batch for row in getattr(write, table.name)]
        if rows and table is schema.log:
            _insert_log(connection, rows)
        elif rows:
            connection.execute(insert(table), rows)
    over = [table for write in batch for table in write.over]
    if over:
        connection.execute(
            update(schema.tables).where(schema.tables.c.id.in_(over)).values(over=True)
        )
    health = [at for write in batch for at in write.health]
    if health:
        connection.execute(update(schema.health).values(at=max(health)))


def _insert_log(connection: Connection, rows: list[JsonObject]) -> None:
    """What every move does: the same statement, without having SQLAlchemy look at each row."""
    dialect = connection.dialect
    statement = _log_statement(dialect)
    if dialect.positional:
        connection.exec_driver_sql(statement, [tuple(row.values()) for row in rows])
    else:
        connection.exec_driver_sql(statement, rows)


@functools.cache
def _log_statement(dialect: Dialect) -> str:
    return str(insert(schema.log).compile(dialect=dialect))
