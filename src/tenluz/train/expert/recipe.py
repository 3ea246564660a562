"""A game's expert from nothing, by its recipe: pieces of some minutes, each from the checkpoint of
the one before. A piece is a folder; one that was interrupted begins anew, as the learning rate
falls over a piece as a whole.

    recipe.json     what was asked for at first: who goes on asks for the same
    piece-1         what a run leaves: `done`, once all that it learnt is kept
    expert.pt, ...  the same of the last piece that is done, and curves of all
    test.json       the last piece on games that no run learns from
"""

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path

from tenluz.bots.expert_game import Piece
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.engine.types import JsonObject
from tenluz.train.expert.checkpoint import restore
from tenluz.train.expert.config import ExpertConfig
from tenluz.train.expert.curves import draw
from tenluz.train.expert.learner import ExpertLearner
from tenluz.train.expert.run import CHECKPOINT, DONE, TEST, WEIGHTS, test, train, where_time_goes
from tenluz.train.whole_files import written_whole

ASKED = "recipe.json"

Recipe = tuple[Piece, ...]


def pieces_left(recipe: Recipe, out: Path) -> list[int]:
    """The numbers of the pieces that are still to come: all from the first that is not done, as
    each goes on from the one before."""
    for number, _ in enumerate(recipe, 1):
        if not (_folder(out, number) / DONE).exists():
            return list(range(number, len(recipe) + 1))
    return []


def train_by_recipe(
    game: Game,
    recipe: Recipe,
    out: Path,
    *,
    changes: Mapping[str, object],
    pieces: int | None = None,
    minutes: float | None = None,
    games: int = 20_000,
) -> bool:
    """Train the next `pieces`, or all that are left, with these settings changed in each; in so
    many `minutes` for the whole recipe, instead of its own. The last piece is tested on so many
    games of each table. False: interrupted."""
    _expect_the_same(game, recipe, out, changes, minutes)
    faster = 1.0 if minutes is None else minutes / sum(piece.minutes for piece in recipe)
    left = pieces_left(recipe, out)
    before = len(recipe) - len(left)
    if before:
        _show(game, out, before)  # who was interrupted may have been so before this
    for number in left[:pieces]:
        piece, folder = recipe[number - 1], _folder(out, number)
        if folder.exists():
            print(f"Piece {number} was not finished: it begins anew.")
        for later in range(number, len(recipe) + 1):
            (_folder(out, later) / DONE).unlink(missing_ok=True)
        (out / TEST).unlink(missing_ok=True)
        wanted = faster * piece.minutes
        print(f"Piece {number} of {len(recipe)}, {wanted:.1f} minutes", flush=True)
        learner = train(
            game,
            _config(piece, changes),
            folder,
            minutes=wanted,
            resume=_folder(out, number - 1) / CHECKPOINT if number > 1 else None,
            decay=piece.decay,
        )
        if learner is None:
            return False
        _show(game, out, number)
        where_time_goes(learner)
    if games and not pieces_left(recipe, out) and not (out / TEST).exists():
        config = _config(recipe[-1], changes)  # a test has games of its own
        last = ExpertLearner(game, dataclasses.replace(config, games=1, minibatches=1), fast=False)
        restore(last, out / CHECKPOINT)
        test(last, games, out)
    return True


def _expect_the_same(
    game: Game, recipe: Recipe, out: Path, changes: Mapping[str, object], minutes: float | None
) -> None:
    """Write down what is asked for, or find it written; NotUnderstood where it was something else
    that was begun here."""
    pieces = [dataclasses.asdict(piece) for piece in recipe]
    asked = {"game": game.name, "minutes": minutes, "changes": dict(changes), "pieces": pieces}
    path = out / ASKED
    if not path.exists():
        if (out / CHECKPOINT).exists():
            raise NotUnderstood(
                f"There is a run in {out} that is of no recipe: name another folder with --out."
            )
        out.mkdir(parents=True, exist_ok=True)
        with written_whole(path) as file:
            file.write(json.dumps(asked, indent=1).encode())
        return
    try:
        begun = json.loads(path.read_bytes())
        as_asked = _command(begun, out)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise NotUnderstood(
            f"{path} does not say what was begun there: name another folder with --out."
        ) from None
    if as_asked != _command(asked, out):
        raise NotUnderstood(
            f"It was begun by `{as_asked}`: go on by the same, or name another folder with --out."
        )
    if begun != json.loads(json.dumps(asked)):
        raise NotUnderstood(
            f"{game.title}'s recipe is another one since {out} was begun: name another folder "
            "with --out."
        )


def _command(asked: JsonObject, out: Path) -> str:
    """How a person asks for it."""
    words = ["tenluz", "train-expert", asked["game"], "--recipe", "--out", str(out)]
    if asked["minutes"] is not None:
        words += ["--minutes", str(asked["minutes"])]
    for name, value in asked["changes"].items():
        words += ["--set", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    return " ".join(words)


def _config(piece: Piece, changes: Mapping[str, object]) -> ExpertConfig:
    settings: JsonObject = {**piece.settings, **changes}
    return ExpertConfig(**settings)


def _show(game: Game, out: Path, number: int) -> None:
    """Bring what the pieces up to this one have learnt to where people look for it."""
    for name in (CHECKPOINT, WEIGHTS):
        with written_whole(out / name) as file:
            file.write((_folder(out, number) / name).read_bytes())
    draw(game, [_folder(out, one) for one in range(1, number + 1)], out)


def _folder(out: Path, number: int) -> Path:
    return out / f"piece-{number}"
