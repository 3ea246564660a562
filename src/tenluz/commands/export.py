"""`tenluz export-expert`, `export-onnx`: the files that play, from what a training left."""

from pathlib import Path
from typing import Annotated

import typer

from tenluz.commands.expert import ABOUT_GAME


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
    from tenluz.engine.catalogue import game_named
    from tenluz.engine.errors import NotUnderstood
    from tenluz.train.expert.onnx_export import export_onnx as write

    found = game_named(game.strip().lower())
    its = expert_game(found)
    kept = found.folder / "bots" / "expert.npz" if weights is None else weights
    if not kept.is_file():
        raise NotUnderstood(f"There are no weights {kept}.")
    _writable(to)
    write(found, its.view, kept, to)
    print(f"{to}: {to.stat().st_size:,} bytes")


def _writable(to: Path) -> None:
    """NotUnderstood says why no file can be written there, before any work is done for it."""
    from tenluz.engine.errors import NotUnderstood

    if to.is_dir() or not to.parent.is_dir():
        raise NotUnderstood(f"{to} cannot be written: name a file in a folder that is there.")
