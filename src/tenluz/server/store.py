"""What is kept of tables, and how it is asked for, whatever the database.

Whoever writes awaits until it is on disk. Everything that waits at one moment is committed
at once, so a thousand tables cost hardly more commits than one. Knows nothing of games:
options, seats and bodies are JSON. `sqlite_store.py` and `postgres_store.py` do the work.
"""

import asyncio
import contextlib
import logging
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import orjson
from sqlalchemy import Connection, Executable, exc, select

from tenluz.engine import shuffle
from tenluz.engine.types import JsonObject
from tenluz.server import schema
from tenluz.server.database import Write

HEALTH_WITHIN = 2.0  # seconds to write a row and read it

logger = logging.getLogger("tenluz.store")

Read = TypeVar("Read")


class Conflict(Exception):
    """An entry of this number is there already: somebody else wrote it."""


class DatabaseAway(Exception):
    """It does not answer, somebody else holds it, or its disk is full: that passes."""


def kind_of_failure(problem: BaseException) -> str:
    """All that a log says of it: an error of a driver may tell with what it tried to connect."""
    while problem.__cause__ is not None:
        problem = problem.__cause__
    # SQLite's own name for it: SQLITE_BUSY, SQLITE_FULL.
    return str(getattr(problem, "sqlite_errorname", type(problem).__name__))


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
    rewritten: int = 0  # how often names in it were changed
    locked: bool = False  # from the start; from then on its log knows

    @classmethod
    def new(
        cls,
        name: str,
        game: str,
        options: JsonObject,
        seats: list[JsonObject],
        pace: float,
        maker: str | None = None,
        *,
        locked: bool = False,
    ) -> "TableRow":
        """A table that begins now, with a deal of its own: the seed is nobody's choice."""
        seed = shuffle.new_seed()
        now = time.time()
        return cls(name, game, options, seed, now, pace, seats, maker=maker, locked=locked)

    @property
    def first_entry(self) -> "Entry":
        """What its log begins with: the deal."""
        body: JsonObject = {"locked": True} if self.locked else {}
        return Entry(1, "begin", "begin", body, self.created)

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


