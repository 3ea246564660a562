"""How far a server carries, on paper: people at tables, from the costs that `bench.load` measured.

    python -m bench.scale [--people 10000 100000 1000000] [--costs load.json] [--pause 10]

Every table has four people, and a move every `--pause` seconds on average, at random times. A move
waits for its worker, which has one core, then for the database, which writes all that wait in one
commit, and is told then. Without `--costs` the costs are those in docs/scale.md. For every number
of people as many workers are taken as keep them busy for 60 % of the time; what one worker and one
database can do at most is said beside it. The last line is JSON.
"""

import argparse
import heapq
import json
import math
import random
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

SEATS = 4
BUSY = 0.6  # of a worker's time: what is left takes the waves
MOVES = 100_000  # that are simulated
MOST_WORKERS = 64  # of one server
HANDLES = 500_000  # open connections that one machine is set up for


@dataclass(frozen=True)
class Costs:
    """What a move at a table of four costs, and a table while nobody moves."""

    worker_us: float  # processor time in a worker
    database_us: float  # processor time in the database; in a file it is the worker's
    commit_ms: float  # from asking the disk to having it, for any number of moves
    table_kb: float  # memory, with four connections
    sent_bytes: float  # to four people
    written_bytes: float  # to the disk, one commit for many moves


# As docs/scale.md says: processor time on a machine a third as fast as that of its table.
IN_A_FILE = Costs(
    worker_us=600, database_us=20, commit_ms=3, table_kb=200, sent_bytes=6300, written_bytes=5700
)


@dataclass(frozen=True)
class Found:
    """What came of one number of people."""

    people: int
    moves_a_second: float
    workers: int
    busy: float  # share of a worker's time
    moves_a_commit: float
    p50_ms: float
    p99_ms: float
    memory_gb: float
    megabits_a_second: float
    disk_mb_a_second: float
    connections: int


def simulate(people: int, pause: float, costs: Costs, seed: int = 1) -> Found:
    """So many people, for so many moves."""
    tables = people / SEATS
    rate = tables / pause
    service = costs.worker_us / 1e6
    workers = max(1, math.ceil(rate * service / BUSY))
    chance = random.Random(seed)
    free = [0.0] * workers  # when each worker has done what waits for it
    busy = 0.0
    ready: list[tuple[float, float]] = []  # when a move comes to the database, and when it was made
    now = 0.0
    for _ in range(MOVES):
        now += chance.expovariate(rate)
        worker = chance.randrange(workers)
        # Some moves end a deal or a game, and cost several times as much: a long tail.
        takes = service * chance.expovariate(1.0)
        free[worker] = max(free[worker], now) + takes
        busy += takes
        heapq.heappush(ready, (free[worker], now))
    took, commits = _commits(ready, costs)
    took.sort()
    return Found(
        people=people,
        moves_a_second=rate,
        workers=workers,
        busy=busy / (now * workers),
        moves_a_commit=MOVES / commits,
        p50_ms=1000 * took[MOVES // 2],
        p99_ms=1000 * took[MOVES * 99 // 100],
        memory_gb=tables * costs.table_kb / 1e6,
        megabits_a_second=rate * costs.sent_bytes * 8 / 1e6,
        disk_mb_a_second=rate * costs.written_bytes / 1e6,
        connections=people,
    )


def _commits(ready: list[tuple[float, float]], costs: Costs) -> tuple[list[float], int]:
    """How long each move took until it was kept, and in how many commits that was: while the disk
    writes one, the next gathers."""
    took: list[float] = []
    free, commits = 0.0, 0
    while ready:
        begin = max(free, ready[0][0])
        batch: list[float] = []
        while ready and ready[0][0] <= begin:
            batch.append(heapq.heappop(ready)[1])
        free = begin + costs.commit_ms / 1000 + len(batch) * costs.database_us / 1e6
        took += [free - made for made in batch]
        commits += 1
    return took, commits


def limits(pause: float, costs: Costs) -> dict[str, float]:
    """People at which each thing has no more to give, by what it is: the smallest breaks first."""
    seconds = SEATS * pause  # of one person's move
    return {
        "one worker": 1e6 / costs.worker_us * seconds,
        f"one machine of {MOST_WORKERS} workers": MOST_WORKERS * 1e6 / costs.worker_us * seconds,
        "one writer of the database": 1e6 / costs.database_us * seconds,
        "16 GB of memory": 16e6 / costs.table_kb * SEATS,
        f"{HANDLES:,} connections of one machine": HANDLES,
        "1 gigabit a second": 1e9 / (8 * costs.sent_bytes) * seconds,
        "200 MB a second to the disk": 200e6 / costs.written_bytes * seconds,
    }


def main() -> None:
    """Simulate, print tables, print JSON."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.scale",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--people", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--pause", type=float, default=10.0, help="seconds between two moves")
    parser.add_argument("--costs", type=Path, help="a JSON object with the names of `Costs`")
    asked = parser.parse_args()
    costs = Costs(**json.loads(asked.costs.read_text())) if asked.costs else IN_A_FILE
    found = [simulate(people, asked.pause, costs) for people in asked.people]
    console = Console(highlight=False, width=120)
    grid = Grid(*(name.replace("_", " ") for name in asdict(found[0])))
    for one in found:
        grid.add_row(*(f"{value:,.3g}" if value < 100 else f"{value:,.0f}" for value in _of(one)))
    console.print(grid)
    breaks = limits(asked.pause, costs)
    for what, people in sorted(breaks.items(), key=lambda one: one[1]):
        console.print(f"{people:>14,.0f} people: {what}")
    told = {"costs": asdict(costs), "found": [asdict(one) for one in found], "limits": breaks}
    print(json.dumps(told))


def _of(one: Found) -> list[Any]:
    return list(asdict(one).values())


if __name__ == "__main__":
    main()
