"""A record as plain Python values: for code that looks at many of its fields.

Knows records only. A field of a plain record is a number, a list, a list of lists, or a
plain record; `raw` is all of it as bytes, `record` the record itself, for compiled functions.
"""

import functools
import math
import operator
import struct
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

Item = TypeVar("Item")

# How `struct` calls the numbers of records.
CODES = {np.dtype("i1"): "b", np.dtype("<i2"): "h", np.dtype("<i4"): "i", np.dtype("<i8"): "q"}


class Kept(list[Item]):
    """A list that nobody changes and many are shown: who writes it down may keep that too."""

    __slots__ = ("written",)
    written: Any


class Plain:
    """A record as it was when it was read. Records inside it are read when asked for."""

    __slots__ = ("raw", "record")
    raw: bytes
    record: Any
    _parts: dict[str, tuple[int, Any]]  # where each inner record begins, and its layout

    def __getattr__(self, name: str) -> Any:
        part = self._parts.get(name)  # only here: a slot that has been filled is found at once
        if part is None:
            raise AttributeError(f"There is no field {name!r} in this record.")
        begin, layout = part
        found = read(layout, self.raw[begin : begin + layout.itemsize])
        setattr(self, name, found)
        return found


def plain(record: Any, **known: Any) -> Any:
    """All fields of a record under their names, about ten times as quick to read.

    `known` are parts of it that have been read before, by their names.
    """
    found = read(record.dtype, record.tobytes(), record)
    for name, part in known.items():
        setattr(found, name, part)
    return found


def read(layout: np.dtype[Any], raw: bytes, record: Any = None) -> Any:
    """The same from a record's bytes."""
    kind, unpack, numbers = _kind(layout)
    found = kind()
    found.raw, found.record = raw, record
    values = unpack(raw)
    for name, take in numbers:
        setattr(found, name, take(values))
    return found


def constant(record: Any) -> Any:
    """The same for a record that never changes, like options: read once for all tables."""
    return record if isinstance(record, Plain) else _constant(record.dtype, record.tobytes())


@functools.lru_cache(maxsize=256)
def _constant(dtype: np.dtype[Any], content: bytes) -> Any:
    return plain(np.frombuffer(content, dtype).copy()[0])


def in_python(function: Any) -> Any:
    """A compiled function uncompiled, to be called with plain records."""
    return getattr(function, "py_func", function)


def of_the_last(function: Callable[..., Any]) -> Callable[..., Any]:
    """Work out something about a plain record once while it is asked for again and again.

    The last argument is the record: the others must follow from it. What is given back is
    shared, so nobody may change it.
    """
    last: tuple[Any, Any] = (None, None)

    @functools.wraps(function)
    def remembered(*arguments: Any) -> Any:
        nonlocal last
        record, found = last
        if record is not arguments[-1]:
            found = function(*arguments)
            last = (arguments[-1], found)
        return found

    return remembered


@functools.cache
def _kind(layout: np.dtype[Any]) -> tuple[type[Plain], Callable[..., Any], list[Any]]:
    """The class for a layout, what unpacks its numbers, and how each field takes its own."""
    fields = layout.fields
    assert fields is not None
    form, numbers, parts, at = "<", [], {}, 0
    for name, (inner, begin, *_) in fields.items():
        if inner.fields is not None:
            parts[name] = (begin, inner)
            form += f"{inner.itemsize}x"
            continue
        count = math.prod(inner.shape)
        form += f"{count}{CODES[inner.base]}"
        numbers.append((name, _taking(at, inner.shape)))
        at += count
    kind = type("Plain", (Plain,), {"__slots__": tuple(fields), "_parts": parts})
    return kind, struct.Struct(form).unpack, numbers


def _taking(at: int, shape: tuple[int, ...]) -> Callable[[tuple[int, ...]], Any]:
    """What takes a field out of the numbers of its record."""
    if not shape:
        return operator.itemgetter(at)
    end = at + math.prod(shape)
    if len(shape) == 1:
        return lambda values: list(values[at:end])
    row = shape[1]
    return lambda values: [list(values[begin : begin + row]) for begin in range(at, end, row)]
