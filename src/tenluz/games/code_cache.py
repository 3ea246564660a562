"""Compiled code on disk, so that only the first start compiles.

Numba's own cache looks only at the file that holds a function, so a loop compiled yesterday
would go on calling yesterday's rules after `rules.py` was edited. Here the code of a room
lies in a folder named after the text of that room and of every room below it: any edit
starts a new folder, and nothing stale is ever loaded. Folders that nobody has used for a
month are removed.
"""

import functools
import hashlib
import os
import re
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

PACKAGE = Path(__file__).resolve().parent.parent
# Each calls compiled code of itself and of those before.
ROOMS = ("games", "bots", "lab", "envs", "train")
OURS = re.compile(rf"({'|'.join(ROOMS)})-[0-9a-f]{{16}}")  # a room and its digest
MONTH = 30 * 24 * 3600.0


def base_folder() -> Path:
    """Where compiled code lies. `TENLUZ_CACHE` moves it."""
    chosen = os.environ.get("TENLUZ_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        caches = Path(os.environ.get("LOCALAPPDATA", str(Path.home())))
    elif sys.platform == "darwin":
        caches = Path.home() / "Library" / "Caches"
    else:
        caches = Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")))
    return caches / "tenluz" / "compiled"


@functools.cache
def source(room: str) -> str:
    """A name for the text of a room and of those below it: the same wherever the text is."""
    text = hashlib.sha256()
    for name in ROOMS[: ROOMS.index(room) + 1]:
        for path in sorted((PACKAGE / name).rglob("*.py")):
            text.update(path.relative_to(PACKAGE).as_posix().encode())
            text.update(path.read_bytes())
    return text.hexdigest()[:16]


@functools.cache
def digest(room: str) -> str:
    """A name for that text and for what compiles it here."""
    made_by = f"{numba.__version__} {np.__version__} {sys.version}"
    return hashlib.sha256(f"{made_by} {source(room)}".encode()).hexdigest()[:16]


@functools.cache
def room_folder(room: str) -> Path | None:
    """The folder for a room's code, ready to write in; None where that is not possible."""
    folder = base_folder() / f"{room}-{digest(room)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _remove_old(folder.parent)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _remove_old(base: Path) -> None:
    for folder in base.iterdir():
        if OURS.fullmatch(folder.name) and time.time() - folder.stat().st_mtime > MONTH:
            shutil.rmtree(folder, ignore_errors=True)


class _Locator(_CacheLocator):
    """Tells Numba's cache where a function's code lies, and what makes it stale."""

    def __init__(self, folder: Path, line: int, room: str) -> None:
        self._folder, self._line, self._room = folder, line, room

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return digest(self._room)

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        source = Path(py_file).resolve()
        if not source.is_relative_to(PACKAGE):
            return None  # a source that no digest stands for
        inside = source.parent.relative_to(PACKAGE)
        folder = room_folder(inside.parts[0])
        if folder is None:
            return None
        folder = folder.joinpath(*inside.parts[1:])
        folder.mkdir(parents=True, exist_ok=True)
        return cls(folder, py_func.__code__.co_firstlineno, inside.parts[0])


class _Implementation(CompileResultCacheImpl):
    _locator_classes: list[Any] = [_Locator]  # noqa: RUF012 (Numba declares it so)


class CodeCache(FunctionCache):
    """Numba's cache of one function, with our folders and our key."""

    _impl_class = _Implementation

    def __init__(self, py_func: Any, made_for: str) -> None:
        super().__init__(py_func)  # type: ignore[no-untyped-call]
        self._made_for = made_for

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # A loop made for one game closes over that game's functions. Numba would pickle
        # them into the key, and never find them again; the game's name is enough.
        return (sig, codegen.magic_tuple(), self._made_for)
