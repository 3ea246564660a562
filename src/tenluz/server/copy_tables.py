"""From the file of a data folder to a PostgreSQL: every table and log, who sat where, accounts,
and the keys, so that people find their seats with the cookies they have. All of it or nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table, delete, func, insert, select

from tenluz.engine.errors import NotUnderstood
from tenluz.server import schema
from tenluz.server.data_folder import FolderLock, exists, read_keys, unusable
from tenluz.server.keys import KeyRing
from tenluz.server.postgres import ask_postgres, insert_keys, place, with_postgres
from tenluz.server.settings import ServerSettings
from tenluz.server.sqlite_store import open_database

if TYPE_CHECKING:
    import asyncpg

COPIED = (  # in the order in which they need each other
    schema.tables,
    schema.log,
    schema.sat,
    schema.forgotten,
    schema.bans,
    schema.cleared_names,
    schema.reports,
    schema.audit,
    schema.sign_outs,
    schema.seen_seats,
    schema.accounts,
    schema.passkeys,
    schema.results,
)
AT_ONCE = 1000  # rows


@dataclass(frozen=True)
class Copied:
    """What was copied."""

    tables: int
    unfinished: int
    entries: int


def copy_tables(data: Path, url: str) -> Copied:
    """Copy a data folder that no server uses; NotUnderstood where it cannot be."""
    file = ServerSettings(data).database_file
    try:
        there = exists(file)
    except OSError as error:
        raise unusable(file, error) from None
    if not there:
        raise NotUnderstood(f"There are no tables to copy: {file} does not exist.")
    with FolderLock(data):
        # First: to open the file brings it to this version's shape, which only a copy is worth.
        ask_postgres(url, lambda target: _look_there(target, url))
        keys = read_keys(data)
        engine = open_database(file, durable=True)
        try:
            with engine.connect() as source:
                return with_postgres(url, lambda target, _: _copy(source, target, keys, url))
        finally:
            engine.dispose()


async def _look_there(target: "asyncpg.Connection", url: str) -> None:
    if await target.fetchval("select to_regclass('tables') is not null"):
        _refuse(await target.fetchval("select count(*) from tables"), url)


def _refuse(there: int, url: str) -> None:
    if there:
        raise NotUnderstood(
            f"PostgreSQL at {place(url)} has {there:,} tables already; copy into an empty database."
        )


def _copy(source: Connection, target: Connection, keys: KeyRing, url: str) -> Copied:
    _refuse(_count(target, schema.tables), url)
    for table in COPIED:
        for rows in _rows(source, table):
            target.execute(insert(table), rows)
        if _count(target, table) != _count(source, table):
            raise NotUnderstood(f"Not all of {table.name} was copied; nothing was changed.")
    target.execute(delete(schema.keys))  # of a server that has looked in, and had no table
    insert_keys(target, keys)
    unfinished = target.execute(
        select(func.count()).select_from(schema.tables).where(schema.tables.c.over.is_(False))
    ).scalar_one()
    return Copied(_count(target, schema.tables), unfinished, _count(target, schema.log))


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _rows(source: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    query = select(table).order_by(*table.primary_key.columns)
    for part in source.execute(query).mappings().partitions(AT_ONCE):
        yield [dict(row) for row in part]
