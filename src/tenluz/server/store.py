"""Where tables and their logs are kept: SQLAlchemy Core, one writer thread.

Whoever writes awaits until it is on disk. Everything that waits at one moment is committed
at once, so a thousand tables cost hardly more commits than one. Knows nothing of games:
options, seats and bodies are JSON.
"""

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError, OperationalError

from tenluz.engine import shuffle
from tenluz.engine.types import JsonObject
from tenluz.server import schema
from tenluz.server.database import Write, execute, open_database

HEALTH_WITHIN = 2.0  # seconds to write a row and read it

logger = logging.getLogger("tenluz.store")


class Conflict(Exception):
    """This entry, or one for this command, is there already: somebody else wrote it."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it was made."""

    id: str
    game: str
    options: JsonObject
    seed: bytes
    created: float
    pace: float
    seats: list[JsonObject]
    over: bool = False
    maker: str | None = None  # the guest whose it is

    @classmethod
    def new(
        cls,
        name: str,
        game: str,
        options: JsonObject,
        seats: list[JsonObject],
        pace: float,
        maker: str | None = None,
    ) -> "TableRow":
        """A table that begins now, with a deal of its own: the seed is nobody's choice."""
        seed = shuffle.new_seed()
        return cls(name, game, options, seed, time.time(), pace, seats, maker=maker)

    @property
    def first_entry(self) -> "Entry":
        """What its log begins with: the deal."""
        return Entry(1, "begin", "begin", {}, self.created)

    @property
    def guests(self) -> set[str]:
        """Who sits there from the start."""
        return {seat["guest"] for seat in self.seats if seat.get("guest")}


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a table's log."""

    seq: int
    command_id: str
    kind: str
    body: JsonObject
    at: float


