"""`python -m bench`: everything that is measured, in one run; the last line is JSON."""

import argparse
import datetime
import importlib.metadata
import json
import os
import platform
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Column, Table

from bench import contest, cores, envs, micro, records, same_game, spiel, starts, vector
from tenluz.engine import catalogue

BYTES = {"level10": 256, "luz": 512}  # a state stays below
FUNCTIONS = ("apply", "copy", "legal", "view", "sample")
CONSOLE = Console(highlight=False, width=100)


def main() -> None:
    """Measure, print tables, print JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a rough look, in half a minute")
    quick = parser.parse_args().quick
    rounds, seconds = (3, 0.1) if quick else (9, 0.4)
    found: dict[str, Any] = {"machine": machine(), "rounds": rounds, "targets": {}}
    random_play(found, rounds, seconds)
    same_in_both(found, rounds, seconds)
    single_functions(found, 5 if quick else 31)
    environments(found, rounds, seconds)
    in_openspiel(found, rounds, seconds)
    batches(found, 3 if quick else 5, seconds)
    two_cores(found, rounds, seconds)
    start_up(found, 3 if quick else 7)
    checking(found, 1_000 if quick else 10_000)
    show_targets(found["targets"])
    if any(load > 0.5 for load in found["machine"]["load"][:1]):
        CONSOLE.print(
            "Other work ran on this machine. Random play and nanoseconds are by a core's own time "
            "and hardly suffer; two threads, start and check are by the clock on the wall and do."
        )
    print(json.dumps(found))


def machine() -> dict[str, Any]:
    """Where this was measured."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = lines[0].partition(":")[2].strip() if lines else model
    versions = {}
    for package in ("numba", "numpy", "open_spiel", "pettingzoo", "rlcard", "pgx", "jax"):
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            versions[package] = "missing"
    found = {
        "date": datetime.date.today().isoformat(),
        "processor": model,
        "cores": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()] if hasattr(os, "getloadavg") else [],
        "python": platform.python_version(),
        **versions,
    }
    CONSOLE.print(", ".join(f"{name} {value}" for name, value in found.items()))
    return found


def target(found: dict[str, Any], name: str, value: float, goal: float, *, below: bool) -> None:
    """Hold a number against what it should be."""
    met = value < goal if below else value >= goal
    goal_told = f"{'under' if below else 'at least'} {goal:g}"
    found["targets"][name] = {"value": round(value, 3), "goal": goal_told, "met": met}


# --- what is measured --------------------------------------------------------------------


def random_play(found: dict[str, Any], rounds: int, seconds: float) -> None:
    """Games and moves a second, ours and OpenSpiel's."""
    ours = contest.ours()
    peers, missing = contest.peers()
    for _ in range(rounds):
        for contender in ours + peers:
            contender.play(seconds)
    by_name = {each.name: each for each in ours + peers}
    table = Table("random play, one core", *map(_right, ("games/s", "moves/s", "moves/game")))
    found["random_play"] = {}
    for each in ours + peers:
        games, moves = statistics.median(each.games), statistics.median(each.moves)
        found["random_play"][each.name] = {"games_s": round(games), "moves_s": round(moves)}
        table.add_row(each.name, f"{games:,.0f}", f"{moves:,.0f}", f"{moves / games:.1f}")
    CONSOLE.print(table)
    for text in missing:
        CONSOLE.print(text)
    hanabi = [each for each in peers if "hanabi" in each.name]
    tricks = [each for each in peers if "hanabi" not in each.name]
    oh_hell = [each for each in peers if "oh_hell" in each.name]
    for mine, slow, name, goal in (
        ("level10 3", hanabi, "Level 10 to hanabi", 30),
        ("level10 3", tricks, "Level 10 to the fastest trick-taking game", 7),
        ("luz 3", oh_hell, "Luz to oh_hell", 7),
        ("luz 3", tricks, "Luz to the fastest trick-taking game", 7),
    ):
        if slow:
            ratio = contest.ratio_to_fastest(by_name[mine], slow)
            target(found, f"{name}, moves/s", ratio, goal, below=False)


def same_in_both(found: dict[str, Any], rounds: int, seconds: float) -> None:
    """Oh Hell, ours and OpenSpiel's."""
    everybody, ratios, missing = same_game.measure(rounds, seconds)
    found["same_game"] = same_game.show(CONSOLE, everybody, missing)
    for title, ratio in ratios.items():
        target(found, f"{title}, moves/s", ratio, same_game.GOAL, below=False)


