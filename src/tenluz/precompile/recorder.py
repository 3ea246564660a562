"""Stands in for the dispatcher of compiled functions while code is made for other machines.

It takes note of what Python calls, and makes code for this machine of nothing else: a function
that only compiled functions call is joined into those. Knows Numba. Knows no game.
"""

from pathlib import Path
from typing import Any

from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys  # type: ignore[attr-defined]

from tenluz.engine import dispatcher
from tenluz.engine.dispatcher import ArgumentTypes, NumbaDispatcher
from tenluz.engine.precompiled import Purpose


class Recorder(NumbaDispatcher):  # type: ignore[misc]
    """A compiled function; `called` has those that Python called, with what Numba made of each."""

    called: list[tuple["Recorder", ArgumentTypes, Any]] = []  # noqa: RUF012 (of all recorders)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.purpose: Purpose | None = None

    def keep(self, folder: Path | None, name: str) -> None:
        """As `Dispatcher.keep`; but what is compiled here is for this process alone."""
        self.purpose = Purpose(folder, name)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        types: ArgumentTypes = tuple(self.typeof_pyval(each) for each in args)
        super()._compile_for_args(*args, **kws)
        made = self.overloads[types]
        self.called.append((self, types, made))
        code = _executable(made)
        self._insert([each._code for each in types], code, False)
        self.__dict__.setdefault("_kept", []).append(code)  # Numba's table holds no references
        return code

    def add_overload(self, made: Any) -> None:
        """Compiled for another function: Python's calls do not find it."""
        self.overloads[tuple(made.signature.args)] = made


def record() -> None:
    """From here on; before any function of ours is declared."""
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


def _executable(made: Any) -> Any:
    """Code for this machine, as Numba makes it without us."""
    context, library = cpu_target.target_context, made.library
    codegen = context.codegen()
    with global_compiler_lock:
        library._ensure_finalized()
        codegen._engine.add_module(library._final_module)
        codegen._scan_and_fix_unresolved_refs(library._final_module)
        codegen._engine.finalize_object()
        return type(context).get_executable(context, library, made.fndesc, made.environment)