class Store:
    """The database. Make one for each server, and `close` it. NotUnderstood where it cannot be
    used."""

    def __init__(self, database: Path, *, durable: bool = True) -> None:
        self._database = database
        self._engine = open_database(database, durable=durable)
        self._waiting: list[Write] = []  # until the writer is free
        self._busy = False
        self._batches: queue.SimpleQueue[list[Write] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()
        self.on_commit: Callable[[int], None] = lambda writes: None

    def close(self) -> None:
        """Write what waits, and let go of the file."""
        self._hand_over()
        self._batches.put(None)
        self._writer.join()
        self._engine.dispose()

    # --- write -----------------------------------------------------------------------------

    async def create(self, row: TableRow, led_by: tuple[str, Entry] | None = None) -> None:
        """Keep a new table and the first entry of its log.

        `led_by` is an entry of another table that leads here. Both are kept together or not
        at all, so there is never a table that nobody was led to, nor a way to none; Conflict
        if that entry is there already.
        """
        kept = {
            "id": row.id,
            "game": row.game,
            "options": orjson.dumps(row.options).decode(),
            "seed": row.seed,
            "created": row.created,
            "pace": row.pace,
            "seats": orjson.dumps(row.seats).decode(),
            "over": row.over,
            "maker": row.maker,
        }
        sat = [{"table_id": row.id, "guest": guest} for guest in row.guests]
        log = [_log_row(row.id, row.first_entry)]
        if led_by is not None:
            log.append(_log_row(*led_by))
        await self._put(tables=[kept], log=log, sat=sat)

    async def append(self, table: str, entry: Entry, *, guest: str | None = None) -> None:
        """Keep an entry; Conflict if its number or its command is there already.

        `guest`: somebody who sits here for the first time.
        """
        sat = [{"table_id": table, "guest": guest}] if guest else []
        await self._put(log=[_log_row(table, entry)], sat=sat)

    async def mark_over(self, table: str) -> None:
        """Leave a table out of `unfinished`. Its log knows; this is only quicker to ask, so it
        may fail: whoever finds the table there, and over, marks it again."""
        try:
            await self._put(over=[table])
        except Exception:
            logger.exception("not marked as over", extra={"table": table})

    def _put(self, **what: Any) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        waits: asyncio.Future[None] = loop.create_future()
        self._waiting.append(Write(waits, **what))
        if not self._busy:
            # When everybody who is ready now has had a turn: waking the writer costs more
            # than what it writes.
            self._busy = True
            loop.call_soon(self._hand_over)
        return waits

    def _hand_over(self) -> None:
        batch, self._waiting = self._waiting, []
        if batch:
            self._batches.put(batch)
        else:
            self._busy = False

    def _write_all(self) -> None:
        """The writer thread: all that waits, in one transaction, again and again."""
        with self._engine.connect() as connection:
            while (batch := self._batches.get()) is not None:
                errors = self._write(connection, batch)
                loop = batch[0].waits.get_loop()
                loop.call_soon_threadsafe(self._written, batch, errors)

    def _write(self, connection: Connection, batch: list[Write]) -> list[Exception | None]:
        """Write all or, where one fails, each by itself: others shall not suffer for it. Unless
        it is the disk, or somebody holds the database: then all would have to wait for each."""
        try:
            with connection.begin():
                execute(connection, batch)
        except OperationalError as problem:
            return [problem] * len(batch)
        except Exception as problem:
            if len(batch) > 1:
                return [error for write in batch for error in self._write(connection, [write])]
            return [Conflict() if isinstance(problem, IntegrityError) else problem]
        self.on_commit(len(batch))
        return [None] * len(batch)

    def _written(self, batch: list[Write], errors: list[Exception | None]) -> None:
        """Tell those who wait, but for those who have gone meanwhile; then the next batch."""
        for write, error in zip(batch, errors):
            if write.waits.done():
                continue
            if error is None:
                write.waits.set_result(None)
            else:
                write.waits.set_exception(error)
        self._hand_over()

    # --- read ------------------------------------------------------------------------------

    async def load(self, table: str) -> tuple[TableRow, list[Entry]] | None:
        """A table and its whole log; None if there is no such table."""
        return await asyncio.to_thread(self._load, table)

    def _load(self, table: str) -> tuple[TableRow, list[Entry]] | None:
        with self._engine.connect() as connection:
            found = connection.execute(
                select(schema.tables).where(schema.tables.c.id == table)
            ).one_or_none()
            if found is None:
                return None
            kept = dict(found._mapping)
            kept["options"] = orjson.loads(kept["options"])
            kept["seats"] = orjson.loads(kept["seats"])
            rows = connection.execute(
                select(schema.log).where(schema.log.c.table_id == table).order_by(schema.log.c.seq)
            ).all()
        entries = [
            Entry(row.seq, row.command_id, row.kind, orjson.loads(row.body), row.at) for row in rows
        ]
        return TableRow(**kept), entries

    async def unfinished(self, guest: str, most: int = 20) -> list[str]:
        """The newest tables where this guest has sat and that are not over."""
        return await asyncio.to_thread(self._unfinished, guest, most)

    def _unfinished(self, guest: str, most: int) -> list[str]:
        query = (
            select(schema.tables.c.id)
            .join(schema.sat, schema.sat.c.table_id == schema.tables.c.id)
            .where(schema.sat.c.guest == guest, schema.tables.c.over.is_(False))
            .order_by(schema.tables.c.created.desc())
            .limit(most)
        )
        with self._engine.connect() as connection:
            return list(connection.execute(query).scalars())

    async def healthy(self) -> bool:
        """Whether something can be written, in the order of things, and read again."""
        at = time.time()
        try:
            async with asyncio.timeout(HEALTH_WITHIN):
                await self._put(health=[at])
                return await asyncio.to_thread(self._wrote, at)
        except Exception:
            return False

    def _wrote(self, at: float) -> bool:
        # By another connection: that of the writer would find a file that was deleted.
        with sqlite3.connect(f"file:{quote(str(self._database))}?mode=ro", uri=True) as reading:
            (found,) = reading.execute("select at from health").fetchone()
        reading.close()
        return bool(found >= at)


def _log_row(table: str, entry: Entry) -> JsonObject:
    """In the order of the schema's columns."""
    return {
        "table_id": table,
        "seq": entry.seq,
        "command_id": entry.command_id,
        "kind": entry.kind,
        "body": orjson.dumps(entry.body).decode(),
        "at": entry.at,
    }
