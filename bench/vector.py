"""`python -m bench.vector`: batches of games on all cores, ours and PGX's; the last line is JSON.

Everybody takes one step in every game of a batch at each call from Python: a uniform random
legal action, drawn by the batch itself, the observation and the mask of whoever acts next, and
a new game where one ended. Ours: `step_at_random`. PGX: one compiled call of its `step` with
`auto_reset` and actions drawn by `jax.random.categorical`, as its own examples do it; states
are handed back to be written over. Rounds go in turn, and batches of the same size are compared.

Time is what all cores worked for us, divided by their number, and beside it the clock on the
wall. On a machine with other work only the first compares; PGX does not keep all cores busy,
so it flatters PGX.
"""

import os
import statistics
import time
from typing import Any

from rich.console import Console
from rich.table import Column, Table

from bench import alone
from bench.contest import Contender, ratio_to_fastest
from tenluz.envs import vector

OURS = {"level10": {"players": 3}, "luz": {"players": 4}}
PEERS = ("kuhn_poker", "leduc_holdem", "sparrow_mahjong", "bridge_bidding")
SIZES = (1_024, 65_536)
CORES = os.cpu_count() or 1
GOAL = 10


class Batches(Contender):
    """A batch that is stepped again and again."""

    def __init__(self, name: str, n: int) -> None:
        super().__init__(f"{name}, {n:,} games")
        self.kind, self.n = name, n
        self.by_clock: list[float] = []  # steps a second, round by round

    def run(self, seconds: float) -> tuple[int, int, float]:
        calls = 0
        start, worked = time.perf_counter(), time.process_time()
        while time.perf_counter() - start < seconds:
            self.step()
            calls += 1
        self.wait()
        worked = time.process_time() - worked
        self.by_clock.append(calls * self.n / (time.perf_counter() - start))
        return calls, calls * self.n, worked / CORES

    def step(self) -> None:
        """One call."""
        raise NotImplementedError

    def wait(self) -> None:
        """Until all that was called is done."""


class Ours(Batches):
    """One of our games."""

    def __init__(self, game: str, n: int, **options: Any) -> None:
        super().__init__(f"{game} {options['players']}", n)
        self._games = vector.make(game, n, **options)
        self._games.reset(seed=1)
        for _ in range(200):  # compiles, and spreads the games over all their moments
            self._games.step_at_random()
        self.size = self._games.encoding.size

    def step(self) -> None:
        self._games.step_at_random()


class Pgx(Batches):
    """One of PGX's games."""

    def __init__(self, game: str, n: int) -> None:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental.wrappers import auto_reset

        super().__init__(f"PGX {game}", n)
        environment = pgx.make(game)
        init, step = environment.init, auto_reset(environment.step, environment.init)

        def once(state: Any, key: Any) -> Any:
            key, to_act, to_step = jax.random.split(key, 3)
            chances = jnp.log(state.legal_action_mask.astype(jnp.float32))
            actions = jax.random.categorical(to_act, chances, axis=1)
            keys = jax.random.split(to_step, n)
            return jax.vmap(step)(state, actions, keys), key

        self._once = jax.jit(once, donate_argnums=(0, 1))
        key = jax.random.PRNGKey(1)
        self._state = jax.jit(jax.vmap(init))(jax.random.split(key, n))
        self._key = key
        self.step()  # compiles
        self.run(0.5)  # spreads the games over their moments
        self.by_clock.clear()
        self.size = int(self._state.observation[0].size)

    def step(self) -> None:
        self._state, self._key = self._once(self._state, self._key)

    def wait(self) -> None:
        self._state.observation.block_until_ready()


def peers(n: int) -> tuple[list[Pgx], list[str]]:
    """PGX's card games, and what of them is missing here, in words."""
    try:
        import pgx  # noqa: F401 (whether it is there)
    except ImportError as error:
        return [], [f"PGX is not there ({error}): make .venv/.bench"]
    found, missing = [], []
    for game in PEERS:
        try:
            found.append(Pgx(game, n))
        except Exception as error:  # whatever a game needs and does not find, as a download
            why = str(error).strip().splitlines()[0]
            missing.append(f"PGX {game} does not start here: {type(error).__name__}: {why}")
    return found, missing


def measure(rounds: int, seconds: float) -> tuple[list[Any], dict[str, float], list[str]]:
    """Everybody's rounds, how many times the steps of others ours take, and what is missing."""
    everybody: list[Any] = []
    ratios: dict[str, float] = {}
    missing: list[str] = []
    for n in SIZES:
        mine = [Ours(game, n, **options) for game, options in OURS.items()]
        theirs, missing = peers(n)
        for _ in range(rounds):
            for each in mine + theirs:
                each.play(seconds)
        for fast in mine:
            for slow in theirs:
                title = f"{fast.kind} to {slow.kind}, {n:,} games"
                ratios[title] = ratio_to_fastest(fast, [slow])
        everybody += mine + theirs
    return everybody, ratios, missing


def show(console: Console, everybody: list[Any], missing: list[str]) -> dict[str, int]:
    """A table of steps a second; the same as numbers."""
    titles = ("steps/s", "by the clock", "ns a step and core", "numbers seen")
    columns = [Column(title, justify="right") for title in titles]
    table = Table(f"batches of games, {CORES} cores", *columns)
    found = {}
    for each in everybody:
        steps = statistics.median(each.moves)
        found[each.name] = round(steps)
        clock = statistics.median(each.by_clock)
        each_step = CORES * 1e9 / steps
        table.add_row(
            each.name, f"{steps:,.0f}", f"{clock:,.0f}", f"{each_step:,.0f}", f"{each.size:,}"
        )
    console.print(table)
    for text in missing:
        console.print(text)
    return found


if __name__ == "__main__":
    alone.main("bench.vector", __doc__, measure, show, GOAL, usual=(7, 0.5), quick=(3, 0.2))
