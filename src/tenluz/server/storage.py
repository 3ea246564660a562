"""Which database a server has, opened: the file of its data folder, or a PostgreSQL. With it
come the keys that sign cookies and links, and the lock that keeps a second server away from a
file; a PostgreSQL is for any number of them.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tenluz.server.data_folder import FolderLock, kept_keys, read_keys
from tenluz.server.keys import KeyRing
from tenluz.server.settings import ServerSettings
from tenluz.server.sqlite_store import SqliteStore
from tenluz.server.store import Store, kind_of_failure

logger = logging.getLogger("tenluz.keys")


@dataclass(frozen=True)
class Storage:
    """What a server needs to begin."""

    store: Store
    keys: KeyRing  # as they were then
    lock: FolderLock | None  # held until the server ends
    settings: ServerSettings

    async def keep_keys(self, every: float, *users: Callable[[KeyRing], None]) -> None:
        """For ever: have a server use the keys that there are, changed or not, as older ones have
        their end. Where they cannot be read, it goes on with those that it has."""
        ring = self.keys
        while True:
            await asyncio.sleep(every)
            try:
                ring = await self._read_keys() or ring
            except Exception as problem:
                logger.warning(f"the keys could not be read: {kind_of_failure(problem)}")
            for use in users:
                use(ring)

    async def _read_keys(self) -> KeyRing | None:
        if not self.settings.database:
            return await asyncio.to_thread(kept_keys, self.settings.data)
        from tenluz.server.postgres import read_keys as read_shared

        return await self.store.read(read_shared)


def open_storage(settings: ServerSettings) -> Storage:
    """NotUnderstood says in one line why it cannot be."""
    if settings.database:
        from tenluz.server.postgres import kept_keys as kept_there
        from tenluz.server.postgres import open_postgres
        from tenluz.server.postgres_store import PostgresStore

        # Who started several workers has opened it. A newer server may have upgraded it since,
        # which leaves them all that they need: one that replaces another does not look.
        keys = (open_postgres if settings.workers == 1 else kept_there)(settings.database)
        store: Store = PostgresStore(
            settings.database, durable=settings.durable, gone=settings.gone
        )
        return Storage(store, keys, None, settings)
    # Of several workers, who started them holds it.
    lock = FolderLock(settings.data) if settings.workers == 1 else None
    with contextlib.ExitStack() as failed:
        if lock is not None:
            failed.enter_context(lock)
        keys = read_keys(settings.data)
        store = SqliteStore(settings.database_file, durable=settings.durable)
        failed.pop_all()
    return Storage(store, keys, lock, settings)


@contextlib.contextmanager
def prepared(settings: ServerSettings) -> Iterator[KeyRing]:
    """A database in its newest shape before several workers look at it, and held for all of them
    where one may have it; its keys."""
    if settings.database:
        from tenluz.server.postgres import open_postgres

        yield open_postgres(settings.database)
        return
    with FolderLock(settings.data):
        keys = read_keys(settings.data)
        SqliteStore(settings.database_file).close()
        yield keys
