"""Tables in PostgreSQL, shared with any number of other processes on any number of machines.

The log is the truth: two that write the same entry find out by its number, which is unique.
A connection that was cut, or a database that restarts, costs a moment: what was to be written
is written again, and if it had got there after all, its own entry is what is found.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any

import orjson
from sqlalchemy import Connection, bindparam, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from tenluz.engine.errors import GameError
from tenluz.engine.types import JsonObject
from tenluz.server import postgres, schema
from tenluz.server.database import Write, execute
from tenluz.server.store import Conflict, Entry, Read, Store, TableRow
from tenluz.server.wakeups import NOW, Wakeups

TRIED_FOR = 5.0  # seconds, before who waits is told that it was not kept
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5  # seconds between two tries
CONNECTIONS = 5  # of one worker, for what is read
OF_A_PROCESS = CONNECTIONS + 2  # with the one for all writing and that of its wakeups

# A claim that its worker has not made again for so long lapses, though that worker lives: it may
# have put the table away when the database could not be told. More than any bot thinks.
CLAIM_HOLDS = 30.0

# Classes of PostgreSQL's codes: the connection is gone, no room, a shutdown, a disk that fails; and
# what passes too: a statement prepared before an upgrade, one that only reads now, a deadlock,
# somebody holds it.
AWAY = ("08", "53", "57", "58")
PASSES = (*AWAY, "0A", "25", "40", "55")

_LIVES = f"(select id from workers where beat > {NOW} - :gone)"
_CLAIM = text(
    f"insert into bot_workers (table_id, worker, since) values (:table, :worker, {NOW}) "
    "on conflict (table_id) do update set worker = excluded.worker, since = excluded.since "
    "where bot_workers.worker = excluded.worker "
    f"or bot_workers.since < excluded.since - {CLAIM_HOLDS} "
    f"or bot_workers.worker not in {_LIVES} returning worker"
)
_RELEASE = text("delete from bot_workers where table_id = :table and worker = :worker")
_HERE = text(
    "insert into presence (table_id, worker, body) values (:table, :worker, :body) "
    "on conflict (table_id, worker) do update set body = excluded.body"
)
_NEWEST = text(
    "select id, (select max(seq) from log where table_id = id) "
    "from unnest(cast(:tables as varchar[])) as asked(id)"
)
_NOT_HERE = text("delete from presence where table_id = :table and worker = :worker")
_ELSEWHERE = text(
    "select table_id, body from presence "
    f"where table_id in :tables and worker <> :worker and worker in {_LIVES}"
).bindparams(bindparam("tables", expanding=True))


class PostgresStore(Store):
    """A database that was opened before (`postgres.open_postgres`)."""

    shared = True

    def __init__(self, url: str, *, durable: bool = True, gone: float = 4.0) -> None:
        from asyncpg import InterfaceError, PostgresError

        super().__init__()
        # SQLAlchemy passes on what its driver says of the way to the database.
        self._no_way = (PostgresError, InterfaceError)
        self._url, self._durable, self._gone = url, durable, gone
        self._writing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._engine, self._writer = (
            postgres.engine(self._url, durable=self._durable, pool_size=size, max_overflow=0)
            # A move does not queue behind hundreds who come back at once, and read.
            for size in (CONNECTIONS, 1)
        )
        # One statement each: a transaction around it would be two round trips more.
        self._statements = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self.wakeups = Wakeups(lambda: postgres.connect(self._url, durable=False), self._gone)
        await self.wakeups.start()

    async def stop(self) -> None:
        self._hand_over()
        while self._writing is not None:
            await asyncio.wait({self._writing})
        await self.wakeups.stop()
        for engine in (self._engine, self._writer):
            await engine.dispose()

    def is_away(self, error: Exception) -> bool:
        if isinstance(error, DBAPIError):
            return not _answered(error, but_for=PASSES)
        return super().is_away(error) or isinstance(error, self._no_way)

    # --- write -----------------------------------------------------------------------------

    async def create(self, row: TableRow, led_by: tuple[str, Entry] | None = None) -> None:
        try:
            await super().create(row, led_by)
        except Conflict:
            # Nobody else makes a table of this name: it was ours, before a connection was cut.
            if led_by is not None:
                raise

    def _start_writing(self, batch: list[Write]) -> None:
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all(batch))
        else:
            self._waiting.extendleft(reversed(batch))

    async def _write_all(self, batch: list[Write]) -> None:
        until = time.monotonic() + TRIED_FOR
        errors = await self._write(batch, until)
        kept = [write for write, error in zip(batch, errors) if error is None]
        if kept:
            self.on_commit(len(kept))
            self.wakeups.tell("log", {row["table_id"] for write in kept for row in write.log})
        self._writing = None
        self._written(batch, errors)

    async def _write(self, batch: list[Write], until: float) -> list[Exception | None]:
        """Write all or, where one fails, each by itself. A lost connection is no failure, for as
        long as there is time to make another."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with self._writer.begin() as connection:
                    await connection.run_sync(execute, batch)
                return [None] * len(batch)
            except Exception as problem:
                if len(batch) > 1 and _answered(problem, but_for=AWAY):
                    return [one for write in batch for one in await self._write([write], until)]
                if isinstance(problem, IntegrityError):
                    return [Conflict()]
                if _answered(problem, but_for=PASSES) or time.monotonic() + pause > until:
                    return [problem] * len(batch)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def transact(self, work: Callable[..., Read], *about: Any) -> Read:
        # What it inserts may have been there a moment before: looked at again, it is known.
        with self._answering():
            return await self._try(self._engine.begin, (*PASSES, "23"), work, *about)

    # --- read ------------------------------------------------------------------------------

    async def read(self, query: Callable[..., Read], *about: Any) -> Read:
        with self._answering():
            return await self._try(self._statements.connect, PASSES, query, *about)

    async def _try(
        self,
        begin: Callable[[], Any],
        passes: Collection[str],
        work: Callable[..., Read],
        *about: Any,
    ) -> Read:
        until, pause = time.monotonic() + TRIED_FOR, FIRST_PAUSE
        while True:
            try:
                async with begin() as connection:
                    found: Read = await connection.run_sync(work, *about)
                return found
            except Exception as problem:
                refused = isinstance(problem, GameError) or _answered(problem, but_for=passes)
                if refused or time.monotonic() + pause > until:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _wrote(self, at: float) -> bool:
        async with self._statements.connect() as connection:
            found = (await connection.execute(select(schema.health.c.at))).scalar()
            return found is not None and found >= at

    # --- with other workers ----------------------------------------------------------------

    async def newest(self, tables: Collection[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""
        async with self._statements.connect() as connection:
            found = await connection.execute(_NEWEST, {"tables": list(tables)})
            return {name: seq or 0 for name, seq in found}

    async def claim_bots(self, table: str) -> bool:
        async with self._statements.connect() as connection:
            asked = {"table": table, "worker": self.wakeups.worker, "gone": self._gone}
            return (await connection.execute(_CLAIM, asked)).first() is not None

    async def release_bots(self, table: str) -> None:
        async with self._statements.connect() as connection:
            await connection.execute(_RELEASE, {"table": table, "worker": self.wakeups.worker})

    async def tell_presence(self, tables: Mapping[str, JsonObject | None]) -> None:
        """Who is with this worker at each of these tables; None if nobody."""
        worker = self.wakeups.worker
        async with self._engine.begin() as connection:
            for table, body in sorted(tables.items()):
                if body is None:
                    await connection.execute(_NOT_HERE, {"table": table, "worker": worker})
                else:
                    said = {"table": table, "worker": worker, "body": orjson.dumps(body).decode()}
                    await connection.execute(_HERE, said)
        self.wakeups.tell("people", tables)

    async def presence(self, tables: Collection[str]) -> dict[str, list[JsonObject]]:
        """What other workers that live have told of these tables."""
        found: dict[str, list[JsonObject]] = {table: [] for table in tables}
        asked = {"tables": list(tables), "worker": self.wakeups.worker, "gone": self._gone}
        for table, body in await self.read(_read_elsewhere, asked):
            found[table].append(orjson.loads(body))
        return found


def _read_elsewhere(connection: Connection, asked: JsonObject) -> list[Any]:
    return list(connection.execute(_ELSEWHERE, asked))


def _answered(problem: Exception, *, but_for: Collection[str]) -> bool:
    """Whether the database understood and refused, for a reason that is none of these."""
    if not isinstance(problem, DBAPIError) or problem.connection_invalidated:
        return False
    state = str(getattr(problem.orig, "sqlstate", None) or "")
    return bool(state) and state[:2] not in but_for