def single_functions(found: dict[str, Any], rounds: int) -> None:
    """Nanoseconds of single functions, and bytes of a state."""
    closed = {"players": 3, "first_player": "dealt"}
    table = Table("nanoseconds", *map(_right, (*FUNCTIONS, "state")))
    found["nanoseconds"], found["bytes"] = {}, {}
    for title, game, options in (
        ("level10, open counts", "level10", {**closed, "open_counts": True}),
        ("level10", "level10", closed),
        ("luz", "luz", {"players": 3}),
    ):
        times = micro.nanoseconds(game, rounds, **options)
        size = catalogue.game_named(game).state_type.itemsize
        found["nanoseconds"][title] = {name: round(each, 1) for name, each in times.items()}
        found["bytes"][game] = size
        told_times = [f"{times[name]:,.1f}" for name in FUNCTIONS]
        table.add_row(title, *told_times, f"{size} bytes")
        if title in catalogue.names():
            for name in ("apply", "legal"):
                target(found, f"{name} of {title}, ns", times[name], 100, below=True)
            target(found, f"a state of {title}, bytes", size, BYTES[title], below=True)
    CONSOLE.print(table)


def environments(found: dict[str, Any], rounds: int, seconds: float) -> None:
    """One game driven from Python through PettingZoo, ours and others'."""
    everybody, ratios, missing = envs.measure(rounds, seconds)
    found["environments"] = envs.show(CONSOLE, everybody, missing)
    for title, ratio in ratios.items():
        if envs.has_goal(title):
            target(found, f"{title}, steps/s", ratio, envs.GOAL, below=False)


def in_openspiel(found: dict[str, Any], rounds: int, seconds: float) -> None:
    """One game driven from Python through OpenSpiel, ours and those it has in Python."""
    everybody, ratios, missing = spiel.measure(rounds, seconds)
    found["in_openspiel"] = spiel.show(CONSOLE, everybody, missing)
    for title, ratio in ratios.items():
        if spiel.has_goal(title):
            target(found, f"{title}, steps/s", ratio, spiel.GOAL, below=False)


def batches(found: dict[str, Any], rounds: int, seconds: float) -> None:
    """Many games at once on all cores, ours and PGX's."""
    everybody, ratios, missing = vector.measure(rounds, seconds)
    found["batches"] = vector.show(CONSOLE, everybody, missing)
    for title, ratio in ratios.items():
        target(found, f"{title}, steps/s", ratio, vector.GOAL, below=False)


def two_cores(found: dict[str, Any], rounds: int, seconds: float) -> None:
    """Two threads against one."""
    titles = ("games/s on one", "times as fast on two", "and by a core's own time")
    table = Table("two threads", *map(_right, titles))
    best = cores.machine(seconds, rounds)
    table.add_row("the machine: two loops that share nothing", "", f"{best:.2f}", "")
    found["two_threads"] = {"machine": round(best, 3)}
    for game in catalogue.names():
        for bot in ("random", "rules"):
            alone, ratio, worked = cores.simulated(game, bot, seconds, rounds)
            title = f"simulate {game} {bot}"
            table.add_row(title, f"{alone:,.0f}", f"{ratio:.2f}", f"{worked:.2f}")
            found["two_threads"][title] = {
                "games_s": round(alone),
                "ratio": round(ratio, 3),
                "ratio_core_time": round(worked, 3),
            }
            target(found, f"two threads to one, {title}", ratio, 1.8, below=False)
    CONSOLE.print(table)


def start_up(found: dict[str, Any], rounds: int) -> None:
    """Seconds to the first word or prompt, beside importing NumPy."""
    times = starts.seconds(rounds)
    numpy = times["import numpy"]
    table = Table("start", _right("seconds"), _right("times import numpy"))
    found["start_seconds"] = {name: round(each, 3) for name, each in times.items()}
    for name, each in times.items():
        table.add_row(name, f"{each:.3f}", f"{each / numpy:.1f}")
        if name.startswith("tenluz play"):
            target(
                found,
                f"{name} to the first prompt, times import numpy",
                each / numpy,
                10,
                below=True,
            )
    CONSOLE.print(table)


def checking(found: dict[str, Any], count: int) -> None:
    """`tenluz check` on records of whole games."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        records.write(path, 2, 1)
        starts.check_seconds(path)  # fills the cache
        records.write(path, count, min(count // 2, 250))
        took = starts.check_seconds(path)
    found["check"] = {"records": count, "seconds": round(took, 2)}
    CONSOLE.print(f"tenluz check: {count:,} records in {took:.2f} s\n")
    target(found, "check 10,000 records, seconds", took / count * 10_000, 20, below=True)


def show_targets(targets: dict[str, Any]) -> None:
    """Everything that should be reached, and whether it is."""
    table = Table("target", _right("value"), _right("goal"), "")
    for name, each in targets.items():
        table.add_row(
            name, f"{each['value']:,.2f}", each["goal"], "met" if each["met"] else "MISSED"
        )
    CONSOLE.print(table)


def _right(title: str) -> Column:
    return Column(title, justify="right")


if __name__ == "__main__":
    sys.exit(main())
