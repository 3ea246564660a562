"""Options as constants of compiled loops.

Compiled code takes a tuple with names as so many constants. The tuple's class is part of the type
of every function that is called with it, and code on disk is found by types. So a game has one
class, which every process finds under one name: for other options only the outermost loops are
compiled anew, and what they call is there.
"""

import functools
from collections import namedtuple
from typing import Any

from tenluz.engine.catalogue import game_named
from tenluz.engine.game import Game

OF = "OptionsOf_"


def as_constants(game: Game, packed: Any) -> Any:
    """Options as a tuple with names, which compiled code takes as constants."""
    return _class(game.name)(*(int(packed[name]) for name in packed.dtype.names))


@functools.cache
def _class(game: str) -> Any:
    names = game_named(game).options().packed().dtype.names
    return namedtuple(f"{OF}{game}", names, module=__name__)


def __getattr__(name: str) -> Any:
    # Pickle looks here for a class that code on disk was compiled for.
    if name.startswith(OF):
        return _class(name.removeprefix(OF))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
