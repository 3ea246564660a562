"""`python -m bench.train`: decisions a second of training, end to end; the last line is JSON.

    python -m bench.train --device cuda                       # a sweep over ways and sizes
    python -m bench.train --device cuda --game luz --learn 30 # and half a minute of learning

A decision is one action of one seat, played by the network and learnt from in every epoch.
Nothing is left out of the time: environment, network, sampling, advantages, update.
"""

import argparse
import contextlib
import gc
import json
import os
import platform
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import torch

from tenluz.engine.catalogue import game_named
from tenluz.train.config import USUAL, TrainConfig, read_layers
from tenluz.train.game_config import game_config
from tenluz.train.graphs import Replayed
from tenluz.train.learner import Learner
from tenluz.train.network import forward

OPTIONS: dict[str, dict[str, Any]] = {
    "level10": {"players": 3, "pauses": 3, "open_counts": True, "first_player": "dealt"},
    "luz": {"players": 4},
}
# The usual sizes with these changes; on a GPU also as plain calls, and compiled by PyTorch.
SIZES: dict[str, list[dict[str, Any]]] = {
    "cpu": [{}],
    "cuda": [
        {},
        {"epochs": 2},
        {"minibatches": 4},
        {"games": 131_072, "minibatches": 16},
        {"games": 32_768, "steps": 32, "minibatches": 16},
        {"games": 16_384, "steps": 32, "minibatches": 16},
    ],
}
WAYS = {"plain": (False, False), "graphs": (True, False), "graphs, fused": (True, True)}


def main() -> None:
    """Measure, print lines, print JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.train", description=__doc__)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--game", default="level10", choices=OPTIONS)
    parser.add_argument("--layers", default="", help="like 512x3; empty: the device's usual")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each way and size")
    parser.add_argument("--quick", action="store_true", help="the usual sizes alone")
    parser.add_argument("--learn", type=float, default=0.0, help="seconds of learning at the end")
    given = parser.parse_args()
    found: dict[str, Any] = {"machine": machine(given.device), "game": given.game, "runs": []}
    print(", ".join(f"{name} {value}" for name, value in found["machine"].items()), flush=True)
    for way, size in cases(given.device, given.quick):
        graphs, fuse = WAYS[way]
        config = chosen(given, size)
        try:
            run = {"way": way, **size, **measured(config, graphs, fuse, given.seconds)}
        except Exception as error:  # the other sizes are still worth knowing
            traceback.print_exc()
            run = {"way": way, **size, "error": str(error)[:300]}
        print(json.dumps(run), flush=True)
        found["runs"].append(run)
        if given.device == "cuda":
            gc.collect()  # a learner and its graphs know each other
            torch.cuda.empty_cache()
    done = [run for run in found["runs"] if "decisions_a_second" in run]
    if done:
        best = max(done, key=lambda run: run["decisions_a_second"])
        print(f"best: {best['decisions_a_second'] / 1e6:.2f} million decisions a second, {best}")
        if given.learn:
            size = {name: best[name] for name in ("games", "steps", "minibatches", "epochs")}
            found["learning"] = learning(chosen(given, size), WAYS[best["way"]], given.learn)
    print(json.dumps(found))


def cases(device: str, quick: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is measured: every way at the usual sizes, then other sizes the two best ways."""
    ways = list(WAYS) if device == "cuda" else ["plain"]
    first, *others = SIZES[device]
    yield from ((way, first) for way in ways)
    if not quick:
        yield from ((way, size) for size in others for way in ways[1:])


def chosen(given: argparse.Namespace, size: dict[str, Any]) -> TrainConfig:
    """What a run is."""
    its = game_config(game_named(given.game))
    layers = {"layers": read_layers(given.layers)} if given.layers else {}
    return TrainConfig(
        game=given.game,
        options=OPTIONS[given.game],
        reward=its.rewards[0],
        shaped=its.shaped,
        device=given.device,
        **{**USUAL[given.device], **layers, **size},
    ).check()


