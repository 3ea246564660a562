"""What a game is as an environment: how it is seen, what actions do, what is paid.

A game's part `environment` has one, `ENVIRONMENT`. A game without that part has a default one: the
bits of its view, its moves as actions, its score at the end.
"""

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

import numpy as np

from tenluz.engine.compiled import Fields, compiled, int8, int16, record
from tenluz.engine.game import OVER, Game
from tenluz.engine.types import (
    Float32Array,
    Int8Array,
    Int64Array,
    OptionsRecord,
    OptionsT,
    PackedT,
    StateRecord,
    StateT,
    ViewRecord,
    ViewT,
)
from tenluz.envs.bit_writer import NEW, Pen, finish, put_many


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
        return math.prod(self.shape)


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


class Extra(Fields):
    """What an environment keeps beside the state."""

    out_of = int16()  # in how many parts a reward of 1 is paid
    paid = int16()  # parts paid so far
    reward = int8()  # what is paid for: its place among the game's rewards
    shaped = int8()  # pay on the way, not only at the end
    talk = int8()  # something may be said
    said = int8()  # said in the turn in progress, from 1 on; 0: none


EXTRA = record(Extra)


# --- talk and moves, where a game has nothing of its own -----------------------------------


@compiled
def same_move(o: OptionsRecord, s: StateRecord, action: int) -> int:
    """The move that an action stands for: itself."""
    return action


@compiled
def no_talk_actions(o: OptionsRecord, s: StateRecord, extra: Extra) -> int:
    """Nothing may be said."""
    return 0


@compiled
def no_talk(o: OptionsRecord, s: StateRecord, extra: Extra, action: int) -> None:
    """Never called."""


@compiled
def no_talk_kept(o: OptionsRecord, s: StateRecord, extra: Extra, seat: int) -> None:
    """Nothing to keep."""


@dataclass(frozen=True)
class Environment(Generic[OptionsT, PackedT, StateT, ViewT]):
    """A game for programs that learn. All functions but `blocks` and `out_of` are compiled."""

    actions: int  # numbers of actions are below it
    moves: int  # those below it are moves of the rules; the others are talk
    meanings: tuple[Meaning, ...]  # of every action
    rewards: tuple[str, ...]  # what may be paid for, the default first

    blocks: Callable[[PackedT], list[Block]]
    """blocks(o): what an observation is made of, in order."""

    write_bits: Callable[[PackedT, ViewT, Int64Array], tuple[int, ...]]
    """write_bits(o, v, row) -> places: the zeros and ones (bit_writer.py), and where other numbers
    go; the last place is the number of numbers."""

    write_numbers: Callable[[PackedT, ViewT, Int8Array, Any], None]
    """write_numbers(o, v, out, places): the other numbers, once all is spread. `places` is the
    tuple that `write_bits` gave."""

    out_of: Callable[[OptionsT, int], int]
    """out_of(options, reward): in how many parts a reward of 1 is paid."""

    pay: Callable[[PackedT, StateT, Extra, Float32Array], bool]
    """pay(o, s, extra, rewards): after a move, before the next deal: whether something is due."""

    move: Callable[[PackedT, StateT, int], int] = same_move
    """move(o, s, action): the move of the rules that an action stands for."""

    talk_actions: Callable[[PackedT, StateT, Extra], int] = no_talk_actions
    """talk_actions(o, s, extra): what may be said, as bits: actions beyond the moves."""

    talk: Callable[[PackedT, StateT, Extra, int], None] = no_talk
    """talk(o, s, extra, action): say it. The seat is still on turn."""

    keep_talk: Callable[[PackedT, StateT, Extra, int], None] = no_talk_kept
    """keep_talk(o, s, extra, seat): after a move of that seat."""

    shaped: bool = False  # whether it can be paid on the way
    # Options that differ from a table's.
    defaults: Mapping[str, object] = field(default_factory=dict)


@functools.cache
def environment(game: Game) -> Environment:
    """A game's environment."""
    part = game.part("environment")
    found: Environment = default_environment(game) if part is None else part.ENVIRONMENT
    return found


