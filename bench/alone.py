"""A part of the bench as a program of its own: the same options, the same report, JSON last."""

import argparse
import json
from collections.abc import Callable
from typing import Any

from rich.console import Console

Measured = tuple[Any, dict[str, float], Any]  # who, how many times as fast, who not


def main(
    name: str,
    about: str | None,
    measure: Callable[[int, float], Measured],
    show: Callable[[Console, Any, Any], Any],
    goal: float,
    *,
    has_goal: Callable[[str], bool] = lambda title: True,
    usual: tuple[int, float] = (9, 0.4),
    quick: tuple[int, float] = (3, 0.1),
) -> None:
    """Measure in so many rounds of so many seconds, print, print JSON."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=about)
    parser.add_argument("--quick", action="store_true", help="a rough look")
    rounds, seconds = quick if parser.parse_args().quick else usual
    console = Console(highlight=False, width=100)
    everybody, ratios, missing = measure(rounds, seconds)
    speeds = show(console, everybody, missing)
    told: dict[str, dict[str, Any]] = {}
    for title, times in ratios.items():
        told[title] = {"times": round(times, 2)}
        words = f"{title}: {times:.2f} times"
        if has_goal(title):
            told[title] |= {"goal": goal, "met": times >= goal}
            words += f" (goal {goal}: {'met' if times >= goal else 'MISSED'})"
        console.print(words)
    print(json.dumps({"rounds": rounds, "speeds": speeds, "ratios": told, "missing": missing}))
