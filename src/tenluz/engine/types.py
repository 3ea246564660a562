"""The types that all games and rooms share. Knows no game.

A seat, a move, a word and a card are all small integers; at the edges each has a type of its own,
so that none is taken for another. Compiled functions calculate with them, and see plain integers.

Records are described by protocols: what every game's have, and so what a room may read. A game
declares its own in full (`compiled.Fields`), and reads them by those declarations.
"""

from collections.abc import Iterator, Sequence
from dataclasses import Field
from typing import TYPE_CHECKING, Any, ClassVar, NewType, Protocol, overload

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # which knows defaults, as Python's own does from 3.13 on

    from tenluz.engine.options import Options
else:
    from typing import TypeVar

Seat = NewType("Seat", int)  # a place at the table, from 0; -1 is nobody, or a watcher
Move = NewType("Move", int)  # what a seat chooses
Word = NewType("Word", int)  # the same as the omniscient record has it
Card = NewType("Card", int)

Int8Array = npt.NDArray[np.int8]
Int32Array = npt.NDArray[np.int32]
Int64Array = npt.NDArray[np.int64]
Float32Array = npt.NDArray[np.float32]
FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
Records = npt.NDArray[np.void]  # of states, of views
Dice = npt.NDArray[np.uint64]  # see dice.py

JsonObject = dict[str, Any]  # as `json` reads and writes it


class Ints(Protocol):
    """A field of several numbers: a row of a record, a list in a plain one."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    @overload
    def __getitem__(self, at: int, /) -> int: ...
    @overload
    def __getitem__(self, part: slice, /) -> list[int]: ...
    def __setitem__(self, at: int, number: int, /) -> None: ...


class Grid(Protocol):
    """A field of rows of numbers. `grid[row, column]` is for records alone."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Ints]: ...
    @overload
    def __getitem__(self, row: int, /) -> Ints: ...
    @overload
    def __getitem__(self, place: tuple[int, int], /) -> int: ...
    def __setitem__(self, place: tuple[int, int], number: int, /) -> None: ...


class OptionsRecord(Protocol):
    """Options as compiled rules read them."""

    players: int


class TableRecord(Protocol):
    """What lies open to all."""

    phase: int  # 0 waits for a deal, 1 is over; the others are the game's
    seat: int  # who is on turn
    first: int  # who begins, or held the first-player card; NO_SEAT until that is known


class StateRecord(Protocol):
    """A whole game: everything there is to know."""

    @property
    def table(self) -> TableRecord: ...


class ViewRecord(Protocol):
    """What a seat may know of it."""

    seat: int  # whose view it is

    @property
    def table(self) -> TableRecord: ...


class Event(Protocol):
    """Something that a viewer learns. Each game has its own dataclasses, told apart by `event`."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def event(self) -> str: ...


class Statement(Protocol):
    """Something to say, where talk is part of the game: a dataclass of the game's own."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


class Screen(Protocol):
    """A view as values with names. Each game has its own dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def game(self) -> str: ...
    @property
    def seat(self) -> int: ...
    @property
    def phase(self) -> str: ...  # "over" at the end
    @property
    def turn(self) -> int: ...  # whose; -1: nobody's
    @property
    def moves(self) -> Sequence[object]: ...  # legal ones, each with its number as `move`


# What is made for one game takes that game's own types: its options, and its records of options,
# states and views. Without them, `Game` is any game, and so it is for all that is made like it.
if TYPE_CHECKING:
    OptionsT = TypeVar("OptionsT", bound=Options, default=Any)
    PackedT = TypeVar("PackedT", bound=OptionsRecord, default=Any)
    StateT = TypeVar("StateT", bound=StateRecord, default=Any)
    ViewT = TypeVar("ViewT", bound=ViewRecord, default=Any)
else:
    OptionsT, PackedT, StateT, ViewT = map(TypeVar, ("OptionsT", "PackedT", "StateT", "ViewT"))
