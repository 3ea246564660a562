"""Tables in a file: SQLite, one writer thread. One server at a time has the file."""

import asyncio
import contextlib
import functools
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

from sqlalchemy import Connection, Dialect, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError

from tenluz.engine.errors import NotUnderstood
from tenluz.server.data_folder import (
    DamagedDatabase,
    FolderLock,
    NewerDatabase,
    cannot_open,
    keep_private,
    prepare_folder,
)
from tenluz.server.database import Write, execute, log_statement
from tenluz.server.migrations import upgrade
from tenluz.server.settings import ServerSettings
from tenluz.server.store import Conflict, Read, Store
from tenluz.server.write_lock import WriteLock

MOST_AT_ONCE = 500  # entries that one statement adds; SQLite takes some five thousand
# SQLite's names: somebody holds the file, it cannot be opened now, the disk is full or fails.
AWAY = ("BUSY", "LOCKED", "PROTOCOL", "CANTOPEN", "READONLY", "FULL", "IOERR")
PATIENCE = 5.0  # seconds in which something is written, or those who wait are told that it is not


def open_database(database: Path, *, durable: bool) -> Engine:
    """The database of a file, made where there is none; NotUnderstood where it cannot be used."""
    return _open(database, durable=durable)[0]


def upgrade_file(data: Path) -> str | None:
    """Bring the file of a data folder that no server uses to the newest shape; which it had."""
    with FolderLock(data):
        engine, before = _open(ServerSettings(data).database_file, durable=True)
        engine.dispose()
    return before


def _open(database: Path, *, durable: bool) -> tuple[Engine, str | None]:
    prepare_folder(database.parent)
    keep_private(database)
    # An error that is logged does not say what was to be written: seeds, numbers of guests.
    engine = create_engine(f"sqlite:///{database}", hide_parameters=True)
    event.listen(engine, "connect", functools.partial(_prepare_sqlite, durable))
    try:
        with engine.begin() as connection:
            before = upgrade(connection)
    except (DatabaseError, DamagedDatabase, NewerDatabase) as error:
        engine.dispose()
        raise cannot_open(database, error) from None
    return engine, before


def _prepare_sqlite(
    durable: bool, connection: DBAPIConnection | sqlite3.Connection, _: object = None
) -> None:
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
    cursor.execute(_busy_timeout(_usual_wait()))
    cursor.execute("pragma secure_delete=on")  # what is deleted leaves no bytes behind
    cursor.close()


