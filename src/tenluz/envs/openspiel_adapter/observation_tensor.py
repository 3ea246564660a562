"""What a seat sees as numbers, each at most 1.

The numbers are those of every other environment (`envs/encoding.py`), and this is the only
place of the package that asks for them.
"""

import functools
from collections.abc import Callable

import numpy as np

from tenluz.engine.compiled import compiled
from tenluz.engine.game import Game
from tenluz.engine.options import Options
from tenluz.engine.types import Float32Array, Int64Array, Records
from tenluz.envs.encoding import encoding


class ObservationTensor:
    """The numbers of a game with some options."""

    def __init__(self, game: Game, options: Options) -> None:
        encoded = encoding(game, options)
        self.shapes = {block.name: block.shape for block in encoded.blocks}  # in order
        self.size = encoded.size
        self._encoding = encoded
        self._scale = encoded.scale
        self._see = _see(game)

    def see(self, o: Records, s: Records, seat: int, v: Records, out: Float32Array) -> None:
        """Write a seat's observation. The records are arrays of one; `v` is room for a view."""
        row = self._encoding.rows()
        self._see(o, s, seat, v, row)
        np.multiply(self._encoding.as_numbers(row), self._scale, out)


@functools.cache
def _see(game: Game) -> Callable[[Records, Records, int, Records, Int64Array], None]:
    view = game.rules.view
    observe = encoding(game, game.options()).observe

    def see(o: Records, s: Records, seat: int, v: Records, row: Int64Array) -> None:
        view(o[0], s[0], seat, v[0])
        observe(o[0], v[0], row)

    return compiled(see, made_for=game)
