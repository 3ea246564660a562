"""A record as plain Python values, read at once: for code that looks at many of its fields.

Knows records only. A field of a plain record is a number, a list, a list of lists, or a
plain record; `record` is the record itself, for compiled functions.
"""

import functools
from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np


def plain(record: Any, **known: Any) -> Any:
    """All fields of a record under their names, about ten times as quick to read.

    `known` are parts of it that have been read before, by their names.
    """
    return _reader(record.dtype, *known)(record.item(), record, *known.values())


def constant(record: Any) -> Any:
    """The same for a record that never changes, like options: read once for all tables."""
    return record if isinstance(record, tuple) else _constant(record.dtype, record.tobytes())


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
def _reader(dtype: np.dtype[Any], *known: str) -> Callable[..., Any]:
    fields = dtype.fields
    assert fields is not None
    made: Any = namedtuple("Plain", [*fields, "record"])  # type: ignore[misc]
    steps: list[tuple[int, Callable[..., Any]]] = []
    places = [list(fields).index(name) for name in known]
    for at, (part, *_) in enumerate(fields.values()):
        if at in places:
            continue
        if part.fields is not None:
            steps.append((at, _reader(part)))
        elif part.shape:
            steps.append((at, np.ndarray.tolist))

    def read(values: tuple[Any, ...], record: Any = None, *parts: Any) -> Any:
        found = [*values, record]
        for at, step in steps:
            found[at] = step(found[at])
        for at, part in zip(places, parts):
            found[at] = part
        return made._make(found)

    return read
