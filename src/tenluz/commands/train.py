"""`tenluz train`: a network learns a game from scratch by playing itself."""

import importlib.util
import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from tenluz.train.checkpoint import Progress
    from tenluz.train.learner import Learner
    from tenluz.train.settings import Settings

INTERRUPTED = 130  # what shells report for a command that was stopped by Ctrl-C
MINUTES = 2.0  # of training, where nothing else is asked for


def train(
    game: Annotated[str | None, typer.Option(help="level10 or luz.")] = None,
    players: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    difficulty: Annotated[
        str | None, typer.Option(help="Level 10: easy, normal, hard or master.")
    ] = None,
    pauses: Annotated[int | None, typer.Option(help="Level 10: pauses in the deck, 0-3.")] = None,
    edition: Annotated[str | None, typer.Option(help="Level 10: fr, ru, pl or es.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Any other option; may be repeated."),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(help="Train for so long, all sittings together.", show_default="2"),
    ] = None,
    decisions: Annotated[
        int | None, typer.Option(help="Or until so many decisions were made.")
    ] = None,
    device: Annotated[
        str, typer.Option(help="cpu, cuda, or auto: a GPU if there is one.")
    ] = "auto",
    seed: Annotated[
        int | None,
        typer.Option(help="On a CPU, the same seed gives the same run.", show_default="0"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where checkpoints, figures and the picture go."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Go on with the run in this folder.")
    ] = None,
    reward: Annotated[
        str | None,
        typer.Option(help="Level 10: filled, win or score. Luz: points.", show_default="the first"),
    ] = None,
    layers: Annotated[
        str | None,
        typer.Option(help="Hidden layers: 512x3, or 256,128.", show_default="by device"),
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Games played at a time.", show_default="by device")
    ] = None,
    rate: Annotated[
        float | None, typer.Option(help="The learning rate.", show_default="by device")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(help="Of the CPU.", show_default="all cores")
    ] = None,
    test: Annotated[int, typer.Option(help="Games that the network is tested on; 0: none.")] = 2000,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Train a network from scratch by masked PPO, and test it beside the bots.

    Shows curves on the way. Ctrl-C stops and keeps the run; --resume goes on.
    """
    from tenluz.games.errors import NotUnderstood

    for name, number in (("minutes", minutes), ("decisions", decisions), ("threads", threads)):
        if number is not None and number <= 0:
            raise NotUnderstood(f"{name} must be more than 0, not {number}.")
    if test < 0:
        raise NotUnderstood(f"There cannot be {test} games to test on.")
    own = {
        "game": game, "players": players, "difficulty": difficulty, "pauses": pauses,
        "edition": edition, "option": option or None, "seed": seed, "out": out,
        "reward": reward, "layers": layers, "games": games, "rate": rate,
    }  # fmt: skip
    if resume is not None:
        clash = [f"--{name}" for name, value in own.items() if value is not None]
        if clash:
            raise NotUnderstood(
                f"A run goes on as it was begun: leave out {', '.join(clash)} with --resume."
            )
        learner, progress, folder = _resumed(resume, minutes, decisions, threads)
    else:
        learner, progress, folder = _begun(own, device, minutes, decisions, threads)
    _train(learner, progress, folder, test, as_json)


def _begun(
    own: dict[str, Any],
    device: str,
    minutes: float | None,
    decisions: int | None,
    threads: int | None,
) -> tuple["Learner", "Progress", Path]:
    """A new run, in a new folder."""
    from tenluz.games.errors import NotUnderstood

    settings = _settings(own, device)
    from tenluz.train.checkpoint import CHECKPOINT, Progress

    usual = Path("runs") / f"{settings.game}-{time.strftime('%Y%m%d-%H%M%S')}"
    folder: Path = own["out"] or usual
    if (folder / CHECKPOINT).exists():
        raise NotUnderstood(
            f"There is a run in {folder} already. To go on with it: tenluz train --resume {folder}"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotUnderstood(f"{folder} cannot be made: {error.strerror}.") from None
    if minutes is None and decisions is None:
        minutes = MINUTES
    return _learner(settings, threads), Progress(minutes=minutes, decisions=decisions), folder


def _settings(own: dict[str, Any], device: str) -> "Settings":
    """What was asked for, and what is usual for the rest. All mistakes are found here."""
    from tenluz.commands.options import read_options
    from tenluz.games.errors import NotUnderstood
    from tenluz.lab.simulate import SEEDS
    from tenluz.train.lessons import LESSONS
    from tenluz.train.settings import USUAL, Settings, read_layers

    game, options = read_options(
        own["game"] or "level10",
        players=own["players"],
        difficulty=own["difficulty"],
        pauses=own["pauses"],
        edition=own["edition"],
        option=own["option"] or (),
        open_counts=True,  # as players may always tell their counts
        first_player="dealt",
    )
    lesson = LESSONS[game.name]
    paid = lesson.reward(own["reward"])
    seed = own["seed"] or 0
    if not 0 <= seed < SEEDS // 2:
        raise NotUnderstood(f"A seed is a whole number from 0 to {SEEDS // 2 - 1}, not {seed}.")
    asked = {name: own[name] for name in ("games", "rate") if own[name] is not None}
    if own["layers"]:
        asked["layers"] = read_layers(own["layers"])
    _need_torch()
    found = _device(device)
    return Settings(
        game=game.name,
        options=options.write(),
        reward=paid,
        shaped=lesson.shaped,
        device=found,
        seed=seed,
        **{**USUAL[found], **asked},
    ).check()


def _resumed(
    folder: Path, minutes: float | None, decisions: int | None, threads: int | None
) -> tuple["Learner", "Progress", Path]:
    """A run that was stopped, where it stood."""
    _need_torch()
    from tenluz.games.errors import NotUnderstood
    from tenluz.train import checkpoint, run

    settings, progress, kept = checkpoint.read(folder)
    _device(settings.device)
    learner = _learner(settings, threads)
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


def _learner(settings: "Settings", threads: int | None) -> "Learner":
    import torch

    from tenluz.commands.waiting import COMPILING, PATIENCE, notice
    from tenluz.lab.simulate import cores
    from tenluz.train.learner import Learner, prepare

    count = threads or cores()
    torch.set_num_threads(count)
    with notice(COMPILING, PATIENCE):
        prepare(settings)
    return Learner(settings, threads=count)


def _need_torch() -> None:
    from tenluz.games.errors import NotUnderstood

    # Threads that wait in a loop of their own starve those that work, where cores are shared.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    if importlib.util.find_spec("torch") is None:
        raise NotUnderstood("Training needs PyTorch: pip install 'tenluz[train]'")


def _device(name: str) -> str:
    """Where to train; NotUnderstood says what a GPU lacks."""
    from tenluz.games.errors import NotUnderstood

    if name not in ("auto", "cpu", "cuda"):
        raise NotUnderstood(f"device must be auto, cpu or cuda, not {name!r}.")
    if name == "cpu":
        return name
    _need_torch()
    import torch

    from tenluz.envs.vector.gpu import cuda

    try:
        if not torch.cuda.is_available():
            raise NotUnderstood("This PyTorch finds no CUDA GPU; --device cpu works everywhere.")
        cuda()
    except NotUnderstood:
        if name == "cuda":
            raise
        return "cpu"
    return "cuda"


def _train(
    learner: "Learner", progress: "Progress", folder: Path, test: int, as_json: bool
) -> None:
    """Go on, then test, draw and tell."""
    from tenluz.commands.waiting import COMPILING, PATIENCE, notice
    from tenluz.train import report, run, screen

    with screen.watching(learner, progress, report.title(learner.settings)) as watch:
        finished = run.train(learner, progress, folder, watch)
    tests: report.Tests = []
    if finished and test:
        with notice(COMPILING, PATIENCE):
            tests = report.tested(learner, test)
    picture = report.draw(learner, progress, folder, tests)
    if as_json:
        print(json.dumps(report.summary(learner, progress, folder, tests, finished)))
    else:
        print(
            f"{learner.decisions:,} decisions in {progress.seconds:.1f} s "
            f"({learner.decisions / max(progress.seconds, 1e-9):,.0f} a second). "
            f"Curves: {picture}"
        )
        if tests:
            screen.print_tests(tests, test)
    if not finished:
        print(f"Stopped, and kept. To go on: tenluz train --resume {folder}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