class Store(ABC):
    """A database. Make one for each server, `start` it in the server's loop, and `stop` it."""

    shared = False  # whether other processes write to the same tables

    def __init__(self) -> None:
        self._waiting: deque[Write] = deque()  # until the writer is free
        self._busy = False
        self.on_commit: Callable[[int], None] = lambda writes: None

    async def start(self) -> None:  # noqa: B027
        """What can only be done in the server's loop."""

    @abstractmethod
    async def stop(self) -> None:
        """Write what waits, and let go of the database."""

    def is_away(self, error: Exception) -> bool:
        """Whether an error is one that passes. What comes of a mistake of ours, or of a damaged
        database, is none: it would be the same again, and somebody has to look at it."""
        return isinstance(error, (OSError, exc.TimeoutError))

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
            "rewritten": row.rewritten,
        }
        sat = [{"table_id": row.id, "guest": guest} for guest in row.guests]
        log = [_log_row(row.id, row.first_entry)]
        if led_by is not None:
            log.append(_log_row(*led_by))
        await self._put(tables=[kept], log=log, sat=sat)

    async def append(self, table: str, entry: Entry, *, guest: str | None = None) -> None:
        """Keep an entry; Conflict if one of its number is there already.

        `guest`: somebody who sits here for the first time.
        """
        sat = [{"table_id": table, "guest": guest}] if guest else []
        await self._put(log=[_log_row(table, entry)], sat=sat)

    async def mark_over(self, table: str, *results: Executable) -> None:
        """Leave a table out of `unfinished`, and keep what came of it (`results.py`). Its log
        knows; this is only quicker to ask, so it may fail: whoever finds the table there, and
        over, marks it again."""
        try:
            await self._put(over=[table], more=results)
        except DatabaseAway as problem:
            what = f"not marked as over: {kind_of_failure(problem)}"
            logger.error(what, extra={"table": table})
        except Exception:
            logger.exception("not marked as over", extra={"table": table})

    async def write(self, *statements: Executable) -> None:
        """Do these together or not at all; Conflict if there is such a row already."""
        await self._put(more=statements)

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
        batch = self._take_waiting()
        if batch:
            self._start_writing(batch)
        else:
            self._busy = False

    def _take_waiting(self) -> list[Write]:
        """All that waits to be written. A thread that writes may ask too."""
        found: list[Write] = []
        with contextlib.suppress(IndexError):
            while True:
                found.append(self._waiting.popleft())
        return found

    @abstractmethod
    def _start_writing(self, batch: list[Write]) -> None:
        """Write all of these, in one transaction if it can be; then call `_written`."""

    def _written(self, batch: list[Write], errors: list[Exception | None]) -> None:
        """Tell those who wait, but for those who have gone meanwhile; then the next batch."""
        for write, error in zip(batch, errors):
            if write.waits.done():
                continue
            if error is None:
                write.waits.set_result(None)
            else:
                write.waits.set_exception(self._told(error))
        self._hand_over()

    def _told(self, error: Exception) -> Exception:
        """An error as those are told it who asked."""
        if not self.is_away(error):
            return error
        away = DatabaseAway()
        away.__cause__ = error
        return away

    @contextlib.contextmanager
    def _answering(self) -> Iterator[None]:
        """While the database is asked."""
        try:
            yield
        except Exception as error:
            if self.is_away(error):
                raise DatabaseAway from error
            raise

    @abstractmethod
    async def transact(self, work: Callable[..., Read], *about: Any) -> Read:
        """Do something that reads and writes, given a connection, in one transaction that no other
        writer comes between. For what is seldom done: games go on by `append`."""

    # --- read ------------------------------------------------------------------------------

    @abstractmethod
    async def read(self, query: Callable[..., Read], *about: Any) -> Read:
        """What a query finds, given a connection."""

    async def load(self, table: str) -> tuple[TableRow, list[Entry]] | None:
        """A table and its whole log; None if there is no such table."""
        return await self.read(_read_table, table)

    async def entries(self, table: str, after: int) -> list[Entry]:
        """The entries of a table's log after one of them."""
        return await self.read(_read_entries, table, after)

    async def exists(self, table: str) -> bool:
        """Whether there is such a table."""
        return await self.read(_read_exists, table)

    async def unfinished(self, guest: str, most: int = 20) -> list[str]:
        """The newest tables where this guest has sat and that are not over."""
        return await self.read(_read_unfinished, guest, most)

    async def healthy(self) -> bool:
        """Whether something can be written, in the order of things, and read again."""
        at = time.time()
        try:
            async with asyncio.timeout(HEALTH_WITHIN):
                await self._put(health=[at])
                return await self._wrote(at)
        except Exception:
            return False

    @abstractmethod
    async def _wrote(self, at: float) -> bool:
        """Whether what was just written for its health is there."""

    # --- with other workers: only where several may serve one table ---------------------------

    async def claim_bots(self, table: str) -> bool:
        """Whether the bots of a table are this worker's to play now."""
        return True

    async def release_bots(self, table: str) -> None:  # noqa: B027
        """Let another worker play the bots of a table."""


def _read_table(connection: Connection, table: str) -> tuple[TableRow, list[Entry]] | None:
    found = connection.execute(
        select(schema.tables).where(schema.tables.c.id == table)
    ).one_or_none()
    if found is None:
        return None
    kept = dict(found._mapping)
    kept["options"] = orjson.loads(kept["options"])
    kept["seats"] = orjson.loads(kept["seats"])
    return TableRow(**kept), _read_entries(connection, table, 0)


def _read_entries(connection: Connection, table: str, after: int) -> list[Entry]:
    log = schema.log
    rows = connection.execute(
        select(log).where(log.c.table_id == table, log.c.seq > after).order_by(log.c.seq)
    ).all()
    return [
        Entry(row.seq, row.command_id, row.kind, orjson.loads(row.body), row.at) for row in rows
    ]


def _read_exists(connection: Connection, table: str) -> bool:
    found = select(schema.tables.c.id).where(schema.tables.c.id == table)
    return connection.execute(found).first() is not None


def _read_unfinished(connection: Connection, guest: str, most: int) -> list[str]:
    query = (
        select(schema.tables.c.id)
        .join(schema.sat, schema.sat.c.table_id == schema.tables.c.id)
        .where(schema.sat.c.guest == guest, schema.tables.c.over.is_(False))
        .order_by(schema.tables.c.created.desc())
        .limit(most)
    )
    return list(connection.execute(query).scalars())


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
