"""Compiled code on disk, so that only the first start compiles.

Numba's own cache looks only at the file that holds a function, so a loop compiled yesterday
would go on calling yesterday's rules after they were edited. Here code lies in a folder named
after the text of everything that it may call: any edit starts a new folder, and nothing stale is
ever loaded. Folders that nobody has used for a month are removed.

    a function in               is named after the text of
    engine/                     engine, and the game it was made for, if it was made for one
    a game's rules/             engine, and those rules
    elsewhere in a game         engine, the rooms, and the whole game
    a room (bots, lab, ...)     engine, the rooms, and the game it was made for
"""

import functools
import hashlib
import os
import re
import shutil
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.misc.appdirs import AppDirs

PACKAGE = Path(__file__).resolve().parent.parent
ENGINE = PACKAGE / "engine"
ROOMS = tuple(PACKAGE / room for room in ("bots", "lab", "envs", "train"))  # with compiled code
OURS = re.compile(r"[a-z0-9_]+-[0-9a-f]{16}")  # whose code, and the digest of its text
MONTH = 30 * 24 * 3600.0


class Code(NamedTuple):
    """Some compiled code: whose it is, and the folders whose text it depends on."""

    owner: str
    texts: tuple[Path, ...]


def base_folder() -> Path:
    """Where compiled code lies. `TENLUZ_CACHE` moves it."""
    chosen = os.environ.get("TENLUZ_CACHE")
    if chosen:
        return Path(chosen)
    dirs: Any = AppDirs("tenluz", appauthor=False)  # type: ignore[no-untyped-call]
    return Path(dirs.user_cache_dir) / "compiled"


def game_folder(file: Path) -> Path | None:
    """The folder of the game that a file belongs to: the one above it that has a game.py."""
    return next((one for one in file.parents if (one / "game.py").is_file()), None)


def code_of(file: Path, made_for: Path | None = None) -> Code | None:
    """What the code of a function in this file depends on; None where no text stands for it.

    `made_for` is the folder of the game that a function of the engine or a room was made for.
    """
    if file.is_relative_to(ENGINE):
        return Code("engine", (ENGINE, *([made_for] if made_for else [])))
    room = next((one for one in ROOMS if file.is_relative_to(one)), None)
    if room is not None:
        return Code(room.name, (ENGINE, *ROOMS, *([made_for] if made_for else [])))
    game = game_folder(file)
    if game is None:
        return None
    if file.is_relative_to(game / "rules"):
        return Code(game.name, (ENGINE, game / "rules"))
    return Code(game.name, (ENGINE, *ROOMS, game))


@functools.cache
def text_digest(folders: tuple[Path, ...]) -> str:
    """A name for the text of some folders: the same wherever they lie."""
    text = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            text.update(f"{folder.name}/{path.relative_to(folder).as_posix()}".encode())
            text.update(path.read_bytes())
    return text.hexdigest()[:16]


@functools.cache
def digest(code: Code) -> str:
    """A name for that text and for what compiles it here."""
    made_by = f"{numba.__version__} {np.__version__} {sys.version}"
    return hashlib.sha256(f"{made_by} {text_digest(code.texts)}".encode()).hexdigest()[:16]


@functools.cache
def code_folder(code: Code) -> Path | None:
    """The folder for some code, ready to write in; None where that is not possible."""
    folder = base_folder() / f"{code.owner}-{digest(code)}"
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

    def __init__(self, folder: Path, line: int, code: Code) -> None:
        self._folder, self._line, self._code = folder, line, code

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return digest(self._code)

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        source = Path(py_file).resolve()
        code = code_of(source, getattr(py_func, "_made_for", None))
        folder = None if code is None else code_folder(code)
        if code is None or folder is None:
            return None
        owner = next(text for text in reversed(code.texts) if source.is_relative_to(text))
        folder = folder / source.parent.relative_to(owner)
        folder.mkdir(parents=True, exist_ok=True)
        return cls(folder, py_func.__code__.co_firstlineno, code)


class _Implementation(CompileResultCacheImpl):
    _locator_classes: list[Any] = [_Locator]  # noqa: RUF012 (Numba declares it so)


class CodeCache(FunctionCache):
    """Numba's cache of one function, with our folders and our key."""

    _impl_class = _Implementation

    def __init__(self, py_func: Any, made_for: Path | None, variant: str) -> None:
        py_func._made_for = made_for  # for the locator, which Numba makes from the function
        super().__init__(py_func)  # type: ignore[no-untyped-call]
        self._variant = variant

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # A loop made for one game closes over that game's functions. Numba would pickle
        # them into the key, and never find them again; names are enough.
        return (sig, codegen.magic_tuple(), self._variant)
