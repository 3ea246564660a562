"""A store of each kind, for what must hold on both databases."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from tenluz.server import postgres
from tenluz.server.postgres_store import PostgresStore
from tenluz.server.sqlite_store import SqliteStore
from tenluz.server.store import Store
from tests.server.private_postgres import private_postgres

KINDS = ("sqlite", "postgres")


@contextlib.asynccontextmanager
async def opened(kind: str, folder: Path, count: int = 1) -> AsyncIterator[list[Store]]:
    """Some stores of one database, as several workers have them."""
    stores: list[Store] = []
    if kind == "postgres":
        url = private_postgres().database_of(folder)
        postgres.open_postgres(url)
        stores += [PostgresStore(url) for _ in range(count)]
    else:
        stores += [SqliteStore(folder / "tables.db") for _ in range(count)]
    for store in stores:
        await store.start()
    try:
        yield stores
    finally:
        for store in stores:
            await store.stop()
