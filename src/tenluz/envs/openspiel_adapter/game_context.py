"""A game with its options as OpenSpiel needs it again and again: the deck, and room to work.

A state is kept as bytes, which nobody changes, so copies of a state share them. To work on
one, its bytes are laid into a record of the context, and taken out again: OpenSpiel copies a
state for every child in a tree, and copying a NumPy record takes longer than a move does.
"""

import functools
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from tenluz.engine.calls import one
from tenluz.engine.catalogue import game_named
from tenluz.engine.compiled import compiled
from tenluz.engine.game import Game
from tenluz.engine.options import Options
from tenluz.engine.plain import bytes_of, constant, plain
from tenluz.engine.types import Float32Array, Int64Array, OptionsRecord, Records
from tenluz.envs.encoding import encoding


class Scratch:
    """Records to work on."""

    def __init__(self, game: Game, packed: OptionsRecord) -> None:
        self.o = one(packed)
        self.s = np.zeros(2, game.state_type)  # the state, and one to try a move on
        self.v = np.zeros(1, game.view_type)
        size = game.state_type.itemsize
        self.bytes = memoryview(self.s.view(np.uint8).data)[:size]  # of the state


class ScratchByThread(threading.local):
    """Each thread has records of its own: compiled code lets go of Python's lock."""

    def __init__(self, game: Game, packed: OptionsRecord) -> None:
        self.mine = Scratch(game, packed)


class ObservationTensor:
    """What a seat sees as numbers, each at most 1: those of every other environment
    (`envs/encoding.py`), for a game with some options."""

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


class GameContext:
    """What stays the same for all games with these options."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options: Any = options  # of the game's own type
        self.plain = constant(options.packed())
        self.players = options.players
        self.cut = game.cut_card(options)
        self.deck = bytes(sorted(card for card in game.deck(options) if card != self.cut))
        # The groups of cards that chance deals, the hands and more; chance may choose between
        # several ways to deal.
        self.ways = tuple(game.ways_to_deal(options))
        self.scratches = ScratchByThread(game, options.packed())
        self.observation_tensor = ObservationTensor(game, options)
        self._deal = _deal(game)
        self._view = _view(game)
        self.undealt = bytes_of(game.new_state(options.packed()))

    def __reduce__(self) -> tuple[object, ...]:
        return context, (self.game.name, self.options)

    def dealt(self, state: bytes, deck: bytes, way: int, first: int) -> bytes:
        """The state after this deck was laid out, one way or another."""
        if self.cut is not None:
            hands = sum(self.ways[way][: self.players])
            deck = deck[:hands] + bytes((self.cut,)) + deck[hands:]
        scratch = self.scratches.mine
        scratch.bytes[:] = state
        self._deal(scratch.o, scratch.s, np.frombuffer(deck, np.uint8).astype(np.int64), first)
        return scratch.bytes.tobytes()

    def view(self, state: bytes, seat: int) -> Any:
        """What a seat may know, as a record of this context: good until the next call."""
        scratch = self.scratches.mine
        scratch.bytes[:] = state
        self._view(scratch.o, scratch.s, seat, scratch.v)
        return scratch.v[0]

    def plain_view(self, state: bytes, seat: int) -> Any:
        """The same as plain values, to keep."""
        return plain(self.view(state, seat))

    def see(self, state: bytes, seat: int, out: Float32Array) -> None:
        """Write a seat's observation, every number at most 1."""
        scratch = self.scratches.mine
        scratch.bytes[:] = state
        self.observation_tensor.see(scratch.o, scratch.s, seat, scratch.v, out)


@functools.cache
def context(game: str, options: Options) -> GameContext:
    """The context of a game with these options: one for all states, also those read from a file."""
    return GameContext(game_named(game), options)


# Compiled functions take arrays of one record: Numba finds out much faster what those are.


@functools.cache
def _deal(game: Game) -> Callable[[Records, Records, Int64Array, int], None]:
    deal = game.rules.deal

    def lay_out(o: Records, s: Records, deck: Int64Array, first: int) -> None:
        deal(o[0], s[0], deck, first)

    return compiled(lay_out, made_for=game)


@functools.cache
def _view(game: Game) -> Callable[[Records, Records, int, Records], None]:
    view = game.rules.view

    def view_of(o: Records, s: Records, seat: int, v: Records) -> None:
        view(o[0], s[0], seat, v[0])

    return compiled(view_of, made_for=game)


@functools.cache
def _see(game: Game) -> Callable[[Records, Records, int, Records, Int64Array], None]:
    view = game.rules.view
    observe = encoding(game, game.options()).observe

    def see(o: Records, s: Records, seat: int, v: Records, row: Int64Array) -> None:
        view(o[0], s[0], seat, v[0])
        observe(o[0], v[0], row)

    return compiled(see, made_for=game)


def place_of(dtype: np.dtype[np.void], *path: str) -> int:
    """Where in a record's bytes a field begins, by the names that lead to it."""
    at = 0
    for name in path:
        assert dtype.fields is not None
        dtype, offset = dtype.fields[name][:2]
        at += offset
    return at
