"""A run in a folder: where it stands, so that it can go on as if it had never stopped.

    checkpoint.pt    weights, what the optimiser remembers, every game in progress, chance
    metrics.jsonl    a row of figures a line
    curves.svg       the same as a picture, when the run ends

A checkpoint is written beside the old one and then takes its place: whenever the machine stops,
one whole checkpoint is there.
"""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from tenluz.engine.errors import NotUnderstood
from tenluz.train.config import Settings
from tenluz.train.learner import Learner

CHECKPOINT, METRICS, PICTURE = "checkpoint.pt", "metrics.jsonl", "curves.svg"
VERSION = 1


@dataclass
class Progress:
    """How far a run has come, besides its learner."""

    seconds: float = 0.0
    minutes: float | None = None  # the budget that was agreed: whichever is spent first
    decisions: int | None = None
    rows: list[dict[str, Any]] = field(default_factory=list)


def save(folder: Path, learner: Learner, progress: Progress) -> None:
    """Keep a run."""
    chance = learner.chance
    games = learner.tables.batch.snapshot()
    kept = {
        "version": VERSION,
        "settings": learner.settings.write(),
        "progress": json.dumps(vars(progress)),
        "rounds": learner.rounds,
        "network": learner.network.state_dict(),
        "optimiser": learner.updater.optimiser.state_dict(),
        "games": {
            name: torch.frombuffer(bytearray(content), dtype=torch.uint8)
            for name, content in games.items()
        },
        "chance": chance.get_state() if chance else torch.cuda.get_rng_state(),
        "played": learner.played,
        "learnt": learner.learnt,
    }
    beside = folder / f"{CHECKPOINT}.new"
    with beside.open("wb") as file:
        torch.save(kept, file)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(folder / CHECKPOINT)


def read(folder: Path) -> tuple[Settings, Progress, dict[str, Any]]:
    """What was kept of a run: for `restore`, once a learner is made."""
    path = folder / CHECKPOINT
    if not path.exists():
        raise NotUnderstood(f"There is no run in {folder}: {CHECKPOINT} is missing.")
    try:
        kept = torch.load(path, map_location="cpu", weights_only=True)
        version = kept["version"]
    except Exception as error:  # torn files fail in many ways
        raise NotUnderstood(f"{path} is not a checkpoint of Tenluz: {error}") from None
    if version != VERSION:
        raise NotUnderstood(f"{path} was written by another version of Tenluz ({version}).")
    return Settings.read(kept["settings"]), Progress(**json.loads(kept["progress"])), kept


def restore(learner: Learner, kept: dict[str, Any]) -> None:
    """Set a new learner to where the kept one was."""
    learner.rounds = kept["rounds"]
    learner.network.load_state_dict(kept["network"])
    learner.updater.optimiser.load_state_dict(kept["optimiser"])
    with learner.stream():
        learner.tables.restore(
            {name: each.numpy().tobytes() for name, each in kept["games"].items()}
        )
        learner.played.copy_(kept["played"])
        learner.learnt.copy_(kept["learnt"])
    if learner.chance:
        learner.chance.set_state(kept["chance"])
    else:
        torch.cuda.set_rng_state(kept["chance"])


def write_metrics(folder: Path, rows: list[dict[str, Any]]) -> None:
    """All rows anew: those after the last checkpoint are made again."""
    beside = folder / f"{METRICS}.new"
    beside.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    beside.replace(folder / METRICS)


def add_metrics(folder: Path, row: dict[str, Any]) -> None:
    """One row more."""
    with (folder / METRICS).open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(row)}\n")
