"""What a newcomer waits for, and what more cores bring, before a change and after it.

    python -m bench.machines [--before CHECKOUT] [--only WHAT] [--rounds 3]
                             [--seconds 0.5] [--wheel FILE] [--before-wheel FILE]

After is the Tenluz that this Python imports; before is an older checkout, run by the same
Python.

- starts: commands, and a table of experts in the browser, with an empty cache: seconds by the
  clock, and of processor time until then; what the cache has then
- experts, outside: moves a second of experts, and of a bot in a Python file, on the first 1, 2, 4,
  8 and 16 cores with as many workers; in all, and in the second half of the work
- champions: playouts a second, likewise
- matrices: plain products of matrices beside them, a loop on each core
- sizes: of wheels

Both are measured in turn; medians of several rounds, but of games one long one, and the last line
is JSON. It takes minutes, of which most go into compiling what comes before.
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

from tenluz.engine.compiled import cores

HERE = Path(__file__).parent
CORES = (1, 2, 4, 8, 16)
GAMES = ("level10", "luz")
TASKS = (
    *((name, game) for name in ("experts", "champions") for game in GAMES),
    ("outside", "luz"),
    ("matrices", ""),
)
# Of work for one core; and where more cores are to share it.
GAME_SECONDS = 2.0
GAMES_SECONDS = {"experts": 40.0, "outside": 30.0}

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
    from bench.machines import starts  # which needs what a server needs

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


def measure_cores(
    trees: Trees, rounds: int, seconds: float, counts: list[int], names: tuple[str, ...]
) -> dict[str, Any]:
    """A figure a second, by what is measured, tree and cores. Games take a longer run, as processes
    take a while to start; one on a single core, and one that does not get quicker, tells as much
    when it is short."""
    alone = trees["after"] | dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    found: dict[str, Any] = {}
    rates: dict[str, dict[tuple[str, int], list[float]]] = {}
    for count in counts:
        for tree, env in [*trees.items(), ("machine", alone)]:
            one = Probe(count, env)
            for name, game in TASKS:
                if name not in names or (name == "matrices") != (tree == "machine"):
                    continue
                long = GAMES_SECONDS.get(name, 0) if tree == "after" and count > 1 else GAME_SECONDS
                games = name in GAMES_SECONDS
                for _ in range(1 if games else rounds):
                    figures = one.measure(name, game, long if games else seconds)
                    if not isinstance(figures, dict):
                        figures = {"": figures}
                    for kind, rate in figures.items():
                        title = f"{name} {game} {kind}".strip()
                        rates.setdefault(title, {}).setdefault((tree, count), []).append(rate)
            one.close()
        print(f"{count} cores", flush=True)
    for title, by_key in rates.items():
        _keep(found, title, by_key)
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
    parser.add_argument("--only", choices=("starts", *dict(TASKS), "sizes"))
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
    found: dict[str, Any] = {"rounds": given.rounds}
    if given.only in (None, "starts"):
        found["starts"] = measure_starts(trees, given.rounds)
    names = tuple(name for name, _ in TASKS if given.only in (None, name))
    if names:
        found["cores"] = measure_cores(trees, given.rounds, given.seconds, counts, names)
    wheels = {"before": given.before_wheel, "after": given.wheel}
    found["wheel_mb"] = {
        tree: round(file.stat().st_size / 1e6, 3) for tree, file in wheels.items() if file
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
