"""`python -m bench.threads`: how threads share a batch of games; the last line is JSON.

The same compiled loop over a range of games, by `step_at_random`, in several ways:

    one thread      no sharing at all
    ours            envs/vector/thread_pool.py: helpers wait in compiled code
    prange          Numba's own threads, a share each
    executor        concurrent.futures, a share each: threads of Python that wait for a lock

Back to back, and with a pause between two steps, as where a network is asked in between: a thread
that sleeps must be woken. Only the steps are timed, by the clock on the wall; so nothing else may
run on the machine.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba
import numpy as np
from rich.console import Console
from rich.table import Column, Table

from tenluz.engine.compiled import cores
from tenluz.envs import vector
from tenluz.envs.vector.cpu import AT_RANDOM
from tenluz.envs.vector.thread_pool import share

GAMES: dict[str, dict[str, Any]] = {"level10": {"players": 3}, "luz": {"players": 4}}
SIZES = (1_024, 65_536)
PAUSES = (0.0, 0.001)  # seconds
SPREAD = 200  # steps until games are at different moments

Step = Callable[[], Any]


def ways(game: str, n: int, threads: int) -> dict[str, Step]:
    """A step of a batch, in every way. Each has a batch of its own."""

    def batch(count: int) -> Any:
        made: Any = vector.make(game, n, threads=count, **GAMES[game])
        made.reset(seed=1)
        for _ in range(SPREAD):
            made.step_at_random()
        return made

    return {
        "one thread": batch(1).step_at_random,
        "ours": batch(threads).step_at_random,
        "prange": _by_prange(batch(threads), threads),
        "executor": _by_executor(batch(threads), threads),
    }


def _work(batch: Any) -> tuple[Any, tuple[Any, ...]]:
    """The loop of a batch over a range of its games, and all that it takes besides."""
    batch._what[0] = AT_RANDOM
    return batch._loops.some, batch._pool._given[0][4:]


def _by_executor(batch: Any, threads: int) -> Step:
    some, rest = _work(batch)
    pool = ThreadPoolExecutor(threads)
    edges = [share(batch.n, who, threads) for who in range(threads + 1)]

    def one(who: int) -> int:
        told: int = some(who, edges[who], edges[who + 1], *rest)
        return told

    return lambda: sum(pool.map(one, range(threads)))


def _by_prange(batch: Any, threads: int) -> Step:
    some, rest = _work(batch)
    numba.set_num_threads(threads)
    n = batch.n

    @numba.njit(parallel=True, nogil=True)
    def all_games(
        what,
        room,
        states,
        extras,
        dice,
        actions,
        reward,
        returns,
        taken,
        done,
        rows,
        outs,
        masks,
        seats,
    ):
        told = 0
        for who in numba.prange(threads):
            told += some(
                who, share(n, who, threads), share(n, who + 1, threads), what, room,
                states, extras, dice, actions, reward, returns, taken, done,
                rows, outs, masks, seats,
            )  # fmt: skip
        return told

    return lambda: all_games(*rest)


def microseconds(step: Step, pause: float, seconds: float) -> float:
    """What a step takes, the pause left out: the median."""
    found: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(found) < 20:
        if pause:
            time.sleep(pause)
        start = time.perf_counter()
        step()
        found.append(time.perf_counter() - start)
    return 1e6 * statistics.median(found)


def main() -> None:
    """Measure, print, print JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.threads", description=__doc__)
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--seconds", type=float, default=1.0, help="for each way, a round")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    console = Console(highlight=False, width=100)
    found: list[dict[str, Any]] = []
    for game in GAMES:
        for n in SIZES:
            steps = ways(game, n, given.threads)
            for pause in PAUSES:
                times: dict[str, list[float]] = {name: [] for name in steps}
                for _ in range(given.rounds):  # in turn
                    for name, step in steps.items():
                        times[name].append(microseconds(step, pause, given.seconds))
                took = {name: round(float(np.median(each)), 1) for name, each in times.items()}
                found.append({"game": game, "games": n, "pause_ms": 1e3 * pause, "us": took})
    names = list(found[0]["us"])
    columns = [Column(name, justify="right") for name in names]
    table = Table("µs a step", *columns, title=f"{given.threads} threads")
    for row in found:
        title = f"{row['game']}, {row['games']:,} games, {row['pause_ms']:g} ms between"
        table.add_row(title, *(f"{row['us'][name]:,.1f}" for name in names))
    console.print(table)
    layer = numba.threading_layer()  # type: ignore[attr-defined]  # without a type, but public
    print(json.dumps({"threads": given.threads, "layer": layer, "rows": found}))


if __name__ == "__main__":
    main()
