"""Stands in for the dispatcher of compiled functions while code is made for other processes.

It writes down each function that Python calls, for LLVM, and goes on with the object that LLVM
makes of it for this machine: a function that only compiled functions call is joined into those,
and needs none. Knows Numba. Knows no game.
"""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys  # type: ignore[attr-defined]

from tenluz.engine import dispatcher
from tenluz.engine.dispatcher import ArgumentTypes, NumbaDispatcher
from tenluz.engine.precompiled import Loader, Purpose, key
from tenluz.precompile.objects import Unoptimised, unoptimised

Write = Callable[[str, str | None, Unoptimised], bytes]
"""write(name, title, function) -> object: keeps a function, if it has a title, and gives its object
for this machine."""


class Recorder(NumbaDispatcher):  # type: ignore[misc]
    """A compiled function."""

    write: Write
    _loader: Loader
    _nameless = itertools.count()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # Left to LLVM, which simplifies a function before it joins it: as quick code in half the
        # time. Numba joins everything first.
        self.targetoptions["forceinline"] = False
        self._purpose: Purpose | None = None
        self._code: list[Any] = []  # Numba's table holds no references

    def keep(self, folder: Path | None, name: str) -> None:
        """As `Dispatcher.keep`."""
        self._purpose = Purpose(folder, name)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        types: ArgumentTypes = tuple(self.typeof_pyval(each) for each in args)
        super()._compile_for_args(*args, **kws)
        code = self._loaded(types, self.overloads[types])
        self._insert([each._code for each in types], code, False)
        self._code.append(code)
        return code

    def _loaded(self, types: ArgumentTypes, made: Any) -> Any:
        name = None if self._purpose is None else key(self.py_func, self._purpose, types)
        title = f"{self.py_func.__module__}.{self.py_func.__qualname__}" if name else None
        name = name or f"nameless{next(self._nameless)}"
        with global_compiler_lock:
            made.library._ensure_finalized()
            function = unoptimised(made)
        return self._loader.load(
            name, self.py_func, lambda: type(self).write(name, title, function)
        )

    def add_overload(self, made: Any) -> None:
        """Compiled for another function: Python's calls do not find it."""
        self.overloads[tuple(made.signature.args)] = made


def record(write: Write) -> None:
    """From here on; before any function of ours is declared."""
    Recorder.write, Recorder._loader = staticmethod(write), Loader()
    context = cpu_target.target_context
    rtsys.initialize(context)
    context.codegen()._add_module = lambda module: None
    context.get_executable = _never_called
    JITCodeLibrary._finalize_specific = lambda library: None  # type: ignore[method-assign]
    dispatcher.Dispatcher = Recorder  # type: ignore[misc]


def _never_called(library: Any, description: Any, environment: Any) -> Any:
    """What Numba takes for the code of a function: a name for it, as nobody calls it."""
    address = 0
    return _dynfunc.make_function(
        description.lookup_module(), description.qualname, "", address, environment, (library,)
    )
