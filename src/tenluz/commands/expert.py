"""`tenluz train-expert`, `export-expert`, `export-onnx`: the network that plays as a game's expert,
from nothing to the files that play."""

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tenluz.commands.train import INTERRUPTED

if TYPE_CHECKING:
    from tenluz.engine.game import Game
    from tenluz.engine.types import JsonObject

USUAL_MINUTES = 9.0
ABOUT_GAME = "The game: `tenluz games` lists them; it needs a part `expert`."


def train_expert(
    game: Annotated[str, typer.Argument(help=ABOUT_GAME)],
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where the checkpoint and the figures go.")
    ] = Path("runs/expert"),
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
    from tenluz.engine.errors import NotUnderstood
    from tenluz.train.expert.config import ExpertConfig, read_settings

    found = _game(game)
    its = expert_game(found)
    if (minutes is not None and not 0 < minutes < math.inf) or test < 0 or not 0 < decay <= 1:
        raise NotUnderstood(
            "minutes must be more than 0, test at least 0, and decay above 0 and at most 1."
        )
    if recipe and (resume is not None or decay != 1.0):
        raise NotUnderstood("--recipe goes on by itself: leave out --resume and --decay.")
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
    config = ExpertConfig(**given)
    make_folder(out)
    from tenluz.train.expert.run import CHECKPOINT, train

    if recipe:
        done = _by_recipe(found, out, given, pieces, minutes, test)
        on = f"the same command again; what is done is in {out}"
    else:
        for_minutes = USUAL_MINUTES if minutes is None else minutes
        done = train(
            found, config, out, minutes=for_minutes, resume=resume, decay=decay, games=test
        )
        on = f"tenluz train-expert {game} --resume {out / CHECKPOINT}"
    if not done:
        print(f"Stopped, and kept. To go on: {on}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def _by_recipe(
    game: "Game",
    out: Path,
    changes: "JsonObject",
    pieces: int | None,
    minutes: float | None,
    games: int,
) -> bool:
    """Whether it came to the end of what was asked for."""
    from tenluz.bots.expert_game import expert_game
    from tenluz.engine.errors import NotUnderstood
    from tenluz.train.expert.recipe import pieces_left, train_by_recipe

    recipe = expert_game(game).recipe
    if not recipe:
        raise NotUnderstood(f"{game.title} has no recipe: leave out --recipe.")
    if not pieces_left(recipe, out):
        print(f"All {len(recipe)} pieces are done: {out}")
        return True
    done = train_by_recipe(
        game, recipe, out, changes=changes, pieces=pieces, minutes=minutes, games=games
    )
    if done and (left := len(pieces_left(recipe, out))):
        print(f"{left} of {len(recipe)} pieces are left: the same command goes on.")
    return done


def export_expert(
    checkpoint: Annotated[Path, typer.Argument(help="What `tenluz train-expert` left: expert.pt.")],
    to: Annotated[Path, typer.Argument(help="The weights that play: games/GAME/bots/expert.npz.")],
) -> None:
    """Write the weights of a trained expert as NumPy reads them, in half precision."""
    from tenluz.commands.runs import need_torch
    from tenluz.engine.errors import NotUnderstood

    if not checkpoint.is_file():
        raise NotUnderstood(f"There is no checkpoint {checkpoint}.")
    need_torch()
    _writable(to)
    from tenluz.train.expert.checkpoint import export

    export(checkpoint, to)
    print(f"{to}: {to.stat().st_size:,} bytes")


def export_onnx(
    game: Annotated[str, typer.Argument(help=ABOUT_GAME)],
    to: Annotated[Path, typer.Argument(help="The file to write: expert.onnx.")],
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Other weights.", show_default="the game's")
    ] = None,
) -> None:
    """Write a game's expert for ONNX Runtime: rows of what it sees in, scores of moves out."""
    from tenluz.bots.expert_game import expert_game
    from tenluz.engine.errors import NotUnderstood
    from tenluz.train.expert.onnx_export import export_onnx as write

    found = _game(game)
    its = expert_game(found)
    kept = found.folder / "bots" / "expert.npz" if weights is None else weights
    if not kept.is_file():
        raise NotUnderstood(f"There are no weights {kept}.")
    _writable(to)
    write(its.view, kept, to)
    print(f"{to}: {to.stat().st_size:,} bytes")


def _game(name: str) -> "Game":
    from tenluz.engine.catalogue import game_named

    return game_named(name.strip().lower())


def _writable(to: Path) -> None:
    """NotUnderstood says why no file can be written there, before any work is done for it."""
    from tenluz.engine.errors import NotUnderstood

    if to.is_dir() or not to.parent.is_dir():
        raise NotUnderstood(f"{to} cannot be written: name a file in a folder that is there.")