class SqliteStore(Store):
    """The file of a data folder. NotUnderstood where it cannot be used."""

    def __init__(self, database: Path, *, durable: bool = True) -> None:
        super().__init__()
        self._database, self._durable = database, durable
        self._engine = open_database(database, durable=durable)
        try:
            self._lock = WriteLock(database.parent)
        except NotUnderstood:
            self._engine.dispose()
            raise
        self._batches: queue.SimpleQueue[list[Write] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()
        # Apart from those who read: who waits for the lock keeps nobody from opening a table.
        self._transactions = ThreadPoolExecutor(1, "transactions")

    def close(self) -> None:
        """Write what waits, and let go of the file."""
        self._hand_over()
        self._batches.put(None)
        self._writer.join()
        self._transactions.shutdown()
        self._engine.dispose()
        self._lock.close()

    async def stop(self) -> None:
        self.close()

    def is_away(self, error: Exception) -> bool:
        driver = error.orig if isinstance(error, DBAPIError) else error
        name = str(getattr(driver, "sqlite_errorname", ""))
        return super().is_away(error) or name.removeprefix("SQLITE_").startswith(AWAY)

    # --- write -----------------------------------------------------------------------------

    def _start_writing(self, batch: list[Write]) -> None:
        self._batches.put(batch)

    def _write_all(self) -> None:
        """The writer thread: all that waits, in one transaction, again and again. Whatever goes
        wrong, those who wait are told, and the next batch finds everything opened anew."""
        with contextlib.ExitStack() as opened:
            writer: tuple[Connection, sqlite3.Connection] | None = None
            while (batch := self._batches.get()) is not None:
                try:
                    if writer is None:
                        writer = self._open_writer(opened)
                    errors = self._write_in_turn(*writer, batch)
                except Exception as problem:
                    errors, writer = [problem] * len(batch), None
                    with contextlib.suppress(Exception):
                        opened.close()
                loop = batch[0].waits.get_loop()
                loop.call_soon_threadsafe(self._written, batch, errors)

    def _open_writer(self, opened: contextlib.ExitStack) -> tuple[Connection, sqlite3.Connection]:
        # Without transactions of its own: each statement is one.
        log = sqlite3.connect(self._database, isolation_level=None)
        opened.enter_context(contextlib.closing(log))
        _prepare_sqlite(self._durable, log)
        return opened.enter_context(self._engine.connect()), log

    def _write_in_turn(
        self, connection: Connection, log: sqlite3.Connection, batch: list[Write]
    ) -> list[Exception | None]:
        until = time.monotonic() + PATIENCE
        try:
            with self._lock.turn(until):
                batch += self._take_waiting()  # meanwhile: a commit costs the same for all
                with _patient(log, until), _patient(_driver(connection), until):
                    return self._write(connection, log, batch)
        except TimeoutError as problem:
            return [problem] * len(batch)

    def _write(
        self, connection: Connection, log: sqlite3.Connection, batch: list[Write]
    ) -> list[Exception | None]:
        """Write all or, where one fails, each by itself: others shall not suffer for it. Unless
        it is the disk, or somebody holds the database: then all would have to wait for each."""
        try:
            if len(batch) <= MOST_AT_ONCE and all(write.only_log for write in batch):
                log.execute(*_insert_entries(connection.dialect, batch))
            else:
                with connection.begin():
                    execute(connection, batch)
        except Exception as problem:
            if self.is_away(problem):
                return [problem] * len(batch)
            if len(batch) > 1:
                return [error for write in batch for error in self._write(connection, log, [write])]
            there = isinstance(problem, (IntegrityError, sqlite3.IntegrityError))
            return [Conflict() if there else problem]
        self.on_commit(len(batch))
        return [None] * len(batch)

    async def transact(self, work: Callable[..., Read], *about: Any) -> Read:
        until = time.monotonic() + PATIENCE
        given = (self._transact, until, work, *about)
        with self._answering():
            return await asyncio.get_running_loop().run_in_executor(self._transactions, *given)

    def _transact(self, until: float, work: Callable[..., Read], *about: Any) -> Read:
        with (
            self._lock.turn(until),
            self._engine.connect() as connection,
            _patient(_driver(connection), until),
            connection.begin(),
        ):
            # Before the first read: else another writer could come in before the first write.
            connection.exec_driver_sql("begin immediate")
            return work(connection, *about)

    # --- read ------------------------------------------------------------------------------

    async def read(self, query: Callable[..., Read], *about: Any) -> Read:
        with self._answering():
            return await asyncio.to_thread(self._ask, query, *about)

    def _ask(self, query: Callable[..., Read], *about: Any) -> Read:
        with self._engine.connect() as connection:
            return query(connection, *about)

    async def _wrote(self, at: float) -> bool:
        return await asyncio.to_thread(self._has, at)

    def _has(self, at: float) -> bool:
        # By another connection: that of the writer would find a file that was deleted.
        with sqlite3.connect(f"file:{quote(str(self._database))}?mode=ro", uri=True) as reading:
            (found,) = reading.execute("select at from health").fetchone()
        reading.close()
        return bool(found >= at)


def _driver(connection: Connection) -> sqlite3.Connection:
    """What SQLAlchemy asks, as the driver has it."""
    return cast(sqlite3.Connection, connection.connection.dbapi_connection)


@contextlib.contextmanager
def _patient(connection: sqlite3.Connection, until: float) -> Iterator[None]:
    """Another program may hold the database as well: no longer than until then is that waited
    for, where others have taken a part of the time."""
    left = until - time.monotonic()
    if left >= _usual_wait():
        yield
        return
    connection.execute(_busy_timeout(left))
    try:
        yield
    finally:
        connection.execute(_busy_timeout(_usual_wait()))


def _usual_wait() -> float:
    """For another program; the rest of the time is for one's turn, which hardly takes that long:
    to say so again for every commit would cost more."""
    return 0.9 * PATIENCE


def _busy_timeout(seconds: float) -> str:
    return f"pragma busy_timeout={max(1, int(1000 * seconds))}"


def _insert_entries(dialect: Dialect, batch: list[Write]) -> tuple[str, list[Any]]:
    """What every move does, past SQLAlchemy, which takes two fifths of a commit's time. All
    entries by one statement: the driver lets go of Python at each, and has to wait for the loop
    until it goes on."""
    rows = [row.values() for write in batch for row in write.log]
    return _several(log_statement(dialect), len(rows)), [value for row in rows for value in row]


@functools.cache
def _several(statement: str, count: int) -> str:
    """The statement that adds one row, for some rows."""
    insert, values, row = statement.partition(" VALUES ")
    return insert + values + ", ".join([row] * count)
