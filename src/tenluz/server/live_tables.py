"""The tables that are live now: loaded when somebody comes, put away when nobody is left.

In a file a table is one worker's, by its shard. In PostgreSQL several workers may have it live, and
`sharing.py` keeps them in step.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable

from tenluz.engine.errors import GameError
from tenluz.engine.game import Game
from tenluz.engine.options import Options
from tenluz.engine.types import JsonObject, Seat
from tenluz.server import rewriting
from tenluz.server.bots import Bots
from tenluz.server.refusals import refusal
from tenluz.server.results import keep_results
from tenluz.server.settings import ServerSettings
from tenluz.server.sharing import Sharing, is_shared
from tenluz.server.store import Entry, Store, TableRow
from tenluz.server.table import Client, LiveTable
from tenluz.server.table_log import TableLog
from tenluz.server.table_sharding import new_name, shard_of

MOST_KNOWN = 100  # tables whose seats somebody takes along to another guest

# Whether so many tables may be read from their logs, which takes its time, for whoever asks.
MayRead = Callable[[int], bool]


def uncounted(tables: int) -> bool:
    """For who asks nobody."""
    return True


class LiveTables:
    """Every table by its name in links."""

    def __init__(self, store: Store, settings: ServerSettings, ready: Awaitable[None]) -> None:
        self.tables: dict[str, LiveTable] = {}
        self.bots = Bots(store)
        self._sharing = Sharing(store, self.tables, settings.look) if is_shared(store) else None
        self._store = store
        self._settings = settings
        self._ready = ready  # the rules are compiled
        self._loading: dict[str, asyncio.Future[LiveTable | None]] = {}
        self.on_count: Callable[[int], None] = lambda tables: None

    async def keep_up(self) -> None:
        """For ever: what other workers do reaches the tables here."""
        if self._sharing is not None:
            await self._sharing.run()

    async def create(
        self,
        game: Game,
        options: Options,
        chairs: list[JsonObject],
        pace: float,
        maker: str | None = None,
        address: str = "",
    ) -> LiveTable:
        """A new table, dealt; for a guest, at an address."""
        await self._ready
        name = new_name(self._settings.worker, self._settings.workers)
        row = TableRow.new(name, game.name, options.write(), chairs, pace, maker)
        try:
            await self._store.create(row)
        except Exception as problem:
            raise refusal("not_kept") from problem
        if address:
            self.bots.made_from[name] = address
        return self._open(_table_log(row, [row.first_entry]))

    async def find(self, name: str, may_read: MayRead = uncounted) -> LiveTable | None:
        """A table, from memory or from its log; None if there is none, or it is another worker's:
        nobody else may serve it, however a request for it came here."""
        if not self.in_our_shard(name):
            return None
        table = self.tables.get(name)
        if table is not None:
            table.used = time.monotonic()
            if self._sharing is not None:  # who comes may have seen more with another worker
                await self._sharing.refresh(table)
            return table
        loading = self._loading.get(name)
        if loading is None:  # the first to ask loads it for all who ask meanwhile
            _count(may_read, 1)
            loading = self._loading[name] = asyncio.ensure_future(self._load(name))
            loading.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(loading)

    async def _load(self, name: str) -> LiveTable | None:
        await self._ready
        found = await self._store.load(name)
        if found is None:
            return None
        # In a thread: a long log takes its time.
        table = self._open(await asyncio.to_thread(_table_log, *found))
        if self._sharing is not None:  # what was written while nobody here would have heard of it
            await self._sharing.refresh(table)
        return table

    def _open(self, log: TableLog) -> LiveTable:
        table = self.tables[log.row.id] = LiveTable(log, self._store, self._settings)
        self.on_count(len(self.tables))
        table.on_change = self.bots.wake
        if self._sharing is not None:
            self._sharing.add(table)
        self.bots.wake(table)
        return table

    async def unfinished(self, guest: str, may_read: MayRead) -> list[tuple[TableLog, set[str]]]:
        """The games of a guest that are not over, the newest first, with the guests who are there.

        A table that another worker may have is only read: were it opened, its bots would play
        here too. Who is there is not known then.
        """
        found = []
        names = await self._store.unfinished(guest)
        _count(may_read, sum(name not in self.tables for name in names))
        for name in names:
            if self._sharing is None or name in self.tables:
                table = await self.find(name)
            else:
                table = None
            log = await self._read(name) if table is None else table.log
            if log is None:  # deleted a moment ago
                continue
            if log.over:  # the mark after its last move was lost
                await self._store.mark_over(name, *keep_results(log))
            elif log.seating.seat_of(guest) is not None:
                found.append((log, set() if table is None else table.online))
        return found

    async def read_again(self) -> None:
        """Take names that were changed in the database, and close tables that are gone from it."""
        asked = list(self.tables)  # those that are made meanwhile are not among the answers
        now = await self._store.read(rewriting.rewritten, asked)
        for name in asked:
            table = self.tables.get(name)
            if table is None or now.get(name) == table.log.row.rewritten:
                continue
            if name not in now or not await table.exchange(self._read):
                await self._close(table)

    async def is_over(self, name: str) -> bool:
        """Whether a game is over by its log, which knows better than the mark. One that cannot be
        read, as its game is not installed here, counts as over: nothing is taken from it."""
        try:
            log = await self._read(name)
        except GameError:
            return True
        if log is not None and log.over:
            await self._store.mark_over(name, *keep_results(log))
            return True
        return False

    async def _close(self, table: LiveTable) -> None:
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        for client in list(table.clients):
            client.bye("closed")
        await self.bots.send_home(table)
        self.on_count(len(self.tables))

    async def known_seats(self, guest: str, may_read: MayRead) -> list[tuple[str, Seat]]:
        """The tables that are not over where a guest has looked through a seat, and which."""
        found = []
        names = await self._store.unfinished(guest, MOST_KNOWN)
        _count(may_read, len(names))
        for name in names:
            log = await self._read(name)
            if log is not None and not log.over and guest in log.seating.known:
                found.append((name, log.seating.known[guest]))
        return found

    def in_our_shard(self, name: str) -> bool:
        """Whether a table is this worker's; in PostgreSQL every table is everybody's."""
        return (
            self._sharing is not None
            or shard_of(name, self._settings.workers) == self._settings.worker
        )

    async def _read(self, name: str) -> TableLog | None:
        await self._ready
        found = await self._store.load(name)
        return None if found is None else await asyncio.to_thread(_table_log, *found)

    async def put_away_idle(self) -> None:
        """For ever: forget tables that nobody looks at. Their logs keep them."""
        while True:
            await asyncio.sleep(max(self._settings.idle / 4, 0.05))
            before = time.monotonic() - self._settings.idle
            for name, table in list(self.tables.items()):
                if not table.clients and table.used < before and not self.bots.at_work(table):
                    del self.tables[name]
                    await self.bots.let_go(table)
            self.on_count(len(self.tables))

    def everybody(self, do: Callable[[Client], None]) -> None:
        """Do something to every client."""
        for table in self.tables.values():
            for client in list(table.clients):
                do(client)


def _count(may_read: MayRead, tables: int) -> None:
    if not may_read(tables):
        raise refusal("too_fast")


def _table_log(row: TableRow, entries: list[Entry]) -> TableLog:
    log = TableLog(row)
    for entry in entries:
        log.apply(entry)
    return log
