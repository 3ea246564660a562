"""`python -m bench.gpu`: both games on one GPU, beside PGX and JaxMARL under JAX on the same GPU.

    python -m bench.gpu [--games 1048576] [--alone]

Fused playouts: whole games by random moves inside one kernel. Step interface: one kernel for
each step of all games, with observation, mask and reward in device memory after it; actions
are drawn from the legal ones by the games' dice. By CUDA events, medians. The last line is
JSON. Needs the extra `gpu`; the peers need JAX with CUDA, pgx and jaxmarl.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

from bench.peers_jax import HANABI
from tenluz.engine.errors import NotUnderstood
from tenluz.envs import vector
from tenluz.envs.vector.gpu import cuda

OPTIONS: dict[str, dict[str, Any]] = {
    "level10": {"players": 3, "pauses": 0},
    "luz": {"players": 4},
}
PLAYED = {"level10": 1 << 25, "luz": 1 << 22}  # games in one fused call
FUSED = {"level10": 10e9, "luz": 5e9}  # moves a second
STEPS = 500e6  # a second
TIMES_HANABI = 50
ROUNDS = 9


def milliseconds(run: Callable[[], Any], rounds: int) -> float:
    """What a call takes on the GPU, the median after a first one."""
    gpu = cuda()
    run()
    found = []
    for _ in range(rounds):
        begun, ended = gpu.event(), gpu.event()
        begun.record()
        run()
        ended.record()
        ended.synchronize()
        found.append(gpu.event_elapsed_time(begun, ended))
    return statistics.median(found)


def ours(games: int) -> dict[str, dict[str, Any]]:
    """Steps and moves a second of both games."""
    found = {}
    for name, options in OPTIONS.items():
        batch = vector.make(name, games, device="cuda", **options)
        batch.reset(1)
        for _ in range(20):  # until games are at different moves
            batch.step_at_random()
        step = milliseconds(batch.step_at_random, ROUNDS)
        count = PLAYED[name]
        _, moves = batch.games(count, 2)
        played = milliseconds(lambda: batch.games(count, 2), 3)  # noqa: B023
        found[name] = {
            "options": options,
            "games": games,
            "steps_a_second": games / step * 1000,
            "fused_moves_a_second": moves / played * 1000,
            "bytes_a_step": bytes_a_step(batch),
        }
        print(
            f"{name} {options}: {games / step / 1e3:,.0f} million steps/s, "
            f"{moves / played / 1e6:,.2f} billion moves/s in fused playouts",
            flush=True,
        )
    return found


def bytes_a_step(batch: Any) -> int:
    """What a step must at least read and write: state, dice and what is told of them."""
    kept = batch.game.state_type.itemsize + 16 + batch._extra.nbytes + 8 * batch.players + 5
    written = batch.encoding.size + batch.actions + 4 * batch.players + 2
    return int(2 * kept + written)


def peers(sizes: list[int]) -> list[dict[str, Any]]:
    """The same of the peers, in a process of their own: JAX wants the GPU's memory for itself."""
    run = subprocess.run(
        [sys.executable, "-m", "bench.peers_jax", "--games", *map(str, sizes)],
        env={**os.environ, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: list[dict[str, Any]] = json.loads(run.stdout.splitlines()[-1])
    return found


def show(found: dict[str, Any]) -> None:
    """Which goals are met."""
    goals: dict[str, tuple[float, float]] = {}
    for name, one in found["ours"].items():
        goals[f"{name}: fused, billion moves a second"] = (
            one["fused_moves_a_second"] / 1e9,
            FUSED[name] / 1e9,
        )
        goals[f"{name}: million steps a second"] = (one["steps_a_second"] / 1e6, STEPS / 1e6)
    best = max((p["steps_a_second"] for p in found["peers"] if p["peer"] == HANABI), default=0)
    if best:
        for name, one in found["ours"].items():
            goals[f"{name}: steps, times {HANABI}"] = (one["steps_a_second"] / best, TIMES_HANABI)
    for goal, (value, limit) in goals.items():
        print(f"{'met   ' if value >= limit else 'MISSED'} {goal}: {value:,.1f} (>= {limit:g})")
    found["goals"] = {
        goal: {"value": value, "goal": limit} for goal, (value, limit) in goals.items()
    }


def main() -> None:
    """Measure, print, print JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.gpu", description=__doc__)
    parser.add_argument("--games", type=int, default=1 << 20)
    parser.add_argument("--alone", action="store_true", help="without the peers")
    asked = parser.parse_args()
    warnings.filterwarnings("ignore", module="numba")
    try:
        name = cuda().get_current_device().name
    except NotUnderstood as missing:
        sys.exit(f"bench.gpu: {missing}")
    found: dict[str, Any] = {"gpu": name.decode() if isinstance(name, bytes) else name}
    print(found["gpu"], flush=True)
    found["ours"] = ours(asked.games)
    found["peers"] = [] if asked.alone else peers([1 << 16, asked.games])
    show(found)
    print(json.dumps(found, default=float))


if __name__ == "__main__":
    main()
