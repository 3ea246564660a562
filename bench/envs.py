"""`python -m bench.envs`: one game driven from Python, ours and others'; the last line is JSON.

Everybody goes through PettingZoo's own loop: `agent_iter`, `last`, `step`, with uniform random
legal actions, whole games and `reset` included. A step is an action taken; the None that
PettingZoo asks of finished agents is none. `env` has the checks that PettingZoo's modules wrap
around theirs, `raw_env` has not. RLCard's games are in PettingZoo too; its own interface, with
which `uno` is driven, has no observation spaces, no checks and no agents to count.
Rounds go in turn; time is what the core worked for us, not the clock on the wall.
"""

import random
import statistics
import time
import warnings
from typing import Any

from rich.console import Console
from rich.table import Column, Table

from bench import alone
from bench.contest import Contender, ratio_to_fastest

OURS = {
    "level10_v0": {"players": 3},
    "luz_v0": {"players": 4},
}
HANABI = "hanabi_v5"
RLCARD = ("leduc_holdem_v4", "texas_holdem_v4")
PEERS: dict[str, list[dict[str, Any]]] = {
    HANABI: [{"players": 2}, {"players": 4, "hand_size": 4}],
    **{name: [{}] for name in RLCARD},
}
GOAL = 5


class Zoo(Contender):
    """An environment of PettingZoo."""

    def __init__(self, name: str, environment: Any) -> None:
        super().__init__(name)
        self._environment = environment
        self._choice = random.Random(1)
        environment.reset(seed=1)
        self.run(0.02)  # compiles

    def run(self, seconds: float) -> tuple[int, int, float]:
        environment, choice = self._environment, self._choice.choice
        games = steps = 0
        start = time.thread_time()
        while time.thread_time() - start < seconds:
            environment.reset()
            for _ in environment.agent_iter():
                seen, _, terminated, truncated, _ = environment.last()
                if terminated or truncated:
                    environment.step(None)
                else:
                    environment.step(choice(seen["action_mask"].nonzero()[0].tolist()))
                    steps += 1
            games += 1
        return games, steps, time.thread_time() - start


class RLCard(Contender):
    """A game of RLCard by its own interface."""

    def __init__(self, game: str) -> None:
        import rlcard

        super().__init__(f"RLCard {game}, by itself")
        self._environment = rlcard.make(game, {"seed": 1})
        self._choice = random.Random(1)

    def run(self, seconds: float) -> tuple[int, int, float]:
        environment, choice = self._environment, self._choice.choice
        games = steps = 0
        start = time.thread_time()
        while time.thread_time() - start < seconds:
            state, _ = environment.reset()
            while not environment.is_over():
                state, _ = environment.step(choice(list(state["legal_actions"])))
                steps += 1
            environment.get_payoffs()
            games += 1
        return games, steps, time.thread_time() - start


def ours(kind: str) -> dict[str, Contender]:
    """Our games, as `env` or `raw_env`."""
    from tenluz.envs import level10_v0, luz_v0

    modules = {"level10_v0": level10_v0, "luz_v0": luz_v0}
    return {
        name: Zoo(_title(name, kind, options), getattr(modules[name], kind)(**options))
        for name, options in OURS.items()
    }


def peers(kind: str) -> tuple[dict[str, list[Contender]], list[str]]:
    """PettingZoo's closest games, and what of them is missing here, in words."""
    import importlib

    found: dict[str, list[Contender]] = {}
    missing = []
    for name, sizes in PEERS.items():
        try:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
            for options in sizes:
                contender = Zoo(_title(name, kind, options), getattr(module, kind)(**options))
                found.setdefault(name, []).append(contender)
        except ImportError as error:
            missing.append(f"{name} is not there ({error}): make .venv/.bench")
    return found, missing


def _title(name: str, kind: str, options: dict[str, Any]) -> str:
    players = f" {options['players']}" if "players" in options else ""
    return f"{name}.{kind}{players}"


def measure(rounds: int, seconds: float) -> tuple[list[Contender], dict[str, float], list[str]]:
    """Everybody's rounds, how many times the steps of others ours take, and what is missing."""
    try:
        import pettingzoo  # noqa: F401 (whether it is there)
    except ImportError:
        return [], {}, ["PettingZoo is not installed: make .venv/.bench"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what others are about to drop
        return _measure(rounds, seconds)


def _measure(rounds: int, seconds: float) -> tuple[list[Contender], dict[str, float], list[str]]:
    everybody: list[Contender] = []
    pairs: list[tuple[str, Contender, list[Contender]]] = []
    missing: list[str] = []
    for kind in ("env", "raw_env"):
        mine = ours(kind)
        theirs, missing = peers(kind)
        everybody += [*mine.values(), *(each for many in theirs.values() for each in many)]
        in_rlcard = [each for name in RLCARD for each in theirs.get(name, [])]
        for name, each in mine.items():
            if HANABI in theirs:
                pairs.append((f"{name}.{kind} to {HANABI}", each, theirs[HANABI]))
            if in_rlcard:
                pairs.append((f"{name}.{kind} to RLCard's in PettingZoo", each, in_rlcard))
    try:
        uno = RLCard("uno")
        everybody.append(uno)
        pairs += [
            (f"{each.name} to {uno.name}", each, [uno])
            for each in everybody
            if each.name.split(".")[0] in OURS and ".env" in each.name
        ]
    except ImportError:
        missing.append("RLCard is not installed: make .venv/.bench")
    for _ in range(rounds):
        for each in everybody:
            each.play(seconds)
    ratios = {title: ratio_to_fastest(fast, slow) for title, fast, slow in pairs}
    return everybody, ratios, missing


def show(console: Console, everybody: list[Contender], missing: list[str]) -> dict[str, int]:
    """A table of steps a second; the same as numbers."""
    columns = [Column(title, justify="right") for title in ("steps/s", "steps/game")]
    table = Table("one game from Python, one core", *columns)
    found = {}
    for each in everybody:
        steps, games = statistics.median(each.moves), statistics.median(each.games)
        found[each.name] = round(steps)
        table.add_row(each.name, f"{steps:,.0f}", f"{steps / games:.1f}")
    if everybody:
        console.print(table)
    for text in missing:
        console.print(text)
    return found


def has_goal(title: str) -> bool:
    """Whether a ratio should reach the goal: where both go through PettingZoo."""
    return "by itself" not in title


if __name__ == "__main__":
    alone.main("bench.envs", __doc__, measure, show, GOAL, has_goal=has_goal)
