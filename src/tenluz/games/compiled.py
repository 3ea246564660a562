"""How rules are compiled: one kind of record, one decorator.

Knows Numba. Knows no game.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np

INTERPRETED = bool(numba.config.DISABLE_JIT)

Function = TypeVar("Function", bound=Callable[..., Any])


class Ints(np.ndarray[Any, Any]):
    """A row of numbers in a record. Read one by one they are Python's own integers."""

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return int(found) if isinstance(found, np.integer) else found


class Flat(np.record):
    """A record whose fields read as attributes and as Python's own integers.

    Compiled code widens every number it reads to 64 bits. NumPy's small scalars would
    overflow instead (`1 << np.uint8(8)` is 0), so interpreted rules must not see them.
    A value that does not fit its field raises here, where compiled code would wrap: that
    makes an interpreted run the stricter one.
    """

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if isinstance(found, np.integer):
            return int(found)
        if type(found) is np.ndarray:
            return found.view(Ints)
        return found


def record(fields: list[Any]) -> np.dtype[Any]:
    """One aligned, flat record type for compiled rules."""
    return np.dtype((Flat, np.dtype(fields, align=True)))


def compiled(function: Function, *, made_for: str = "") -> Function:
    """Compile a function of the rules, and keep the result on disk.

    `made_for` names the game when the function is made by a factory for each game.
    """
    if INTERPRETED:
        return function
    return _compile(function, made_for)


def _compile(function: Function, made_for: str) -> Function:
    from tenluz.games.code_cache import CodeCache

    dispatcher = numba.njit(nogil=True, error_model="numpy")(function)
    try:
        dispatcher._cache = CodeCache(function, made_for)
    except RuntimeError:
        pass  # nowhere to keep it: compiled in memory each time, which is slow but right
    return dispatcher  # type: ignore[no-any-return]
