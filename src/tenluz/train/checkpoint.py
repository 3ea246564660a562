"""A run in a folder: where it stands, so that it can go on as if it had never stopped.

    checkpoint.pt    weights, what the optimiser remembers, every game in progress, generators
    metrics.jsonl    a row of figures a line
    curves.svg       the same as a picture, when the run ends

A checkpoint is written beside the old one and then takes its place: whenever the machine stops,
one whole checkpoint is there.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

import torch

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.types import JsonObject
from tenluz.train.config import TrainConfig
from tenluz.train.learner import Learner
from tenluz.train.whole_files import written_whole

CHECKPOINT, METRICS, PICTURE = "checkpoint.pt", "metrics.jsonl", "curves.svg"
VERSION = 2


@dataclass
class Progress:
    """How far a run has come, besides its learner."""

    seconds: float = 0.0
    minutes: float | None = None  # the budget that was agreed: whichever is spent first
    decisions: int | None = None
    rows: list[JsonObject] = field(default_factory=list)


def save(folder: Path, learner: Learner, progress: Progress) -> None:
    """Keep a run."""
    generator = learner.generator
    games = learner.env.batch.snapshot()
    kept = {
        "version": VERSION,
        "config": learner.config.write(),
        "progress": json.dumps(vars(progress)),
        "rounds": learner.rounds,
        "network": learner.network.state_dict(),
        "optimiser": learner.updater.optimiser.state_dict(),
        "games": {
            name: torch.frombuffer(bytearray(content), dtype=torch.uint8)
            for name, content in games.items()
        },
        "generator": generator.get_state() if generator else torch.cuda.get_rng_state(),
        "played": learner.played,
        "learnt": learner.learnt,
    }
    with written_whole(folder / CHECKPOINT) as file:
        torch.save(kept, file)


def read(folder: Path) -> tuple[TrainConfig, Progress, JsonObject]:
    """What was kept of a run: for `restore`, once a learner is made."""
    path = folder / CHECKPOINT
    if not path.exists():
        raise NotUnderstood(f"There is no run in {folder}: {CHECKPOINT} is missing.")
    try:
        kept = torch.load(path, map_location="cpu", weights_only=True)
        version = kept["version"]
    except Exception:  # torn files fail in many ways
        raise NotUnderstood(f"{path} is not a checkpoint of Tenluz, or not all of it.") from None
    if version != VERSION:
        raise NotUnderstood(
            f"{path} is a checkpoint of version {version}; this Tenluz reads version {VERSION}. "
            "Begin a new run, or go on with the Tenluz that wrote it."
        )
    return TrainConfig.read(kept["config"]), Progress(**json.loads(kept["progress"])), kept


def restore(learner: Learner, kept: JsonObject) -> None:
    """Set a new learner to where the kept one was."""
    learner.rounds = kept["rounds"]
    learner.network.load_state_dict(kept["network"])
    learner.updater.optimiser.load_state_dict(kept["optimiser"])
    with learner.stream():
        learner.env.restore({name: each.numpy().tobytes() for name, each in kept["games"].items()})
        learner.played.copy_(kept["played"])
        learner.learnt.copy_(kept["learnt"])
    if learner.generator:
        learner.generator.set_state(kept["generator"])
    else:
        torch.cuda.set_rng_state(kept["generator"])


def write_metrics(folder: Path, rows: list[JsonObject]) -> None:
    """All rows anew: those after the last checkpoint are made again."""
    with written_whole(folder / METRICS) as file:
        file.writelines(f"{json.dumps(row)}\n".encode() for row in rows)


def add_metrics(folder: Path, row: JsonObject) -> None:
    """One row more."""
    with (folder / METRICS).open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(row)}\n")
