"""A view as a vector of small whole numbers: what a learning program sees.

A game's encoding is a list of named blocks, and one compiled function that writes them all
from a view, in that order. Seats are counted from the viewer on: the viewer is 0, the next
seat 1, and so on, so that one network can play every seat.

Every number is an `int8`. Most are 0 or 1; the others say their range, and `scale` brings
all of them to at most 1.
"""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tenluz.games.catalogue import GAMES
from tenluz.games.game import Game
from tenluz.games.plain import constant


@dataclass(frozen=True)
class Block:
    """Some numbers of an observation that belong together."""

    name: str
    shape: tuple[int, ...]
    about: str
    low: int = 0
    high: int = 1

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return int(np.prod(self.shape))


@dataclass(frozen=True)
class Meaning:
    """Some actions that belong together, and what they do. `first` does it with the first of
    `what`, the next number with the next."""

    first: int
    count: int
    about: str
    what: str = ""

    @property
    def numbers(self) -> range:
        """Their numbers."""
        return range(self.first, self.first + self.count)


class Encoding:
    """How one game with some options is seen and played by a program."""

    def __init__(
        self, game: Game, options: Any, blocks: Sequence[Block], actions: int, write: Any
    ) -> None:
        self.game = game
        self.options = options
        self.blocks = [block for block in blocks if block.size]
        self.actions = actions
        self.observe: Callable[[Any, Any, Any], int] = write
        self.slices: dict[str, slice] = {}
        at = 0
        for block in self.blocks:
            self.slices[block.name] = slice(at, at + block.size)
            at += block.size
        self.size = at

    @property
    def low(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """The least value of every number."""
        return self._each(lambda block: block.low)

    @property
    def high(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """The greatest value of every number."""
        return self._each(lambda block: block.high)

    @property
    def scale(self) -> np.ndarray[Any, np.dtype[np.float32]]:
        """What to multiply an observation with, for numbers from -1 to 1."""
        most = np.maximum(np.abs(self.low.astype(np.float32)), self.high)
        return (1.0 / np.maximum(most, 1)).astype(np.float32)

    def _each(self, of: Callable[[Block], int]) -> np.ndarray[Any, np.dtype[np.int8]]:
        return np.concatenate([np.full(block.size, of(block), np.int8) for block in self.blocks])


def encoding(game: str | Game, options: Any) -> Encoding:
    """The encoding of a game with these options (of the game's own options type)."""
    found = GAMES[game] if isinstance(game, str) else game
    seen = importlib.import_module(f"tenluz.envs.{found.name}")
    o = constant(options.packed())
    return Encoding(found, options, seen.blocks(o), seen.ACTIONS, seen.observe)
