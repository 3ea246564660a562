"""`tenluz train-expert`: the network that plays as a game's expert, from nothing."""

import math
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tenluz.commands.train import INTERRUPTED

if TYPE_CHECKING:
    from tenluz.engine.game import Game
    from tenluz.engine.types import JsonObject
    from tenluz.train.expert.config import ExpertConfig

USUAL_MINUTES = 9.0
ABOUT_GAME = "The game: `tenluz games` lists them; it needs a part `expert`."


def train_expert(
    game: Annotated[str, typer.Argument(help=ABOUT_GAME)],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where the checkpoint and the figures go.",
            show_default="runs/GAME",
        ),
    ] = None,
    recipe: Annotated[
        bool,
        typer.Option(
            "--recipe",
            help="From nothing to what ships: the game's own pieces, one after the other. The same "
            "command goes on where it was.",
        ),
    ] = False,
    pieces: Annotated[
        int | None, typer.Option(help="With --recipe: so many pieces now.", show_default="all")
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            help="How long to train, this time; with --recipe all of it.",
            show_default="9, or the recipe's",
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Go on from this checkpoint, or from weights."),
    ] = None,
    decay: Annotated[
        float, typer.Option(help="The learning rate's share that is left at the end.")
    ] = 1.0,
    test: Annotated[
        int, typer.Option(help="Games of each table that it is tested on; 0: none.")
    ] = 20_000,
    setting: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="A setting of the learner: device, seed, games, steps, minibatches, width, depth, "
            "learning_rate, entropy_coef and the rest of `train/expert/config.py: ExpertConfig`.",
        ),
    ] = None,
) -> None:
    """Train a game's expert by self-play: one network for all its players and rulings.

    For a GPU (docs/training.md says what it came to): pieces of some minutes, each from the
    checkpoint of the one before. What was learnt is kept every half a minute; Ctrl-C stops and
    keeps. The test at the end is on deals that no run learns from.
    """
    from tenluz.bots.expert_game import expert_game
    from tenluz.commands.runs import device_named, make_folder, need_torch
    from tenluz.engine.catalogue import game_named
    from tenluz.engine.errors import NotUnderstood
    from tenluz.train.expert.config import ExpertConfig, read_settings

    found = game_named(game.strip().lower())
    its = expert_game(found)
    if (minutes is not None and not 0 < minutes < math.inf) or test < 0 or not 0 < decay <= 1:
        raise NotUnderstood(
            "minutes must be more than 0, test at least 0, and decay above 0 and at most 1."
        )
    if recipe and (resume is not None or decay != 1.0):
        raise NotUnderstood("--recipe goes on by itself: leave out --resume and --decay.")
    if recipe and not its.recipe:
        raise NotUnderstood(f"{found.title} has no recipe: leave out --recipe.")
    if pieces is not None and (not recipe or pieces < 1):
        raise NotUnderstood("--pieces says how many of --recipe, one or more.")
    if resume is not None and not resume.is_file():
        raise NotUnderstood(f"There is no checkpoint {resume}.")
    given = read_settings(setting or ())
    if given.get("best_response") and resume is None:
        raise NotUnderstood("best_response answers a trained expert: name it with --resume.")
    ExpertConfig(**given).check()
    for piece in its.recipe if recipe else ():
        ExpertConfig(**{**piece.settings, **given}).check()
    need_torch()
    device = device_named(given.get("device", ExpertConfig.device), "--set device=cpu")
    if "device" in given:
        given["device"] = device  # no longer `auto`
    folder = out or Path("runs") / found.name
    make_folder(folder)
    if recipe:
        finished = _by_recipe(found, folder, given, pieces, minutes, test)
    else:
        config, for_minutes = ExpertConfig(**given), minutes or USUAL_MINUTES
        finished = _once(found, config, folder, for_minutes, resume, decay, test, setting or ())
    if not finished:
        raise typer.Exit(INTERRUPTED)


def _by_recipe(
    game: "Game",
    out: Path,
    changes: "JsonObject",
    pieces: int | None,
    minutes: float | None,
    games: int,
) -> bool:
    """Whether it came to the end of what was asked for. Says what to do next."""
    from tenluz.bots.expert_game import expert_game
    from tenluz.train.expert.recipe import pieces_left, train_by_recipe
    from tenluz.train.expert.run import WEIGHTS

    recipe = expert_game(game).recipe
    try:
        finished = train_by_recipe(
            game, recipe, out, changes=changes, pieces=pieces, minutes=minutes, games=games
        )
    except KeyboardInterrupt:  # before its training begins, after it ends, or for the second time
        finished = False
    left = pieces_left(recipe, out)
    made = f"{len(recipe) - len(left)} of {len(recipe)} pieces are done, and kept in {out}."
    if not finished:
        next_one = f"begins piece {left[0]} anew" if left else "tests what it came to"
        print(f"Stopped. {made} The same command {next_one}.", file=sys.stderr)
    elif left:
        print(f"{made} The same command goes on.")
    else:
        bots = f"rules,{out / WEIGHTS}"
        print(f"{made} To see how it plays: tenluz tournament {game.name} --bots {bots}")
    return finished


def _once(
    game: "Game",
    config: "ExpertConfig",
    out: Path,
    minutes: float,
    resume: Path | None,
    decay: float,
    games: int,
    settings: Sequence[str],
) -> bool:
    """The same for a run without a recipe."""
    from tenluz.engine.errors import NotUnderstood
    from tenluz.train.expert.recipe import ASKED
    from tenluz.train.expert.run import CHECKPOINT, test, train, where_time_goes

    kept = out / CHECKPOINT
    again = ["tenluz", "train-expert", game.name, "--out", str(out)]
    for text in settings:
        again += ["--set", text]
    on = shlex.join([*again, "--resume", str(kept)])
    if (out / ASKED).exists():
        raise NotUnderstood(f"{out} is of a recipe: name another folder with --out.")
    if kept.exists() and (resume is None or resume.resolve().parent != out.resolve()):
        raise NotUnderstood(
            f"There is a run in {out} already: name another folder with --out, or go on with it: "
            f"{on}"
        )
    learner = None
    try:
        learner = train(game, config, out, minutes=minutes, resume=resume, decay=decay)
        if learner is not None:
            if games:
                test(learner, games, out)
            where_time_goes(learner)
    except KeyboardInterrupt:
        learner = None
    if learner is None:
        if kept.exists():
            print(f"Stopped; what was learnt is in {kept}. To go on: {on}", file=sys.stderr)
        else:
            print("Stopped; nothing was learnt yet.", file=sys.stderr)
        return False
    print(f"What was learnt is in {kept}. To go on: {on}")
    return True
