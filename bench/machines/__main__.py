"""What a newcomer waits for, and what more cores bring, before a change and after it.

    python -m bench.machines [--before CHECKOUT] [--only starts|threads|outside|sizes] [--rounds 3]
                             [--seconds 0.5] [--wheel FILE] [--before-wheel FILE]

After is the Tenluz that this Python imports; before is an older checkout, run by the same
Python.

- starts: commands, and a table of experts in the browser, with an empty cache: seconds by the
  clock, and of processor time until then; what the cache has then
- threads: decisions a second of experts and playouts a second of champions, on the first 1, 2, 4, 8
  and 16 cores with as many threads; beside them plain products of matrices, a loop on each core
- outside: moves a second of a bot in a Python file, in all and in the second half of the work
- sizes: of wheels

Both are measured in turn, in processes that stay; medians of several rounds, and the last line is
JSON. It takes minutes, of which most go into compiling what comes before.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench.machines import starts
from tenluz.engine.compiled import cores

HERE = Path(__file__).parent
CORES = (1, 2, 4, 8, 16)
GAMES = ("level10", "luz")
OUTSIDE_SECONDS = 30.0  # of work for one core: processes take a while to start

Trees = dict[str, dict[str, str]]  # before and after, each by its environment


class Probe:
    """A process that measures on so many cores."""

    def __init__(self, count: int, env: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            (sys.executable, HERE / "probe.py", str(count)),
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def measure(self, name: str, game: str, seconds: float) -> Any:
        """Ask, and wait for the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = {"measure": name, "game": game, "seconds": seconds}
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"A probe has ended while it measured {name} of {game}.")
        return json.loads(answer)

    def close(self) -> None:
        """End it."""
        self._process.communicate()


def measure_starts(trees: Trees, rounds: int) -> dict[str, Any]:
    """Before once, as it takes minutes, and after several times."""
    tasks: dict[str, Any] = {
        f"tenluz {words}": lambda env, words=words: starts.command(words, env)
        for words in (starts.SIMULATE, starts.PLAY)
    }
    for game in GAMES:
        tasks[f"table of {game}"] = lambda env, game=game: starts.table(game, env)
    found: dict[str, Any] = {name: {} for name in tasks}
    if "before" in trees:
        # Each compiles on one core: with many of them they do not disturb each other.
        with ThreadPoolExecutor(len(tasks) if cores() >= 8 else 1) as pool:
            for name, task in tasks.items():
                found[name]["before"] = [pool.submit(task, trees["before"])]
        for by_tree in found.values():
            by_tree["before"] = [each.result() for each in by_tree["before"]]
    for _ in range(rounds):
        for name, task in tasks.items():
            found[name].setdefault("after", []).append(task(trees["after"]))
    for name, by_tree in found.items():
        for tree, each in by_tree.items():
            by_tree[tree] = _medians(each)
            print(f"{name}, {tree}: {by_tree[tree]}", flush=True)
    return found


def measure_threads(trees: Trees, rounds: int, seconds: float, counts: list[int]) -> dict[str, Any]:
    """A figure a second, by what is measured, tree and cores."""
    probes = {(tree, count): Probe(count, env) for tree, env in trees.items() for count in counts}
    alone = trees["after"] | dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    machine = {("machine", count): Probe(count, alone) for count in counts}
    tasks = [(name, game) for name in ("experts", "champions") for game in GAMES]
    with ThreadPoolExecutor() as pool:  # the first of a tree compiles, if anything is to be
        list(pool.map(lambda tree: _all_of(probes[tree, counts[0]], tasks), trees))
    found: dict[str, Any] = {}
    for name, game in [*tasks, ("matrices", "")]:
        its = probes if game else machine
        rates: dict[tuple[str, int], list[float]] = {key: [] for key in its}
        for _ in range(rounds):
            for key, one in its.items():
                rates[key].append(one.measure(name, game, seconds))
        _keep(found, f"{name} {game}".strip(), rates)
    for one in (*probes.values(), *machine.values()):
        one.close()
    return found


def _all_of(one: Probe, tasks: list[tuple[str, str]]) -> None:
    for name, game in tasks:
        one.measure(name, game, 0.0)


def measure_outside(trees: Trees, counts: list[int]) -> dict[str, Any]:
    """Once: a run is long."""
    found: dict[str, Any] = {}
    rates: dict[str, dict[tuple[str, int], list[float]]] = {}
    for count in counts:
        for tree, env in trees.items():
            # One after another, before and on one core: a shorter run tells as much.
            long = tree == "after" and count > 1
            one = Probe(count, env)
            each = one.measure("outside", "luz", OUTSIDE_SECONDS / (1 if long else 6))
            one.close()
            for name, rate in each.items():
                rates.setdefault(name, {})[tree, count] = [rate]
    for name, by_key in rates.items():
        _keep(found, f"outside luz {name}", by_key)
    return found


def _keep(found: dict[str, Any], name: str, rates: dict[tuple[str, int], list[float]]) -> None:
    """Medians by tree and cores, and how many times as many as on one core."""
    for tree in dict.fromkeys(tree for tree, _ in rates):
        by_cores = {
            count: round(statistics.median(each), 1)
            for (whose, count), each in rates.items()
            if whose == tree
        }
        one, *_ = by_cores.values()
        times = {count: round(rate / one, 2) for count, rate in by_cores.items()}
        found.setdefault(name, {})[tree] = {"a_second": by_cores, "times": times}
        print(f"{name}, {tree}: {by_cores}, times {times}", flush=True)


def _medians(each: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        name: None
        if each[0][name] is None
        else round(statistics.median(one[name] for one in each), 2)
        for name in each[0]
    }


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.machines",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--before", type=Path, metavar="CHECKOUT")
    parser.add_argument("--only", choices=("starts", "threads", "outside", "sizes"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5, help="of a round, of each figure")
    parser.add_argument("--wheel", type=Path)
    parser.add_argument("--before-wheel", type=Path)
    given = parser.parse_args()
    trees: Trees = {"after": dict(os.environ)}
    if given.before is not None:
        path = [str(given.before.resolve() / "src")]
        trees = {"before": {**os.environ, "PYTHONPATH": os.pathsep.join(path)}} | trees
    counts = [count for count in CORES if count <= cores()]
    found: dict[str, Any] = {"cores": cores(), "rounds": given.rounds}
    if given.only in (None, "starts"):
        found["starts"] = measure_starts(trees, given.rounds)
    if given.only in (None, "threads"):
        found["threads"] = measure_threads(trees, given.rounds, given.seconds, counts)
    if given.only in (None, "outside"):
        found["outside"] = measure_outside(trees, counts)
    wheels = {"before": given.before_wheel, "after": given.wheel}
    found["wheel_mb"] = {
        tree: round(file.stat().st_size / 1e6, 3) for tree, file in wheels.items() if file
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
