"""A game's expert from nothing, by its recipe: pieces of some minutes, each from the checkpoint of
the one before. A piece is a folder; one that was interrupted begins anew, as the learning rate
falls over a piece as a whole."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from tenluz.bots.expert_game import Piece
from tenluz.engine.game import Game
from tenluz.engine.types import JsonObject
from tenluz.train.expert.config import ExpertConfig
from tenluz.train.expert.curves import draw
from tenluz.train.expert.run import CHECKPOINT, WEIGHTS, train

DONE = "done"  # a file in the folder of a piece


def pieces_left(recipe: tuple[Piece, ...], out: Path) -> list[int]:
    """The numbers of the pieces that are still to come."""
    done = [number for number, _ in enumerate(recipe, 1) if (_folder(out, number) / DONE).exists()]
    return list(range(len(done) + 1, len(recipe) + 1))


def train_by_recipe(
    game: Game,
    recipe: tuple[Piece, ...],
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
    faster = 1.0 if minutes is None else minutes / sum(piece.minutes for piece in recipe)
    for number in pieces_left(recipe, out)[:pieces]:
        piece, folder, last = recipe[number - 1], _folder(out, number), number == len(recipe)
        if folder.exists():
            print(f"Piece {number} was not finished: it begins anew.")
            shutil.rmtree(folder)
        wanted = faster * piece.minutes
        print(f"Piece {number} of {len(recipe)}, {wanted:.1f} minutes", flush=True)
        settings: JsonObject = {**piece.settings, **changes}
        finished = train(
            game,
            ExpertConfig(**settings),
            folder,
            minutes=wanted,
            resume=_folder(out, number - 1) / CHECKPOINT if number > 1 else None,
            decay=piece.decay,
            games=games if last else 0,
        )
        if not finished:
            return False
        (folder / DONE).touch()
        for name in (CHECKPOINT, WEIGHTS):
            shutil.copyfile(folder / name, out / name)
        draw(game, [_folder(out, one) for one in range(1, number + 1)], out)
    return True


def _folder(out: Path, number: int) -> Path:
    return out / f"piece-{number}"
