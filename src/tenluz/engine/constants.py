"""Options as constants of compiled loops.

Compiled code takes a tuple with names as so many constants. The tuple's class is part of the type
of every function that is called with it, and code on disk is found by types. So a game's options
have one class, which every process finds under one name: for other options only the outermost
loops are compiled anew, and what they call is there.
"""

import functools
from collections import namedtuple
from typing import Any

BETWEEN = "__"  # the parts of a class's name: the word Options, and its fields


def as_constants(packed: Any) -> Any:
    """Options as a tuple with names, which compiled code takes as constants."""
    names = packed.dtype.names
    return _class(BETWEEN.join(("Options", *names)))(*(int(packed[name]) for name in names))


@functools.cache
def _class(name: str) -> Any:
    return namedtuple(name, name.split(BETWEEN)[1:], module=__name__)


def __getattr__(name: str) -> Any:
    # Pickle looks here for a class that code on disk was compiled for. Its name says what it is:
    # the game need not be there.
    if name.startswith(f"Options{BETWEEN}"):
        return _class(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
