"""What a run comes to: tests of the network beside the bots, the picture, the summary."""

import dataclasses
import json
from pathlib import Path

from tenluz.engine.seeds import AFTER_TRAINING
from tenluz.engine.types import JsonObject
from tenluz.lab.measures import Tally
from tenluz.train import checkpoint, evaluate, plot, run
from tenluz.train.checkpoint import Progress
from tenluz.train.config import TrainConfig
from tenluz.train.evaluate import NETWORK, Pairing
from tenluz.train.learner import Learner

UNDRAWN = ("clip_fraction",)  # says the same as the change of the policy

Tests = list[tuple[Pairing, Tally]]


def tested(learner: Learner, count: int) -> Tests:
    """So many games of the network, and of each bot, on the same deals."""
    game, options = learner.config.its_game()
    return [
        (pairing, evaluate.play(pairing, game, options, learner.network, count, AFTER_TRAINING))
        for pairing in evaluate.pairings(game, learner.together)
    ]


def draw(learner: Learner, progress: Progress, folder: Path, tests: Tests) -> Path | None:
    """The curves as a picture, with what bots reach where that is comparable; None where there is
    nothing to draw with."""
    if not plot.installed("matplotlib"):
        return None
    marks: dict[str, list[tuple[str, float]]] = {}
    for pairing, tally in tests:
        if pairing.who != NETWORK and pairing.others is None:
            for measure, (estimate,) in tally.estimates():
                marks.setdefault(measure.name, []).append((pairing.who, estimate.value or 0.0))
    curves = [
        dataclasses.replace(curve, marks=tuple(marks.get(curve.name, ())))
        for curve in run.curves(learner, progress.rows)
        if curve.name not in UNDRAWN
    ]
    config = learner.config
    about = (
        f"{learner.decisions:,} decisions in {progress.seconds:,.0f} s on {config.device}\n"
        f"{agreed(config)}"
    )
    path = folder / checkpoint.PICTURE
    plot.save(path, title(config), about, curves)
    return path


def title(config: TrainConfig) -> str:
    """A run in a few words."""
    game, options = config.its_game()
    seats = f"{options.players} player{'s' if options.players > 1 else ''}"
    return f"{game.title}, {seats}: a network learns by playing itself"


def agreed(config: TrainConfig) -> str:
    """The options that the game is played with, and how it is learnt."""
    parts = [f"{name} {value}" for name, value in config.options.items()]
    sizes = "-".join(map(str, config.layers))
    return f"{', '.join(parts)}; reward {config.reward}; layers {sizes}; seed {config.seed}"


def summary(
    learner: Learner, progress: Progress, folder: Path, tests: Tests, finished: bool
) -> JsonObject:
    """A run in plain values, as `--json` prints it."""
    played = []
    for pairing, tally in tests:
        estimates = [(measure.name, one) for measure, (one,) in tally.estimates()]
        played.append(
            {
                "who": pairing.who,
                "among": pairing.others,
                "games": tally.games,
                **{name: one.value for name, one in estimates},
                "intervals": {name: list(one.interval) for name, one in estimates},
            }
        )
    return {
        "config": json.loads(learner.config.write()),
        "folder": str(folder),
        "decisions": learner.decisions,
        "seconds": round(progress.seconds, 3),
        "interrupted": not finished,
        "last": progress.rows[-1] if progress.rows else None,
        "tests": played,
    }
