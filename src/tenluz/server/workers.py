"""A server in several processes: as many tables at once as there are processors for them.

Every worker is a whole server, but for its port: a router hands it the connections of its
tables, a shard of all (`table_sharding.py`). All share one database. A worker that dies, or no
longer answers, is replaced, as often as it takes, and its people come back to find their tables
as the log tells them.
"""

import asyncio
import contextlib
import dataclasses
import functools
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING

from tenluz.engine.errors import GameError, NotUnderstood
from tenluz.engine.types import JsonObject
from tenluz.server.connection_router import ConnectionRouter, TableIn, readable
from tenluz.server.ports import allow_open_files
from tenluz.server.settings import ServerSettings
from tenluz.server.systemd import report_alive
from tenluz.server.table_sharding import MOST_SHARDS, table_in

if TYPE_CHECKING:
    from tenluz.server.keys import KeyRing

TOGETHER = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client must not be imported before
READY = b"r"  # what a worker says when it can take connections
HANDED = b"c"  # what goes with each of them
ALIVE = b"a"  # what it says from then on, again and again
STARTING = 300.0  # seconds that this may take on a slow machine
STOPPING = 10.0  # seconds for goodbyes
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 10.0  # seconds before a worker that failed is started again

logger = logging.getLogger("tenluz")


class NotStarted(Exception):
    """A worker ended before it was ready; its own words are in the log."""


def check_workers(workers: int) -> None:
    """NotUnderstood if a server cannot have so many."""
    if workers > 1 and not hasattr(socket, "send_fds"):
        raise NotUnderstood("Several workers need a Unix system; here --workers must be 1.")
    if not 1 <= workers <= MOST_SHARDS:
        raise NotUnderstood(f"--workers must be 1 to {MOST_SHARDS}, not {workers}.")


