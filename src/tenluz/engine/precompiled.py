"""Machine code that was compiled ahead of time, as `tenluz.precompile` packs it.

An archive for each kind of machine lies in `precompile/code`: an object file for each function
that Python calls, and an index. A function is looked up by its name, the types of its arguments
and the text of everything that it may call, so after an edit its old code is not found. What is
not found is compiled on the spot. Knows Numba and LLVM. Knows no game.
"""

import ctypes
import functools
import hashlib
import json
import logging
import multiprocessing
import os
import platform
import sys
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numba
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys  # type: ignore[attr-defined]

from tenluz.engine.code_cache import PACKAGE, code_of, text_digest

ARCHIVES = PACKAGE / "precompile" / "code"
INDEX = "index.json"
PARTS = {"made_of", "variants", "functions"}  # of the index
SWITCH = "TENLUZ_COMPILE"
ALWAYS = "always"  # compile on the spot, whatever lies ready

logger = logging.getLogger("tenluz")


class Purpose(NamedTuple):
    """What tells apart the functions that one factory makes."""

    folder: Path | None  # of the game that a function is made for
    name: str


def machine() -> str:
    """The kind of this machine, as archives are named: linux-x86_64."""
    return f"{platform.system()}-{platform.machine()}".lower()


def key(function: Callable[..., Any], purpose: Purpose, types: tuple[Any, ...]) -> str | None:
    """The name of a function's code for arguments of these types; None where nothing says on what
    text it depends."""
    code = code_of(Path(function.__code__.co_filename).resolve(), purpose.folder)
    if code is None:
        return None
    named = (
        *(function.__module__, function.__qualname__, purpose.name, text_digest(code.texts)),
        *(each.name for each in types),
    )
    return hashlib.sha256("\n".join(named).encode()).hexdigest()[:20]


class Loader:
    """Object files of functions, in this process."""

    def __init__(self) -> None:
        rtsys.initialize(cpu_target.target_context)  # names Numba's own functions to LLVM
        target = llvm.Target.from_default_triple().create_target_machine()
        self._engine: Any = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        self._loaded: dict[str, tuple[int, Any]] = {}
        self._lock = threading.Lock()

    def load(
        self, name: str, function: Callable[..., Any], read: Callable[[], bytes]
    ) -> Callable[..., Any]:
        """A compiled function as Python calls it. What `read` gives has it under this name."""
        with self._lock:
            if name not in self._loaded:
                self._loaded[name] = self._load(name, function.__globals__, read())
            address, environment = self._loaded[name]
        return _dynfunc.make_function(
            sys.modules[function.__module__],
            function.__name__,
            function.__doc__ or "",
            address,
            environment,
            (self,),
        )

    def _load(self, name: str, its_globals: dict[str, Any], code: bytes) -> tuple[int, Any]:
        """Its address, and what its code knows of Python: in whose globals it stands."""
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        environment = _dynfunc.Environment(its_globals)
        place = self._engine.get_global_value_address(f"{name}.environment")
        ctypes.c_void_p.from_address(place).value = id(environment)
        return self._engine.get_function_address(name), environment


class Archive:
    """The code for this machine, loaded function by function."""

    def __init__(self, path: Path, index: dict[str, Any]) -> None:
        self._file = zipfile.ZipFile(path)
        self._functions = index["functions"]
        self._loader = Loader()
        features = llvm.get_host_cpu_features()
        fitting = (
            variant["name"]
            for variant in index["variants"]
            if all(features.get(feature, False) for feature in variant["needs"])
        )
        self._variant = next(fitting, None)
        self.missing = "" if self._variant else " ".join(index["variants"][-1]["needs"])

    def load(self, name: str, function: Callable[..., Any]) -> Callable[..., Any] | None:
        """A compiled function as Python calls it; None if it is not here."""
        if name not in self._functions:
            return None
        return self._loader.load(
            name, function, lambda: self._file.read(f"{name}.{self._variant}.o")
        )


def read_index(path: Path) -> dict[str, Any] | None:
    """What an archive says of itself; None where there is none, or no whole one."""
    try:
        with zipfile.ZipFile(path) as file:
            index: dict[str, Any] = json.loads(file.read(INDEX))
            return index if index.keys() >= PARTS else None
    except (OSError, zipfile.BadZipFile, KeyError, ValueError):
        return None


@functools.cache
def archive() -> Archive | None:
    """This machine's archive; None where there is none, or none that fits: then it says why."""
    path = ARCHIVES / f"{machine()}.zip"
    index = None if os.environ.get(SWITCH) == ALWAYS else read_index(path)
    if index is None:
        return None
    made_with = index["made_of"]["numba"]
    if made_with != numba.__version__:
        _say(f"made with Numba {made_with}, and this is {numba.__version__}")
        return None
    found = Archive(path, index)
    if found.missing:
        _say(f"made for processors with {found.missing}, and this one has less")
        return None
    return found


def _say(reason: str) -> None:
    if multiprocessing.parent_process() is not None:
        return  # which has said it
    logger.warning(
        "The machine code that comes with Tenluz does not fit: it was %s. "
        "Functions are compiled when they are first called, which takes about a minute, once.",
        reason,
    )
