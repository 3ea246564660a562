"""The weights of an expert: a file of half-precision arrays, `.npz`, as in a game's folder.

Those from before an expert saw as much as today play as they did: what is new stands at the end of
the table's numbers and of each group's, and counts for nothing.
"""

import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tenluz.bots.expert_game import ExpertView
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game

Floats = npt.NDArray[np.float32]

# A file, or the arrays themselves.
Weights = Path | Mapping[str, npt.NDArray[Any]]

OF_TABLE, OF_GROUP = "body.of_table.weight", "body.of_group.weight"  # what sees the inputs
MISREAD = (AttributeError, TypeError, ValueError)  # of files that are something else
SAYS_OF_TABLE, SAYS_OF_GROUP = "of_table.weight", "of_group.weight"


def read_weights(weights: Path) -> dict[str, Any]:
    """What a file has; NotUnderstood where it is none of an expert's weights."""
    try:
        with weights.open("rb") as file, np.load(file) as kept:
            found: dict[str, Any] = {each: kept[each].astype(np.float32) for each in kept.files}
    except (OSError, EOFError, *MISREAD, zipfile.BadZipFile, zlib.error):
        found = {}
    if any(found.get(name, np.empty(0)).ndim != 2 for name in (OF_TABLE, OF_GROUP)):
        raise NotUnderstood(
            f"{weights} has no weights of an expert, or not all of them: name the expert.npz that "
            "`tenluz train-expert` or `tenluz export-expert` wrote."
        )
    return found


def fitting_weights(game: Game, its: ExpertView, weights: Weights) -> dict[str, Any]:
    """Weights for all that an expert of this game sees today: of 0 for what is new since.
    NotUnderstood where they are another game's, or see something else."""
    what = weights if isinstance(weights, Path) else "This network"
    if isinstance(weights, Path):
        found = read_weights(weights)
    else:
        found = {name: each.astype(np.float32) for name, each in weights.items()}
    says = [len(found.get(name, ())) for name in (SAYS_OF_TABLE, SAYS_OF_GROUP)]
    if says != [its.says_of_table, its.says_of_group]:
        raise NotUnderstood(f"{what} has weights of an expert, but not those of {game.title}.")
    for name, inputs in ((OF_TABLE, its.table), (OF_GROUP, its.of_group)):
        if found[name].shape[1] > inputs:
            raise NotUnderstood(f"{what} is for other inputs: train the expert again.")
        found[name] = np.pad(found[name], ((0, 0), (0, inputs - found[name].shape[1])))
    return found
