"""Which database a server has, opened: the file of its data folder, or a PostgreSQL. With it
comes the key that signs cookies and links, and the lock that keeps a second server away from a
file; a PostgreSQL is for any number of them.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from tenluz.server.data_folder import FolderLock, read_key
from tenluz.server.settings import ServerSettings
from tenluz.server.sqlite_store import SqliteStore
from tenluz.server.store import Store


@dataclass(frozen=True)
class Storage:
    """What a server needs to begin."""

    store: Store
    key: bytes
    lock: FolderLock | None  # held until the server ends


def open_storage(settings: ServerSettings) -> Storage:
    """NotUnderstood says in one line why it cannot be."""
    if settings.database:
        from tenluz.server.postgres import open_postgres
        from tenluz.server.postgres_store import PostgresStore

        key = open_postgres(settings.database)
        store: Store = PostgresStore(
            settings.database, durable=settings.durable, gone=settings.gone
        )
        return Storage(store, key, None)
    # Of several workers, who started them holds it.
    lock = FolderLock(settings.data) if settings.workers == 1 else None
    with contextlib.ExitStack() as failed:
        if lock is not None:
            failed.enter_context(lock)
        key = read_key(settings.data)
        store = SqliteStore(settings.database_file, durable=settings.durable)
        failed.pop_all()
    return Storage(store, key, lock)


@contextlib.contextmanager
def prepared(settings: ServerSettings) -> Iterator[bytes]:
    """A database in its newest shape before several workers look at it, and held for all of them
    where one may have it; its key."""
    if settings.database:
        from tenluz.server.postgres import open_postgres

        yield open_postgres(settings.database)
        return
    with FolderLock(settings.data):
        key = read_key(settings.data)
        SqliteStore(settings.database_file).close()
        yield key
