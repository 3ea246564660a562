"""How rules are compiled: one decorator, one kind of record, one cache on disk.

Knows Numba. Knows no game.

Numba's own cache looks only at the file that holds a function, so a loop compiled
yesterday would go on calling yesterday's rules after `rules.py` was edited. Ours is
kept in a folder named after the text of every module of the package that compiles,
so any edit starts a new folder, and nothing stale is ever loaded.
"""

import functools
import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

PACKAGE = Path(__file__).resolve().parent.parent
COMPILING_ROOMS = ("games", "bots", "lab", "envs")
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


def _sources_digest() -> str:
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for room in COMPILING_ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            digest.update(str(path.relative_to(PACKAGE)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled code lies. `TENLUZ_CACHE` moves it."""
    chosen = os.environ.get("TENLUZ_CACHE")
    if chosen:
        base = Path(chosen)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "tenluz" / "compiled"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches" / "tenluz" / "compiled"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")))
        base = base / "tenluz" / "compiled"
    return base / _DIGEST


_DIGEST = "" if INTERPRETED else _sources_digest()


class _Locator(_CacheLocator):  # type: ignore[misc]
    """Tells Numba's cache where a function's code lies, and what makes it stale."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._line = py_func.__code__.co_firstlineno
        self._folder = str(cache_folder() / Path(py_file).resolve().parent.relative_to(PACKAGE))

    def get_cache_path(self) -> str:
        return self._folder

    def get_source_stamp(self) -> str:
        return _DIGEST  # the folder's name stands for every source

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        if not Path(py_file).resolve().is_relative_to(PACKAGE):
            return None  # a source that the folder's name does not stand for
        locator = cls(py_func, py_file)
        return locator if _writable(locator.get_cache_path()) else None


@functools.cache
def _writable(folder: str) -> bool:
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


class _Implementation(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _Cache(FunctionCache):  # type: ignore[misc]
    _impl_class = _Implementation

    def __init__(self, py_func: Any, made_for: str) -> None:
        super().__init__(py_func)
        self._made_for = made_for

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # A loop made for one game closes over that game's functions. Numba would pickle
        # them into the key, and never find them again; the game's name is enough.
        return (sig, codegen.magic_tuple(), self._made_for)


def compiled(function: Function, *, made_for: str = "") -> Function:
    """Compile a function of the rules, and keep the result on disk.

    `made_for` names the game when the function is made by a factory for each game.
    """
    if INTERPRETED:
        return function
    dispatcher = numba.njit(nogil=True, error_model="numpy")(function)
    try:
        dispatcher._cache = _Cache(function, made_for)
    except RuntimeError:
        pass  # no locator: compiled in memory each time, which is slow but right
    return dispatcher  # type: ignore[no-any-return]
