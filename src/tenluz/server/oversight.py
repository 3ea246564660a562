"""What a worker has, for its operator: the tables that are live, who is there, and its load. Never
a card, a seed or a hand: a table is told by who sits there and when something last happened.

While an operator looks, every worker writes this down every few seconds, and whichever is asked
reads all of them. When nobody looks, nothing is written, and what was is deleted.
"""

import asyncio
import logging
import os
import secrets
import time
from collections import deque
from pathlib import Path

import orjson
from sqlalchemy import Connection, delete, insert, select

from tenluz.engine.types import JsonObject
from tenluz.server import schema
from tenluz.server.live_tables import LiveTables
from tenluz.server.moderation import Moderation
from tenluz.server.open_sockets import OpenSockets
from tenluz.server.store import Store, kind_of_failure
from tenluz.server.table import LiveTable

SAMPLE = 0.5  # seconds between two looks at the loop
WINDOW = 20  # of them
WATCHED_FOR = 15.0  # seconds after an operator last asked
FRESH = 10.0  # seconds for which what a worker said holds
MOST_TABLES = 200  # of one worker
MOST_WORKERS = 200

logger = logging.getLogger("tenluz.operator")


class Load:
    """How busy this process is: in the last ten seconds."""

    def __init__(self) -> None:
        self._delays: deque[float] = deque([0.0], WINDOW)
        self._written: deque[int] = deque([0], WINDOW)

    def committed(self, writes: int) -> None:
        """Some entries were written."""
        self._written[-1] += writes

    async def run(self) -> None:
        """For ever: measure by how much a timer is late."""
        while True:
            before = time.monotonic()
            await asyncio.sleep(SAMPLE)
            self._delays.append(max(time.monotonic() - before - SAMPLE, 0.0))
            self._written.append(0)

    def told(self) -> JsonObject:
        """For people."""
        return {
            "memory": memory(),
            "delay": max(self._delays),
            "entries_a_second": sum(self._written) / (len(self._written) * SAMPLE),
        }


def memory() -> int:
    """Bytes that this process has in memory; 0 where that cannot be known."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


class Oversight:
    """One worker's part in what an operator sees."""

    def __init__(
        self,
        store: Store,
        tables: LiveTables,
        sockets: OpenSockets,
        moderation: Moderation,
        every: float,
    ) -> None:
        self.load = Load()
        self._store, self._tables, self._sockets = store, tables, sockets
        self._moderation, self._every = moderation, every
        self._worker = secrets.token_urlsafe(9)

    async def run(self) -> None:
        """For ever: tell what is here, while somebody looks."""
        while True:
            await asyncio.sleep(self._every)
            if time.time() < self._moderation.watched + WATCHED_FOR:
                try:
                    await self._tell()
                except Exception as problem:  # the database is away: the next time, perhaps
                    logger.warning(f"an overview was not kept: {kind_of_failure(problem)}")

    async def all(self) -> list[JsonObject]:
        """What all workers have, this one as it is now."""
        await self._tell()
        return await self._store.read(_read_all)

    async def _tell(self) -> None:
        body = orjson.dumps(self.here()).decode()
        await self._store.transact(_write, self._worker, body)

    def here(self) -> JsonObject:
        """What this worker has."""
        tables = sorted(
            self._tables.tables.values(), key=lambda one: one.log.entries[-1].at, reverse=True
        )
        addresses: dict[str, set[str]] = {}
        for socket in self._sockets.all():
            if socket.guest:
                addresses.setdefault(socket.guest, set()).add(socket.address)
        return {
            "connections": len(self._sockets),
            "live": len(tables),
            **self._tables.bots.queue(),
            **self.load.told(),
            "tables": [_told(one, addresses) for one in tables[:MOST_TABLES]],
        }


def _told(table: LiveTable, addresses: dict[str, set[str]]) -> JsonObject:
    log, online = table.log, table.online
    return {
        "table": table.id,
        "game": log.game.name,
        "created": log.row.created,
        "last": log.entries[-1].at,
        "entries": log.seq,
        "over": log.over,
        "connections": len(table.clients),
        "watchers": table.watchers(),
        "seats": [
            {
                "kind": info.kind,
                "name": info.name,
                "online": info.online,
                "guest": chair.guest,
                "addresses": sorted(addresses.get(chair.guest or "", ())),
            }
            for info, chair in zip(log.seating.seats(online), log.seating.chairs)
        ],
    }


def _write(connection: Connection, worker: str, body: str) -> None:
    overviews = schema.overviews
    connection.execute(delete(overviews).where(overviews.c.worker == worker))
    connection.execute(insert(overviews), {"worker": worker, "at": time.time(), "body": body})


def _read_all(connection: Connection) -> list[JsonObject]:
    overviews = schema.overviews
    query = (
        select(overviews.c.body)
        .where(overviews.c.at > time.time() - FRESH)
        .order_by(overviews.c.worker)
        .limit(MOST_WORKERS)
    )
    return [orjson.loads(body) for body in connection.execute(query).scalars()]
