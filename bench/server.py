"""How many moves a second a server does over real sockets, beside a boardgame.io server.

    python -m bench.server [--tables 10 100 1000] [--seconds 8] [--rounds 3] [--alone]

Every server runs in a process of its own and keeps its games on disk: ours as always, theirs
with the storage for files that comes with it. A second run of theirs keeps everything in
memory, to show what the disk costs it. At every table four people, each with a connection,
make random legal moves of Luz as soon as it is their turn; a round trip lasts from a move to
the news of it at its mover. Rounds are played in turn, and medians are taken, so that other
work on the machine troubles all alike. The last line is JSON.
"""

import argparse
import contextlib
import json
import multiprocessing
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import uvloop
from rich.console import Console
from rich.table import Table as Grid

from bench.crowd import Crowd, Table
from bench.ours import OurTable
from bench.theirs import TheirTable

HERE = Path(__file__).parent / "boardgame"
WORKERS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
OURS, ALONE = f"Tenluz, {WORKERS} workers", "Tenluz, one process"
THEIRS, IN_MEMORY = "boardgame.io", "boardgame.io, in memory"
RATIO = 3.0  # ours to theirs, both on disk
MICROSECONDS = 500  # of processor time a move
MEGABYTES = 300  # for a thousand tables
FIRST_PAGE = 2.0  # seconds from the start

Running = tuple[int, str, str]  # process, address of the sockets, address of the API


@contextlib.contextmanager
def ours(workers: int, database: str = "") -> Iterator[Running]:
    """Our server, as `tenluz serve` runs it but for its limits on one address."""
    from tenluz.server.settings import ServerSettings

    address = f"127.0.0.1:{free_port()}"
    with tempfile.TemporaryDirectory() as folder:
        settings = ServerSettings(
            data=Path(folder),
            database=database,
            port=int(address.partition(":")[2]),
            workers=workers,
            requests_a_second=1e9,
            requests_at_once=10**9,
            logs_read_at_once=10**9,
            messages_a_second=1e9,
            messages_at_once=10**9,
            address_messages_a_second=1e9,
            address_messages_at_once=10**9,
            tables_a_second=1e9,
            tables_at_once=10**9,
            guest_tables_a_second=1e9,
            guest_tables_at_once=10**9,
            bytes_a_second=1e9,
            bytes_at_once=10**9,
            address_bytes_a_second=1e9,
            address_bytes_at_once=10**9,
            connections_an_address=10**9,
            connections_a_guest=10**9,
        )
        process = multiprocessing.get_context("spawn").Process(target=_serve, args=(settings,))
        process.start()
        assert process.pid is not None
        try:
            made = {"game": "luz", "seats": [{"kind": "bot"}] * 3}
            wait_for(lambda: httpx.post(f"http://{address}/api/tables", json=made, timeout=120))
            yield process.pid, address, address
        finally:
            process.terminate()
            process.join()


def _serve(settings: Any) -> None:
    from tenluz.server.app import server
    from tenluz.server.workers import serve_with_workers

    if settings.workers == 1:
        server(settings).run()
    else:
        serve_with_workers(settings, socket.create_server((settings.host, settings.port)))


@contextlib.contextmanager
def theirs(*, on_disk: bool) -> Iterator[Running]:
    """A boardgame.io server, as its documentation runs one."""
    ports = [str(free_port()), str(free_port())]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            ["node", "server.cjs", *ports, *([folder] if on_disk else [])],
            cwd=packages(),
            env={**os.environ, "NODE_ENV": "production"},
            stdout=subprocess.DEVNULL,
        )
        try:
            addresses = [f"127.0.0.1:{port}" for port in ports]
            wait_for(lambda: httpx.get(f"http://{addresses[1]}/games"))
            yield process.pid, addresses[0], addresses[1]
        finally:
            process.terminate()
            process.wait()


