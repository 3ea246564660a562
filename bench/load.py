"""What a full house costs: more and more tables, in a file and in PostgreSQL.

    python -m bench.load [--tables 250 500 1000 2000] [--seconds 10] [--rounds 3]
                         [--picture docs/load.svg]

Two workers on every database, durable writes on. At every table four people, each on a socket, move
as soon as it is their turn, so the server never rests: moves a second are what it can do, and round
trips are what people wait when it is full. The load comes from the same machine. The last row has
two servers with one worker each on one PostgreSQL, and the people of every table spread over both:
what the router saves that brings them together. The last line is JSON.
"""

import argparse
import contextlib
import json
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvloop
from rich.console import Console
from rich.table import Table as Grid

from bench.crowd import Crowd
from bench.ours import OurTable
from bench.server import ours
from bench.wire import Wire, connect
from tests.server.private_postgres import PrivatePostgres

WORKERS = 2
IN_A_FILE, IN_POSTGRES = "SQLite", "PostgreSQL"
APART = "PostgreSQL, people of a table apart"
COLUMNS = {
    "tables": "tables",
    "moves_a_second": "moves/s",
    "p50_ms": "p50 ms",
    "p95_ms": "p95 ms",
    "p99_ms": "p99 ms",
    "cpu_us_a_move": "CPU µs/move",
    "bytes_written_a_move": "B to disk/move",
    "bytes_sent_a_move": "B sent/move",
    "megabytes_for_tables": "MB for tables",
}
# PostgreSQL as it comes, with its promise to write before it says so.
DURABLE = "-c max_connections=200"

Started = tuple[list[int], list[str]]  # processes, addresses


class Apart(OurTable):
    """Four people at one table, by turns on one server and the other."""

    async def connect(self, table: str, seat: int, cookie: str) -> Wire:
        addresses = self.crowd.addresses
        address = addresses[seat % len(addresses)]
        return await connect(address, f"/ws/{table}", self.hear, cookie)


@contextlib.contextmanager
def started(name: str) -> Iterator[Started]:
    """A server, or two, with a database of their own."""
    if name == IN_A_FILE:
        with ours(WORKERS) as (process, address, _):
            yield [process], [address]
        return
    postgres = PrivatePostgres(DURABLE)
    try:
        database = postgres.database_of(Path(name))
        if name == IN_POSTGRES:
            with ours(WORKERS, database) as (process, address, _):
                yield [postgres.process, process], [address]
        else:
            with ours(1, database) as (one, first, _), ours(1, database) as (other, second, _):
                yield [postgres.process, one, other], [first, second]
    finally:
        postgres.close()


def measure(name: str, count: int, seconds: float) -> dict[str, Any]:
    """One server with so many tables."""
    with started(name) as (processes, addresses):
        kind = OurTable if len(addresses) == 1 else Apart

        async def run() -> dict[str, Any]:
            crowd = Crowd(kind, addresses[0], addresses[0])
            crowd.addresses = addresses
            return await crowd.measure(count, seconds, *processes)

        return uvloop.run(run())


def draw(found: dict[str, list[dict[str, Any]]], path: Path) -> None:
    """Moves a second, waiting and memory, by the number of tables."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    from tenluz.lab.standings_picture import LOOKS

    panels = {
        "moves_a_second": "moves a second",
        "p99_ms": "p99 of a round trip, ms",
        "megabytes_for_tables": "megabytes for the tables",
    }
    with rc_context(LOOKS):  # type: ignore[arg-type]  # its stubs know only some keys
        figure = Figure(figsize=(9.0, 2.8), layout="constrained")
        for axes, (key, title) in zip(figure.subplots(1, len(panels)), panels.items(), strict=True):
            for name, results in found.items():
                counts = [one["tables"] for one in results]
                axes.plot(counts, [one[key] for one in results], marker="o", label=name)
            axes.set_title(title, loc="left")
            axes.set_xlabel("tables of four")
            axes.set_ylim(bottom=0)
        figure.axes[0].legend(fontsize=7)
        figure.savefig(path, format="svg", metadata={"Date": None, "Title": "Load"})


def main() -> None:
    """Measure in rounds, print a table, print JSON."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.load",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, nargs="+", default=[250, 500, 1000, 2000])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--picture", type=Path, help="an SVG of how it grows")
    asked = parser.parse_args()
    rounds: dict[str, dict[int, list[dict[str, Any]]]] = {
        name: {count: [] for count in asked.tables} for name in (IN_A_FILE, IN_POSTGRES, APART)
    }
    for _ in range(asked.rounds):
        for count in asked.tables:
            for name, by_count in rounds.items():
                result = measure(name, count, asked.seconds)
                print(name, result, flush=True)
                by_count[count].append(result)
    found = {
        name: [
            {key: statistics.median(one[key] for one in results) for key in results[0]}
            for results in by_count.values()
        ]
        for name, by_count in rounds.items()
    }
    grid = Grid("database", *COLUMNS.values())
    for name, results in found.items():
        for one in results:
            grid.add_row(name, *(f"{one[key]:,g}" for key in COLUMNS))
    Console(highlight=False, width=110).print(grid)
    if asked.picture:
        draw(found, asked.picture)
    print(json.dumps({"rounds": asked.rounds, "workers": WORKERS, "found": found}))


if __name__ == "__main__":
    main()