# --- an environment for any game -----------------------------------------------------------


def default_environment(game: Game) -> Environment:
    """The bits of the view, the moves of the rules, the score when the game is over."""
    fields = _fields(game.view_type)
    blocks = [Block(".".join(path), (*shape, bits), "its bits") for path, shape, bits in fields]
    score = game.rules.score

    def pay(o: OptionsRecord, s: StateRecord, extra: Extra, rewards: Float32Array) -> bool:
        if s.table.phase != OVER:
            return False
        for seat in range(o.players):
            rewards[seat] = score(o, s, seat) / extra.out_of
        return True

    return Environment(
        actions=game.moves_end,
        moves=game.moves_end,
        meanings=(Meaning(0, game.moves_end, "a move of the rules", "by its number"),),
        rewards=("score",),
        blocks=lambda o: blocks,
        write_bits=_bits_writer(game, fields),
        write_numbers=_no_numbers,
        out_of=lambda o, reward: max(map(abs, game.score_range(o))),
        pay=compiled(pay, made_for=game),
    )


@compiled
def _no_numbers(o: OptionsRecord, v: ViewRecord, out: Int8Array, places: tuple[int]) -> None:
    """All is bits."""


Field = tuple[tuple[str, ...], tuple[int, ...], int]  # path, shape, bits of each number


def _fields(layout: np.dtype[np.void], path: tuple[str, ...] = ()) -> list[Field]:
    """Every number of a record, but for those that only fill it up."""
    found: list[Field] = []
    for name, (inner, *_) in (layout.fields or {}).items():
        if inner.fields is not None:
            found += _fields(inner, (*path, name))
        elif name != "spare":
            found.append(((*path, name), inner.shape, 8 * inner.base.itemsize))
    return found


FieldWriter = Callable[[Int64Array, Pen, ViewRecord], Pen]


def _bits_writer(
    game: Game, fields: list[Field]
) -> Callable[[OptionsRecord, ViewRecord, Int64Array], tuple[int]]:
    """write_bits for a view: field after field, each a compiled function that calls the next."""

    def done(row: Int64Array, pen: Pen, v: ViewRecord) -> Pen:
        return pen

    write: FieldWriter = compiled(done, made_for=game)
    for path, shape, bits in reversed(fields):
        write = _field_writer(game, path, shape, bits, write)

    def write_bits(o: OptionsRecord, v: ViewRecord, row: Int64Array) -> tuple[int]:
        return (finish(row, write(row, NEW, v)),)

    return compiled(write_bits, made_for=game)


def _field_writer(
    game: Game, path: tuple[str, ...], shape: tuple[int, ...], bits: int, rest: FieldWriter
) -> FieldWriter:
    inside = _record_getter(game, path[:-1])
    name = path[-1]
    count = shape[0] if shape else 1
    columns = shape[1] if len(shape) > 1 else 1

    def one(row: Int64Array, pen: Pen, v: ViewRecord) -> Pen:
        return rest(row, put_many(row, pen, inside(v)[name], bits), v)

    def many(row: Int64Array, pen: Pen, v: ViewRecord) -> Pen:
        for at in range(count):
            pen = put_many(row, pen, inside(v)[name][at], bits)
        return rest(row, pen, v)

    def table(row: Int64Array, pen: Pen, v: ViewRecord) -> Pen:
        for at in range(count):
            for column in range(columns):
                pen = put_many(row, pen, inside(v)[name][at, column], bits)
        return rest(row, pen, v)

    return compiled((one, many, table)[len(shape)], made_for=game, variant=".".join(path))


def _record_getter(game: Game, path: tuple[str, ...]) -> Callable[[ViewRecord], Any]:
    """The record inside a view that such names lead to."""
    first, last = (path[0], path[-1]) if path else ("", "")

    def itself(v: Any) -> Any:
        return v

    def inner(v: Any) -> Any:
        return v[first]

    def innermost(v: Any) -> Any:
        return v[first][last]

    return compiled((itself, inner, innermost)[len(path)], made_for=game, variant=".".join(path))
