"""A record as plain Python values: for code that looks at many of its fields.

Knows records only. A field of a plain record is a number, a list, a list of lists, or a
plain record; `raw_of` gives all of it as bytes, `flat` the record itself, for compiled functions.
To mypy both are the record that the game declares (`compiled.Fields`).
"""

import functools
import math
import struct
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np

Item = TypeVar("Item")
Record = TypeVar("Record")
Function = TypeVar("Function", bound=Callable[..., Any])
Values = tuple[int, ...]

# How `struct` calls the numbers of records.
CODES = {np.dtype("i1"): "b", np.dtype("<i2"): "h", np.dtype("<i4"): "i", np.dtype("<i8"): "q"}


class SharedList(list[Item]):
    """A list that nobody changes and many are shown: who writes it down may keep that too."""

    __slots__ = ("written",)
    written: object


class Plain:
    """A record as it was when it was read. Records inside it are read when asked for."""

    __slots__ = ("raw", "record")
    raw: bytes
    record: Any
    _parts: dict[
        str, tuple[int, np.dtype[np.void]]
    ]  # where each inner record begins, and its layout

    def __getattr__(self, name: str) -> Any:
        part = self._parts.get(name)  # only here: a slot that has been filled is found at once
        if part is None:
            raise AttributeError(f"There is no field {name!r} in this record.")
        begin, layout = part
        found = read(layout, self.raw[begin : begin + layout.itemsize])
        setattr(self, name, found)
        return found


def plain(record: Record) -> Record:
    """All fields of a record under their names, about ten times as quick to read."""
    its = cast(np.void, record)
    return cast(Record, read(its.dtype, its.tobytes(), its))


def flat(record: Record) -> Record:
    """The flat record that a plain one was read from."""
    found: Record = cast(Plain, record).record
    return found


def bytes_of(record: object) -> bytes:
    """All bytes of a flat record: two are equal if these are."""
    return cast(np.void, record).tobytes()


def raw_of(record: object) -> bytes:
    """All bytes of a plain record."""
    return cast(Plain, record).raw


def read(layout: np.dtype[np.void], raw: bytes, record: Any = None) -> Plain:
    """The same from a record's bytes."""
    kind, unpack, take = _kind(layout)
    found = kind()
    found.raw, found.record = raw, record
    take(found, unpack(raw))
    return found


def constant(record: Record) -> Record:
    """The same for a record that never changes, like options: read once for all tables."""
    if isinstance(record, Plain):
        return record
    its = cast(np.void, record)
    return _constant(its.dtype, its.tobytes())


@functools.lru_cache(maxsize=256)
def _constant(dtype: np.dtype[np.void], content: bytes) -> Any:
    return plain(np.frombuffer(content, dtype).copy()[0])


def in_python(function: Function) -> Function:
    """A compiled function uncompiled, to be called with plain records."""
    return cast(Function, getattr(function, "py_func", function))


def cache_last(function: Function) -> Function:
    """Work out something about a plain record once while it is asked for again and again.

    The last argument is the record: the others must follow from it. What is given back is
    shared, so nobody may change it.
    """
    last: tuple[Any, Any] = (None, None)

    @functools.wraps(function)
    def cached(*arguments: Any) -> Any:
        nonlocal last
        record, found = last
        if record is not arguments[-1]:
            found = function(*arguments)
            last = (arguments[-1], found)
        return found

    return cast(Function, cached)


@functools.cache
def _kind(
    layout: np.dtype[np.void],
) -> tuple[type[Plain], Callable[[bytes], Values], Callable[[Plain, Values], None]]:
    """The class for a layout, what unpacks its numbers, and what gives each field its own."""
    fields = layout.fields
    assert fields is not None
    form, at = "<", 0
    lines = []
    parts = {}
    for name, (inner, begin, *_) in fields.items():
        if inner.fields is not None:
            parts[name] = (begin, inner)
            form += f"{inner.itemsize}x"
            continue
        count = math.prod(inner.shape)
        form += f"{count}{CODES[inner.base]}"
        lines.append(f"    found.{name} = {_taking(at, inner.shape)}")
        at += count
    kind = type("Plain", (Plain,), {"__slots__": tuple(fields), "_parts": parts})
    # As a function of its own, as dataclasses make theirs: a table has thirty fields, and is read
    # anew after every move.
    made: dict[str, Any] = {}
    exec("\n".join(["def take(found, values):", *lines, "    return None"]), made)
    return kind, struct.Struct(form).unpack, made["take"]


def _taking(at: int, shape: tuple[int, ...]) -> str:
    """What takes a field out of the numbers of its record, as Python."""
    if not shape:
        return f"values[{at}]"
    end = at + math.prod(shape)
    if len(shape) == 1:
        return f"[*values[{at}:{end}]]"
    row = shape[1]
    rows = (f"[*values[{begin}:{begin + row}]]" for begin in range(at, end, row))
    return f"[{', '.join(rows)}]"