def measured(config: TrainConfig, graphs: bool, fuse: bool, seconds: float) -> dict[str, Any]:
    """Decisions a second, and where the time goes."""
    start = time.perf_counter()
    learner = Learner(config, graphs=graphs, fuse=fuse)
    for _ in range(4):  # what is compiled and recorded, is then
        learner.round()
    learner.figures()
    ready = time.perf_counter() - start
    with learner.stream():
        one = timed(learner.round, 1, config.device)
        whole = timed(learner.round, max(3, int(seconds / one)), config.device)
        count = max(3, int(seconds / 4 / one))
        play = timed(learner.play, count, config.device)
        learn = timed(learner.learn, count, config.device)
        steps = alone(learner, learner.env.batch.step_at_random, count)
        network_alone = alone(learner, lambda: one_forward(learner), count)
    network = learner.network
    first = 2 * network.stack[0].weight.numel()
    operations = network.operations * (1 + 1 / config.steps)
    operations += config.epochs * (3 * network.operations - first)
    decisions = config.decisions
    figures = learner.figures()
    return {
        "games": config.games,
        "steps": config.steps,
        "minibatches": config.minibatches,
        "epochs": config.epochs,
        "layers": list(config.layers),
        "decisions_a_second": round(decisions / whole),
        "ms": {
            "round": round(1e3 * whole, 3),
            "play": round(1e3 * play, 3),
            "of which environment": round(1e3 * steps, 3),
            "of which network": round(1e3 * network_alone, 3),
            "learn": round(1e3 * learn, 3),
        },
        "mflop_a_decision": round(operations / 1e6, 2),
        "tflops": round(operations * decisions / whole / 1e12, 1),
        "seconds_until_ready": round(ready, 1),
        "recorded": bool(getattr(learner.learn, "recorded", False)),
        "refused": int(learner.env.refused[0]),
        "figures": {name: round(value or 0.0, 4) for name, value in figures.items()},
    }


@torch.no_grad()
def one_forward(learner: Learner) -> None:
    """The network once for every game."""
    forward(learner.network.weights(), learner.env.observation)


def alone(learner: Learner, work: Callable[[], Any], count: int) -> float:
    """Seconds for one kind of work, as often as it comes in a rollout."""

    def rollout() -> None:
        learner.env._follow()
        for _ in range(learner.config.steps):
            work()

    on_gpu = learner.config.device == "cuda"
    run = Replayed(rollout) if on_gpu else rollout
    for _ in range(3):
        run()
    return timed(run, count, learner.config.device)


def timed(work: Callable[[], Any], times: int, device: str) -> float:
    """Seconds for one, by the clock on the wall, with the device idle before and after."""
    wait = torch.cuda.synchronize if device == "cuda" else contextlib.nullcontext
    wait()
    start = time.perf_counter()
    for _ in range(times):
        work()
    wait()
    return (time.perf_counter() - start) / times


def learning(config: TrainConfig, way: tuple[bool, bool], seconds: float) -> list[dict[str, Any]]:
    """A run from scratch: what it has learnt after how long."""
    learner = Learner(config, graphs=way[0], fuse=way[1])
    rows = []
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(config.log_every):
            learner.round()
        figures = {name: round(value or 0.0, 4) for name, value in learner.figures().items()}
        row = {
            "seconds": round(time.perf_counter() - start, 2),
            "decisions": learner.decisions,
            **figures,
        }
        rows.append(row)
    kept = rows[:: max(1, len(rows) // 12)] + rows[-1:]
    for row in kept:
        print(json.dumps(row), flush=True)
    return kept


def machine(device: str) -> dict[str, Any]:
    """Where this is measured."""
    found = {"python": platform.python_version(), "torch": torch.__version__}
    if device == "cuda":
        found["gpu"] = torch.cuda.get_device_name()
    return found


if __name__ == "__main__":
    main()
