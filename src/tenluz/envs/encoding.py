"""A view as a vector of small whole numbers: what a learning program sees.

A game's encoding is a list of named blocks, and compiled functions that write them all from a
view, in that order. Seats are counted from the viewer on: the viewer is 0, the next seat 1,
and so on, so that one network can play every seat.

Every number is an `int8`. Most are 0 or 1; the others say their range, and `scale` brings
all of them to at most 1.

A game's `Environment` (environment.py) has for this:

    blocks(o)                                       what an observation is made of, in order
    write_bits(o, v, row) -> places                 the zeros and ones (bit_writer.py);
                                                    the last place is the number of numbers
    write_numbers(o, v, out, places)                the other numbers, once all is spread
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tenluz.engine.catalogue import game_named
from tenluz.engine.compiled import compiled
from tenluz.engine.game import Game
from tenluz.engine.instructions import SPAN
from tenluz.engine.options import Options
from tenluz.engine.plain import constant
from tenluz.engine.types import Float32Array, Int8Array, Int64Array, OptionsRecord, ViewRecord
from tenluz.envs.environment import Block, environment

WORD = 8  # bytes


class Encoding:
    """How one game with some options is seen and played by a program."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options
        its = environment(game)
        blocks = its.blocks(constant(options.packed()))
        self.blocks = [block for block in blocks if block.size]
        self.actions = its.actions
        self.observe = writers(game).observe
        self.slices: dict[str, slice] = {}
        at = 0
        for block in self.blocks:
            self.slices[block.name] = slice(at, at + block.size)
            at += block.size
        self.size = at

    def __reduce__(self) -> tuple[object, ...]:  # functions are not copied
        return encoding, (self.game.name, self.options)

    # Rows of many observations, and of masks, begin at whole words.

    def rows(self, *shape: int) -> Int64Array:
        """Room for observations; `as_numbers` gives what they are."""
        return np.zeros((*shape, -(-self.size // SPAN) * SPAN // WORD), np.int64)

    def masks(self, *shape: int) -> Int64Array:
        """Room for what may be done; `as_flags` gives a number for each action."""
        return np.zeros((*shape, -(-self.actions // WORD)), np.int64)

    def as_numbers(self, rows: Int64Array) -> Int8Array:
        """The observations in such rows, in place."""
        return rows.view(np.int8)[..., : self.size]

    def as_flags(self, masks: Int64Array) -> Int8Array:
        """The masks in such rows, in place."""
        return masks.view(np.int8)[..., : self.actions]

    @property
    def low(self) -> Int8Array:
        """The least value of every number."""
        return self._each(lambda block: block.low)

    @property
    def high(self) -> Int8Array:
        """The greatest value of every number."""
        return self._each(lambda block: block.high)

    @property
    def scale(self) -> Float32Array:
        """What to multiply an observation with, for numbers from -1 to 1."""
        most = np.maximum(np.abs(self.low.astype(np.float32)), self.high)
        return (1.0 / np.maximum(most, 1)).astype(np.float32)

    def _each(self, of: Callable[[Block], int]) -> Int8Array:
        return np.concatenate([np.full(block.size, of(block), np.int8) for block in self.blocks])


def encoding(game: str | Game, options: Options) -> Encoding:
    """The encoding of a game with these options (of the game's own options type)."""
    return Encoding(game_named(game) if isinstance(game, str) else game, options)


@dataclass(frozen=True)
class Writers:
    """A game's compiled functions that write an observation; both say how many numbers."""

    observe: Callable[[OptionsRecord, ViewRecord, Int64Array], int]
    """observe(o, v, row): into a row of `Encoding.rows`."""

    write: Callable[[OptionsRecord, ViewRecord, Int64Array, Int8Array], int]
    """write(o, v, row, out): the same, where the row is at hand as bytes too."""


@functools.cache
def writers(game: Game) -> Writers:
    """The functions of a game, compiled when they are first called."""
    its = environment(game)
    write_bits, write_numbers = its.write_bits, its.write_numbers

    def write(o: OptionsRecord, v: ViewRecord, row: Int64Array, out: Int8Array) -> int:
        places = write_bits(o, v, row)
        write_numbers(o, v, out, places)
        return places[-1]

    write = compiled(write, made_for=game)

    def observe(o: OptionsRecord, v: ViewRecord, row: Int64Array) -> int:
        return write(o, v, row, row.view(np.int8))

    return Writers(observe=compiled(observe, made_for=game), write=write)