def packages() -> Path:
    """The folder with the peer and what it needs, installed when it is first needed."""
    if shutil.which("npm") is None:
        raise SystemExit("The peer needs Node and npm; --alone measures without it.")
    if not (HERE / "node_modules" / "boardgame.io").exists():
        subprocess.check_call(["npm", "ci", "--silent"], cwd=HERE)
    return HERE


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_for(ask: Any) -> None:
    """Ask until there is an answer."""
    until = time.monotonic() + 120
    while True:
        try:
            ask().raise_for_status()
            return
        except httpx.TransportError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def first_page() -> float:
    """Seconds from `tenluz serve` to its first page."""
    address = f"127.0.0.1:{free_port()}"
    tenluz = str(Path(sys.executable).parent / "tenluz")
    command = [tenluz, "serve", "--no-open", "--port", address.partition(":")[2]]
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        process = subprocess.Popen(
            [*command, "--data", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            wait_for(lambda: httpx.get(f"http://{address}/"))
            return time.perf_counter() - begun
        finally:
            process.terminate()
            process.wait()


def measure(rounds: int, tables: list[int], seconds: float, *, alone: bool) -> dict[str, Any]:
    """Every server with every number of tables, so many rounds; medians."""
    servers: dict[str, tuple[Any, type[Table]]] = {
        OURS: (lambda: ours(WORKERS), OurTable),
        ALONE: (lambda: ours(1), OurTable),
    }
    if not alone:
        servers[THEIRS] = (lambda: theirs(on_disk=True), TheirTable)
        servers[IN_MEMORY] = (lambda: theirs(on_disk=False), TheirTable)
    found: dict[str, dict[int, list[dict[str, Any]]]] = {
        name: {count: [] for count in tables} for name in servers
    }
    for _ in range(rounds):
        for count in tables:
            for name, (running, kind) in servers.items():
                with running() as (process, address, api):

                    async def run() -> dict[str, Any]:
                        crowd = Crowd(kind, address, api)  # noqa: B023
                        return await crowd.measure(count, seconds, process)  # noqa: B023

                    result = uvloop.run(run())
                print(name, result, flush=True)
                found[name][count].append(result)
    medians = {
        name: [
            {key: statistics.median(one[key] for one in results) for key in results[0]}
            for results in by_count.values()
        ]
        for name, by_count in found.items()
    }
    starts = [first_page() for _ in range(2 * rounds)]
    return {"rounds": rounds, "servers": medians, "first_page": statistics.median(starts)}


def show(found: dict[str, Any]) -> dict[str, Any]:
    """Tables for people; which goals are met."""
    console = Console(highlight=False, width=100)
    grid = Grid("server", "tables", "moves/s", "p50 ms", "p99 ms", "CPU µs/move", "MB for tables")
    for name, results in found["servers"].items():
        for one in results:
            keys = ("tables", "moves_a_second", "p50_ms", "p99_ms", "cpu_us_a_move")
            cells = [f"{one[key]:,g}" for key in (*keys, "megabytes_for_tables")]
            grid.add_row(name, *cells)
    console.print(grid)
    goals: dict[str, Any] = {"first page, s": (found["first_page"], "<=", FIRST_PAGE)}
    for name in (OURS, ALONE):
        for our, their, in_memory in zip(
            found["servers"][name],
            found["servers"].get(THEIRS, []),
            found["servers"].get(IN_MEMORY, []),
        ):
            what = f"{name}, {our['tables']:g} tables"
            ratio = our["moves_a_second"] / their["moves_a_second"]
            goals[f"{what}: moves a second, times theirs"] = (ratio, ">=", RATIO)
            goals[f"{what}: p99, times theirs"] = (our["p99_ms"] / their["p99_ms"], "<=", 1.0)
            ratio = our["moves_a_second"] / in_memory["moves_a_second"]
            goals[f"{what}: moves a second, times theirs in memory"] = (ratio, ">=", 1.0)
    for one in found["servers"][ALONE]:
        goals[f"{one['tables']:g} tables: µs a move"] = (one["cpu_us_a_move"], "<=", MICROSECONDS)
    largest = found["servers"][OURS][-1]
    if largest["tables"] == 1000:
        megabytes = largest["megabytes_for_tables"]
        goals["1000 tables: megabytes"] = (megabytes, "<=", MEGABYTES)
    for goal, (value, sign, limit) in goals.items():
        met = value >= limit if sign == ">=" else value <= limit
        console.print(f"{'met   ' if met else 'MISSED'} {goal}: {value:.2f} ({sign} {limit:g})")
    return {goal: {"value": round(value[0], 2), "goal": value[1:]} for goal, value in goals.items()}


def main() -> None:
    """Measure, print tables, print JSON."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.server",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--alone", action="store_true", help="without the peer")
    asked = parser.parse_args()
    found = measure(asked.rounds, asked.tables, asked.seconds, alone=asked.alone)
    found["goals"] = show(found)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
