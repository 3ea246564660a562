"""One port for several processes: every connection is handed to the one it belongs to.

The router reads no more than the first line of a request, and leaves it there to be read
again. From then on the connection is between its client and that process.
"""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Collection

from tenluz.server.rate_limits import Connections, network
from tenluz.server.table_sharding import shard_of

LONGEST = 8192  # bytes of it; what is longer gets its answer from anybody

Hand = Callable[[int, socket.socket], None]  # to the process of a shard
TableIn = Callable[[str], str | None]  # the table that a path is about, if any


class ConnectionRouter:
    """Accepts connections, and hands each to the process of its table."""

    def __init__(
        self,
        listening: socket.socket,
        shards: int,
        ready: Collection[int],
        table_in: TableIn,
        hand: Hand,
        line_within: float,
        most: int,
    ) -> None:
        self._listening, self._shards, self._hand = listening, shards, hand
        self._ready = ready  # the shards whose processes take connections now
        self._table_in = table_in
        self._open = Connections(most)  # that have not said yet what they want
        self._line_within = line_within  # seconds for the first line of a request
        self._turn = 0  # who gets the next that may go anywhere
        self._routing: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """For ever: accept connections."""
        loop = asyncio.get_running_loop()
        self._listening.setblocking(False)
        while True:
            try:
                connection, address = await loop.sock_accept(self._listening)
            except OSError:  # too many open files, or the client is gone already
                await asyncio.sleep(0.1)
                continue
            home = network(address[0])
            if not self._open.take(home):
                connection.close()
                continue
            routing = loop.create_task(self._route(connection, home))
            self._routing.add(routing)
            routing.add_done_callback(self._routing.discard)

    async def _route(self, connection: socket.socket, home: str) -> None:
        with connection, contextlib.suppress(OSError, TimeoutError):
            try:
                async with asyncio.timeout(self._line_within):
                    line = await first_line(connection)
            finally:
                self._open.give_back(home)
            if line:
                self._hand(self._shard(line), connection)

    def _shard(self, line: bytes) -> int:
        table = self._table_in(line.decode("latin-1").partition(" ")[2].partition(" ")[0])
        if table is not None:
            return shard_of(table, self._shards)
        turns = [(self._turn + step) % self._shards for step in range(1, self._shards + 1)]
        self._turn = next((shard for shard in turns if shard in self._ready), turns[0])
        return self._turn


async def first_line(connection: socket.socket) -> bytes:
    """The first line that a client has sent, still there to be read; empty if it is gone."""
    connection.setblocking(False)
    seen = b""
    try:
        while b"\n" not in seen and len(seen) < LONGEST:
            # To be woken when there is more than what has been seen.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, len(seen) + 1)
            await readable(connection.fileno())
            more = connection.recv(LONGEST, socket.MSG_PEEK)
            if len(more) <= len(seen):
                return b""  # closed in the middle of it
            seen = more
    finally:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, 1)
    return seen.partition(b"\n")[0]


async def readable(number: int) -> None:
    """Wait until there is something to read at a file's number."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(number, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(number)
