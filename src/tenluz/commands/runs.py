"""A run of training from the words of a command line: begun, or gone on with.

Finds every mistake in them before PyTorch is loaded, if it can be found without.
"""

import importlib.util
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tenluz.engine.compiled import cores

if TYPE_CHECKING:
    from tenluz.engine.types import JsonObject
    from tenluz.train.checkpoint import Progress
    from tenluz.train.config import TrainConfig
    from tenluz.train.learner import Learner

MINUTES = 2.0  # of training, where nothing else is asked for


def begun(
    config: "TrainConfig",
    out: Path | None,
    minutes: float | None,
    decisions: int | None,
    threads: int | None,
) -> tuple["Learner", "Progress", Path]:
    """A new run, in a new folder."""
    from tenluz.engine.errors import NotUnderstood
    from tenluz.train.checkpoint import CHECKPOINT, Progress

    folder = out or Path("runs") / f"{config.game}-{time.strftime('%Y%m%d-%H%M%S')}"
    if (folder / CHECKPOINT).exists():
        raise NotUnderstood(
            f"There is a run in {folder} already. To go on with it: tenluz train --resume {folder}"
        )
    make_folder(folder)
    if minutes is None and decisions is None:
        minutes = MINUTES
    return _learner(config, threads), Progress(minutes=minutes, decisions=decisions), folder


def make_folder(folder: Path) -> None:
    """A folder for what a run leaves, if it is not there yet."""
    from tenluz.engine.errors import NotUnderstood

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotUnderstood(f"{folder} cannot be made: {error.strerror}.") from None


def configured(own: "JsonObject", device: str) -> "TrainConfig":
    """What was asked for, and what is usual for the rest. All mistakes are found here."""
    from tenluz.commands.options import read_options
    from tenluz.engine.catalogue import default_game, game_named
    from tenluz.engine.seeds import RESERVED, checked
    from tenluz.train.config import USUAL, TrainConfig, read_layers
    from tenluz.train.game_config import game_config

    its = game_config(game_named((own["game"] or default_game()).strip().lower()))
    game, options = read_options(
        own["game"] or default_game(),
        players=own["players"],
        option=own["option"] or (),
        defaults=its.agreed,
    )
    paid = its.reward(own["reward"])
    seed = checked(own["seed"] or 0, RESERVED)
    asked = {name: own[name] for name in ("games", "learning_rate") if own[name] is not None}
    if own["layers"]:
        asked["layers"] = read_layers(own["layers"])
    need_torch()
    found = device_named(device)
    return TrainConfig(
        game=game.name,
        options=options.write(),
        reward=paid,
        shaped=its.shaped,
        device=found,
        seed=seed,
        **{**USUAL[found], **asked},
    ).check()


def resumed(
    folder: Path, minutes: float | None, decisions: int | None, threads: int | None
) -> tuple["Learner", "Progress", Path]:
    """A run that was stopped, where it stood."""
    from tenluz.engine.errors import NotUnderstood
    from tenluz.train import checkpoint, run

    config, progress, kept = checkpoint.read(folder)
    device_named(config.device)
    learner = _learner(config, threads)
    checkpoint.restore(learner, kept)
    if minutes is not None or decisions is not None:
        progress.minutes, progress.decisions = minutes, decisions
    if run.spent(learner, progress):
        raise NotUnderstood(
            f"The budget of this run is spent: {learner.decisions:,} decisions in "
            f"{progress.seconds / 60:.1f} minutes. Give it more in all, "
            f"like --minutes {progress.seconds / 60 + MINUTES:.0f}."
        )
    return learner, progress, folder


def _learner(config: "TrainConfig", threads: int | None) -> "Learner":
    import torch

    from tenluz.commands.waiting import COMPILING, PATIENCE, notice
    from tenluz.train.learner import Learner, prepare

    count = threads or cores()
    torch.set_num_threads(count)
    with notice(COMPILING, PATIENCE):
        prepare(config)
    # On a GPU PyTorch's own compiler takes 20 s, and a round is shorter by more than a third from
    # then on. On a CPU it needs a compiler of C++, which many machines lack.
    return Learner(config, threads=count, fuse=config.device == "cuda")


def need_torch() -> None:
    """NotUnderstood says what to install where PyTorch is missing."""
    from tenluz.engine.errors import NotUnderstood

    # Threads that wait in a loop of their own starve those that work, where cores are shared.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    if importlib.util.find_spec("torch") is None:
        raise NotUnderstood("Training needs PyTorch: pip install 'tenluz[train]'")


def device_named(name: str, instead: str = "--device cpu") -> str:
    """Where to train; NotUnderstood says what a GPU lacks, and what to say instead."""
    from tenluz.engine.errors import NotUnderstood

    if name not in ("auto", "cpu", "cuda"):
        raise NotUnderstood(f"device must be auto, cpu or cuda, not {name!r}.")
    if name == "cpu":
        return name
    need_torch()
    import torch

    from tenluz.envs.vector.gpu import cuda

    try:
        if not torch.cuda.is_available():
            raise NotUnderstood(f"This PyTorch finds no CUDA GPU; {instead} works everywhere.")
        cuda()
    except NotUnderstood:
        if name == "cuda":
            raise
        return "cpu"
    return "cuda"
