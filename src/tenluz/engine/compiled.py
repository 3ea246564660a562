"""How rules are compiled: one kind of record, one decorator, and the cores that run them.

A record is declared once, as a class: NumPy lays it out by that declaration, and mypy knows its
fields by the same.

    class Table(Fields):
        phase = int8()
        bids = int8(MOST_SEATS)
        points = int8(MOST_DEALS, MOST_SEATS)

    class State(Fields):
        table = part(Table)
        legal = int64()

    STATE = record(State)

Knows Numba. Knows no game.
"""

import operator
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar, cast, overload

import numba
import numpy as np

from tenluz.engine.types import Grid, Ints

INTERPRETED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]

Function = TypeVar("Function", bound=Callable[..., Any])


class MadeFor(Protocol):
    """What a function may be made for: a game."""

    name: str

    @property
    def folder(self) -> Path:
        """Where all of it lies."""
        ...


# --- records -----------------------------------------------------------------------------


class _Field(NamedTuple):
    """A field as NumPy wants it told, all but its name."""

    kind: str | np.dtype[np.void]
    shape: tuple[int, ...] = ()


class _Number:
    """Declares fields of signed numbers of one size: a number, a row of them, or rows of rows."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, count: int, /) -> Ints: ...
    @overload
    def __call__(self, rows: int, columns: int, /) -> Grid: ...
    def __call__(self, *shape: int) -> Any:
        return _Field(self._kind, shape)


int8, int16, int64 = _Number("i1"), _Number("<i2"), _Number("<i8")


class Fields:
    """The fields of a record, in order. What is typed so is a record of them: a `Flat` one, or,
    where code for people reads many fields, a plain one (`engine/plain.py`)."""


Part = TypeVar("Part", bound=Fields)


def part(fields: type[Part]) -> Part:
    """Declares a record within a record."""
    return cast(Part, _Field(record(fields)))


class FlatRow(np.ndarray[Any, Any]):
    """A row of numbers in a record. Read one by one they are Python's own integers."""

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return int(found) if isinstance(found, np.integer) else found


class Flat(np.void):  # type: ignore[misc]
    """A record whose fields read as attributes and as Python's own integers.

    Compiled code widens every number it reads to 64 bits. NumPy's small scalars would
    overflow instead (`1 << np.uint8(8)` is 0), so interpreted rules must not see them.
    A value that does not fit its field raises here, where compiled code would wrap: that
    makes an interpreted run the stricter one.
    """

    def __getattr__(self, name: str) -> Any:
        try:
            found = self[name]
        except (KeyError, ValueError):
            raise AttributeError(f"There is no field {name!r} in this record.") from None
        if isinstance(found, np.integer):
            return int(found)
        return found.view(FlatRow) if type(found) is np.ndarray else found

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __reduce__(self) -> Any:
        # NumPy's own way gives a record that owns its bytes, and writes to its parts are lost.
        return operator.getitem, (np.asarray(self).reshape(1), 0)


def record(fields: type[Fields] | list[tuple[Any, ...]]) -> np.dtype[np.void]:
    """One aligned, flat record type for compiled rules: of a declaration, or of the list that
    NumPy takes.

    Bytes between fields belong to nobody: copying need not carry them, so equal records
    could differ there. A record that would have some has a field `spare` in their place.
    """
    if isinstance(fields, type):
        declared = vars(fields).items()
        fields = [(name, *field) for name, field in declared if isinstance(field, _Field)]
    flat = np.dtype(fields, align=True)
    holes = flat.itemsize - sum(flat[name].itemsize for name in flat.names or ())
    assert holes == 0, f"{holes} bytes belong to no field: add a field `spare`"
    return np.dtype((Flat, flat))


# --- functions ---------------------------------------------------------------------------


def compiled(
    function: Function,
    *,
    made_for: MadeFor | None = None,
    variant: str = "",
    allocates: bool = False,
    contract: bool = False,
    inline: bool = True,
    keep: bool = True,
) -> Function:
    """Compile a function of the rules, and `keep` the result on disk.

    `made_for` is the game when the function is made by a factory for each game, `variant` what
    else tells apart the functions that one factory makes for it. A function that makes arrays
    `allocates`; in all others nobody counts who uses an array: counting took a third of the time
    of a batch. With `contract` a product and the sum that it goes into are rounded once, where the
    processor has an instruction for both. `inline` joins a function into those that call it.
    """
    if INTERPRETED:
        return function
    return _compile(function, made_for, variant, allocates, contract, inline, keep)


def allocating(function: Function) -> Function:
    """`compiled` for a function that makes arrays."""
    return compiled(function, allocates=True)


def _compile(
    function: Function,
    made_for: MadeFor | None,
    variant: str,
    allocates: bool,
    contract: bool,
    inline: bool,
    keep: bool,
) -> Function:
    from tenluz.engine.dispatcher import Dispatcher

    # Rules are many small functions: joined into the loop that calls them they are a fifth
    # faster. So keep a large function to few callers.
    dispatcher: Any = Dispatcher(
        function,
        targetoptions={
            "nopython": True,
            "boundscheck": None,
            "nogil": True,
            "error_model": "numpy",
            "forceinline": inline,
            "fastmath": {"contract"} if contract else False,
            "_nrt": allocates,
        },
    )
    if keep:
        folder, name = (None, "") if made_for is None else (made_for.folder, made_for.name)
        dispatcher.keep(folder, f"{name} {variant}")
    return cast(Function, dispatcher)


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1
