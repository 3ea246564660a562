"""What a run comes to: tests of the network beside the bots, the picture, the summary."""

import dataclasses
import json
from pathlib import Path
from typing import Any

from tenluz.engine.seeds import AFTER_TRAINING
from tenluz.lab.measures import Tally
from tenluz.train import checkpoint, evaluate, plot, run
from tenluz.train.checkpoint import Progress
from tenluz.train.config import Settings
from tenluz.train.evaluate import NETWORK, Match
from tenluz.train.learner import Learner

UNDRAWN = ("clipped",)  # says the same as the change of chances

Tests = list[tuple[Match, Tally]]


def tested(learner: Learner, count: int) -> Tests:
    """So many games of the network, and of each bot, on the same deals."""
    game, options = learner.settings.its_game()
    return [
        (match, evaluate.play(match, game, options, learner.network, count, AFTER_TRAINING))
        for match in evaluate.matches(game, learner.together)
    ]


def draw(learner: Learner, progress: Progress, folder: Path, tests: Tests) -> Path:
    """The curves as a picture, with what bots reach where that is comparable."""
    marks: dict[str, list[tuple[str, float]]] = {}
    for match, tally in tests:
        if match.who != NETWORK and match.others is None:
            for measure, (estimate,) in tally.estimates():
                marks.setdefault(measure.name, []).append((match.who, estimate.value or 0.0))
    curves = [
        dataclasses.replace(curve, marks=tuple(marks.get(curve.name, ())))
        for curve in run.curves(learner, progress.rows)
        if curve.name not in UNDRAWN
    ]
    settings = learner.settings
    about = (
        f"{learner.decisions:,} decisions in {progress.seconds:,.0f} s on {settings.device}\n"
        f"{agreed(settings)}"
    )
    path = folder / checkpoint.PICTURE
    path.write_text(plot.picture(title(settings), about, curves), encoding="utf-8")
    return path


def title(settings: Settings) -> str:
    """A run in a few words."""
    game, options = settings.its_game()
    seats = f"{options.players} player{'s' if options.players > 1 else ''}"
    return f"{game.title}, {seats}: a network learns by playing itself"


def agreed(settings: Settings) -> str:
    """The options that the game is played with, and how it is learnt."""
    told = [f"{name} {value}" for name, value in settings.options.items()]
    sizes = "-".join(map(str, settings.layers))
    return f"{', '.join(told)}; reward {settings.reward}; layers {sizes}; seed {settings.seed}"


def summary(
    learner: Learner, progress: Progress, folder: Path, tests: Tests, finished: bool
) -> dict[str, Any]:
    """A run in plain values, as `--json` prints it."""
    told = []
    for match, tally in tests:
        estimates = [(measure.name, one) for measure, (one,) in tally.estimates()]
        told.append(
            {
                "who": match.who,
                "among": match.others,
                "games": tally.games,
                **{name: one.value for name, one in estimates},
                "intervals": {name: list(one.interval) for name, one in estimates},
            }
        )
    return {
        "settings": json.loads(learner.settings.write()),
        "folder": str(folder),
        "decisions": learner.decisions,
        "seconds": round(progress.seconds, 3),
        "interrupted": not finished,
        "last": progress.rows[-1] if progress.rows else None,
        "tests": told,
    }
