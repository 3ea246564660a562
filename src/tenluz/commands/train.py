"""`tenluz train`: a network learns a game from scratch by playing itself."""

import contextlib
import functools
import json
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tenluz.commands.options import ABOUT

if TYPE_CHECKING:
    from tenluz.train.checkpoint import Progress
    from tenluz.train.learner import Learner

INTERRUPTED = 130  # what shells report for a command that was stopped by Ctrl-C


def train(
    game: Annotated[str | None, typer.Option(help="The game: `tenluz games` lists them.")] = None,
    players: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=ABOUT)] = None,
    minutes: Annotated[
        float | None,
        typer.Option(help="How long to train in all, earlier runs included.", show_default="2"),
    ] = None,
    decisions: Annotated[
        int | None, typer.Option(help="Or stop after this many decisions.")
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
        Path | None, typer.Option(metavar="FOLDER", help="Continue the run in this folder.")
    ] = None,
    reward: Annotated[
        str | None,
        typer.Option(
            help="What earns a reward, by the game's own names.", show_default="by the game"
        ),
    ] = None,
    layers: Annotated[
        str | None,
        typer.Option(help="Hidden layers: 512x3, or 256,128.", show_default="by device"),
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Games played at a time.", show_default="by device")
    ] = None,
    learning_rate: Annotated[
        float | None, typer.Option(help="Adam's learning rate.", show_default="by device")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(help="Threads of the CPU.", show_default="all cores")
    ] = None,
    test: Annotated[int, typer.Option(help="Games that the network is tested on; 0: none.")] = 2000,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Train a network from scratch by masked PPO, and test it beside the bots.

    Shows curves on the way. Ctrl-C stops and keeps the run; --resume continues it.
    """
    from tenluz.commands import runs
    from tenluz.engine.errors import NotUnderstood

    for name, number in (("minutes", minutes), ("decisions", decisions), ("threads", threads)):
        if number is not None and not number > 0:  # nor is nan
            raise NotUnderstood(f"{name} must be more than 0, not {number}.")
    if test < 0:
        raise NotUnderstood(f"There cannot be {test} games to test on.")
    own = {
        "game": game, "players": players, "option": option or None, "seed": seed, "out": out,
        "reward": reward, "layers": layers, "games": games, "learning_rate": learning_rate,
    }  # fmt: skip
    start: Callable[..., tuple[Learner, Progress, Path]]
    if resume is None:
        start = functools.partial(runs.begun, runs.configured(own, device), out)
    else:
        clash = [f"--{name.replace('_', '-')}" for name, value in own.items() if value is not None]
        if clash:
            raise NotUnderstood(
                f"A run goes on as it was begun: leave out {', '.join(clash)} with --resume."
            )
        start = functools.partial(runs.resumed, resume)
    runs.need_torch()
    with _one_line_warnings():
        learner, progress, folder = start(minutes, decisions, threads)
        _train(learner, progress, folder, test, as_json)


@contextlib.contextmanager
def _one_line_warnings() -> Iterator[None]:
    """What makes a run slower is told to a person, not with a line of our code."""
    from tenluz.train.graphs import Slower

    with warnings.catch_warnings():
        as_usual = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
            if issubclass(category, Slower):
                print(f"tenluz: {message}", file=sys.stderr, flush=True)
            else:
                as_usual(message, category, *place)

        setattr(warnings, "showwarning", show)  # noqa: B010  # its type is not ours to repeat
        warnings.simplefilter("always", Slower)
        # What is compiled before a run, is compiled on one game.
        warnings.filterwarnings("ignore", message=".*low occupancy")
        yield


def _train(
    learner: "Learner", progress: "Progress", folder: Path, test: int, as_json: bool
) -> None:
    """Go on, then test, draw and tell."""
    from tenluz.commands import runs
    from tenluz.commands.waiting import PATIENCE, notice
    from tenluz.train import display, plot, report, run

    config = learner.config
    title, agreed = report.title(config), report.agreed(config)
    with display.watching(learner, progress, title, agreed) as watch:
        finished = run.train(learner, progress, folder, watch)
    tests: report.Tests = []
    if finished and test:
        with notice(f"Testing: {test:,} games of the network and of each bot ...", PATIENCE):
            tests = report.tested(learner, test)
    picture = report.draw(learner, progress, folder, tests)
    if as_json:
        print(json.dumps(report.summary(learner, progress, folder, tests, finished)))
    else:
        print(
            f"{learner.decisions:,} decisions in {progress.seconds:.1f} s "
            f"({learner.decisions / max(progress.seconds, 1e-9):,.0f} a second). "
            + (f"Curves: {picture}" if picture else plot.advice("No picture", "matplotlib"))
        )
        if finished:
            more = round(progress.seconds / 60 + runs.MINUTES)
            print(f"To go on: tenluz train --resume {folder} --minutes {more}")
        if tests:
            display.print_tests(tests, test)
    if not finished:
        print(f"Stopped, and kept. To go on: tenluz train --resume {folder}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