def serve_with_workers(
    settings: ServerSettings,
    listening: socket.socket,
    level: str = "warning",
    when_ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve until somebody stops it; KeyboardInterrupt if by Ctrl-C, NotStarted if a worker
    cannot even begin."""
    from tenluz.server.storage import prepared

    with prepared(settings) as keys, tempfile.TemporaryDirectory(prefix="tenluz-") as folder:
        base = settings.public.path if settings.public else ""
        read_link = _link_reader(settings, keys)
        table_in_path = functools.partial(table_in, read_link=read_link, base=base)
        os.environ[TOGETHER] = folder
        try:
            workers = Workers(settings, level, table_in_path)
            with _metrics(settings, workers):
                if asyncio.run(workers.serve(listening, when_ready)):
                    raise KeyboardInterrupt
        finally:
            del os.environ[TOGETHER]


def _metrics(
    settings: ServerSettings, workers: "Workers"
) -> contextlib.AbstractContextManager[None]:
    """What all of them count together."""
    from prometheus_client import CollectorRegistry
    from prometheus_client.multiprocess import MultiProcessCollector

    from tenluz.server.metrics_server import metrics_served

    of_all = CollectorRegistry()
    MultiProcessCollector(of_all)  # type: ignore[no-untyped-call]
    return metrics_served(settings, of_all, workers.numbers)


def _link_reader(settings: ServerSettings, keys: "KeyRing") -> Callable[[str], JsonObject | None]:
    """Reads links with the keys that there are. With PostgreSQL those from the start will do: a
    link that cannot be read goes to any worker, and any may serve any table."""
    from tenluz.server.data_folder import kept_keys
    from tenluz.server.guests import Guests

    guests = Guests(keys)
    looked = time.monotonic()

    def read(token: str) -> JsonObject | None:
        nonlocal looked
        if not settings.database and time.monotonic() > looked + settings.look:
            looked = time.monotonic()
            with contextlib.suppress(GameError):  # those that it has will do
                guests.use(kept_keys(settings.data))
        return guests.read_link(token)

    return read


class Workers:
    """The processes, and who watches over them."""

    def __init__(self, settings: ServerSettings, level: str, table_in: TableIn) -> None:
        self._settings, self._level, self._table_in = settings, level, table_in
        self._lines: dict[int, socket.socket] = {}  # to each of them
        self._processes: dict[int, BaseProcess] = {}
        self._taking: set[int] = set()  # the shards whose workers take connections
        self._stop = asyncio.Event()
        self._by_ctrl_c = False

    def numbers(self) -> dict[int, int]:
        """Of the process of each shard."""
        found = {shard: process.pid for shard, process in self._processes.copy().items()}
        return {shard: number for shard, number in found.items() if number is not None}

    async def serve(self, listening: socket.socket, when_ready: Callable[[], None]) -> bool:
        """Start all, let people in, replace who dies, stop all; whether Ctrl-C was the end."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, self._stop.set)
        loop.add_signal_handler(signal.SIGINT, self._ctrl_c)
        shards = range(self._settings.workers)
        serving: list[asyncio.Task[None]] = []
        try:
            for shard in shards:
                self._start(shard)
            await asyncio.gather(*(self._ready(shard) for shard in shards))
            if self._stop.is_set():
                return self._by_ctrl_c
            within = self._settings.request_within
            most = min(self._settings.connections_an_address, allow_open_files() * 3 // 4)
            router = ConnectionRouter(
                listening, len(shards), self._taking, self._table_in, self._hand, within, most
            )
            serving = [asyncio.create_task(router.serve())]
            serving += [asyncio.create_task(self._watch(shard)) for shard in shards]
            when_ready()
            report_alive()
            serving.append(asyncio.create_task(self._stopped()))
            ended, _ = await asyncio.wait(serving, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                task.result()
        finally:
            for task in serving:
                task.cancel()
            await asyncio.gather(*serving, return_exceptions=True)
            listening.close()
            await self._end()
        return self._by_ctrl_c

    async def _stopped(self) -> None:
        await self._stop.wait()

    def _ctrl_c(self) -> None:
        self._by_ctrl_c = True
        self._stop.set()

    def _start(self, shard: int) -> None:
        ours, theirs = socket.socketpair()
        settings = dataclasses.replace(self._settings, worker=shard)
        # A process of its own from the start: nothing of this one's loop is in it.
        process = multiprocessing.get_context("spawn").Process(
            target=work, args=(settings, theirs, self._level), name=f"tenluz-{shard}"
        )
        process.start()
        theirs.close()
        ours.setblocking(False)
        self._lines[shard], self._processes[shard] = ours, process

    async def _ready(self, shard: int) -> None:
        loop = asyncio.get_running_loop()
        said = loop.create_task(loop.sock_recv(self._lines[shard], 1))
        stopped = loop.create_task(self._stopped())
        await asyncio.wait({said, stopped}, timeout=STARTING, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        said.cancel()
        with contextlib.suppress(asyncio.CancelledError, OSError):
            if await said == READY:
                self._taking.add(shard)
                return
        if not self._stop.is_set():
            raise NotStarted

    async def _watch(self, shard: int) -> None:
        """For ever: put another in the place of a worker that has died or does not answer."""
        while True:
            why = await self._lives(shard)
            self._taking.discard(shard)
            logger.error(f"a worker {why}; another takes its place", extra={"code": str(shard)})
            pause = FIRST_PAUSE
            while not await self._replaced(shard):  # what ails it may pass
                logger.error("a worker did not start; once more", extra={"code": str(shard)})
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _replaced(self, shard: int) -> bool:
        """End what there is of a worker, and start another; whether it is ready."""
        process = self._processes[shard]
        process.kill()  # also one that was stopped
        await readable(process.sentinel)
        process.join()
        self._lines[shard].close()
        _forget(process)
        try:
            self._start(shard)  # who comes to its tables meanwhile waits at its line
            await self._ready(shard)
        except (NotStarted, OSError):
            return False
        return True

    async def _lives(self, shard: int) -> str:
        """Wait while a worker lives and answers; what has become of it then."""
        loop, line = asyncio.get_running_loop(), self._lines[shard]
        try:
            while True:
                async with asyncio.timeout(self._settings.answer_within):
                    if not await loop.sock_recv(line, 256):
                        return "has died"
        except TimeoutError:
            return "does not answer"
        except OSError:
            return "has died"

    def _hand(self, shard: int, connection: socket.socket) -> None:
        # Where a worker has just died, or has more waiting than it can take, the client is
        # turned away, and comes back.
        with contextlib.suppress(OSError):
            socket.send_fds(self._lines[shard], [HANDED], [connection.fileno()])

    async def _end(self) -> None:
        processes = self._processes.values()
        for process in processes:
            process.terminate()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOPPING):
                for process in processes:
                    await readable(process.sentinel)
        for process in processes:
            process.kill()
            process.join()
        for line in self._lines.values():
            line.close()


def _forget(process: BaseProcess) -> None:
    """What a dead worker held is held no more; what it has counted stays."""
    for file in Path(os.environ[TOGETHER]).glob(f"gauge_live*_{process.pid}.db"):
        file.unlink()


# --- in a worker --------------------------------------------------------------------------


def work(settings: ServerSettings, line: socket.socket, level: str) -> None:
    """A worker, from start to end."""
    from tenluz.server import json_logs
    from tenluz.server.app import server

    json_logs.set_up(level)
    os.setsid()  # Ctrl-C is for our parent, which tells us when it is time
    try:
        served = server(settings)
    except GameError as error:
        logger.error(str(error))
        sys.exit(1)
    served.handed = line
    served.when_ready = lambda: line.sendall(READY)
    served.every_tick = functools.partial(_say_alive, line)
    served.run(sockets=[])


def _say_alive(line: socket.socket) -> None:
    # Who does not listen is busy, or gone: then the line ends, and we with it.
    with contextlib.suppress(OSError):
        line.send(ALIVE, socket.MSG_DONTWAIT)
