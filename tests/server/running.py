"""A real server for tests: real sockets, a real file. In a thread, or in a process to kill."""

import contextlib
import multiprocessing
import os
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx

from tenluz.server.app import Server, server
from tenluz.server.settings import ServerSettings
from tenluz.server.warm_up import warm_up

QUICK: dict[str, Any] = {
    "requests_a_second": 100_000,
    "requests_at_once": 100_000,
    "messages_a_second": 100_000,
    "messages_at_once": 100_000,
    "address_messages_a_second": 100_000,
    "address_messages_at_once": 100_000,
    "tables_a_second": 1000,
    "tables_at_once": 1000,
    "guest_tables_a_second": 1000,
    "guest_tables_at_once": 1000,
    "bytes_a_second": 1e8,
    "bytes_at_once": 10**8,
    "address_bytes_a_second": 1e8,
    "address_bytes_at_once": 10**8,
    "exports_at_once": 1000,
    "connections_a_guest": 10_000,
    "accounts_a_second": 100_000,
    "accounts_at_once": 100_000,
    "logs_read_at_once": 100_000,
    "pace": 0.0,
    "connections_an_address": 10_000,
    "away": 0.0,
    "warm_slow_bots": False,  # seconds of each processor, for every server
}
PATIENCE = 60  # seconds, for a machine with other things to do
# `make test-postgres`: every server of these tests keeps its tables there.
ON_POSTGRES = os.environ.get("TENLUZ_TEST_ON", "sqlite") == "postgres"


def settings_for(data: Path, **changes: Any) -> ServerSettings:
    """Quick, at a free port, on the database that these tests run on."""
    if ON_POSTGRES and "database" not in changes:
        from tests.server.private_postgres import private_postgres

        changes["database"] = private_postgres().database_of(data)
    return ServerSettings(data=data, port=free_port(), **{**QUICK, **changes})


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextlib.contextmanager
def running(data: Path, **changes: Any) -> Iterator[str]:
    """A server in a thread; gives its address without the scheme."""
    warm_up()  # a test has no patience for a compiler
    settings = settings_for(data, **changes)
    one = server(settings)
    failed: list[BaseException] = []

    def run() -> None:
        try:
            one.run()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        wait_until(lambda: one.started or bool(failed))
        assert not failed, failed
        yield f"127.0.0.1:{settings.port}"
    finally:
        one.should_exit = True
        thread.join(PATIENCE)
    assert not thread.is_alive()


def wait_until(true: Any) -> None:
    """Wait until this is so, and not for ever."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.005)


def metrics_at(port: int) -> str:
    """What a server tells Prometheus."""
    return httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).raise_for_status().text


def kept(data: Path, statement: str) -> list[tuple[Any, ...]]:
    """Rows of the database of a data folder; a statement may change some, too."""
    if ON_POSTGRES:
        from tests.server.private_postgres import private_postgres

        server = private_postgres()
        return [tuple(row) for row in server.execute(server.database_of(data), statement)]
    with contextlib.closing(sqlite3.connect(data / "tables.db")) as database, database:
        return database.execute(statement).fetchall()


# --- to be killed -------------------------------------------------------------------------


def serve(settings: ServerSettings) -> None:
    """A server, until it is told to end."""
    one: Server = server(settings)
    one.run()


class Killable:
    """A server in a process of its own, forked from one that has everything loaded."""

    def __init__(
        self, data: Path, *, target: Callable[[ServerSettings], None] = serve, **changes: Any
    ) -> None:
        self._target = target
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["tests.server.loaded"])
        self._settings = settings_for(data, **changes)
        self._process: Any = None
        self.address = f"127.0.0.1:{self._settings.port}"

    def start(self) -> None:
        """Start, and wait until people can come."""
        self._process = self._context.Process(
            target=self._target, args=(self._settings,), daemon=True
        )
        self._process.start()
        wait_until(self._answers)

    def _answers(self) -> bool:
        assert self._process.is_alive()
        try:
            return httpx.get(f"http://{self.address}/readyz", timeout=PATIENCE).is_success
        except httpx.TransportError:
            return False

    @property
    def number(self) -> int:
        """That of its process."""
        return int(self._process.pid)

    def kill(self) -> None:
        """SIGKILL: no goodbye."""
        self._process.kill()
        self._process.join()

    def stop(self) -> None:
        """SIGTERM: a clean end."""
        self._process.terminate()
        self._process.join(PATIENCE)
        assert self._process.exitcode is not None
