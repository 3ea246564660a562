"""How a compiled function finds its machine code when Python calls it.

Compiled ahead of time, it is loaded; else it is read from disk, where an earlier start has kept it;
else it is compiled. Another compiled function that calls it joins its source into its own.
Knows Numba. Knows no game.
"""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.dispatcher import OmittedArg
from numba.core.registry import CPUDispatcher

from tenluz.engine.code_cache import CodeCache
from tenluz.engine.precompiled import Purpose, archive, key

ArgumentTypes = tuple[Any, ...]  # Numba's


NumbaDispatcher: Any = CPUDispatcher  # without types


class Dispatcher(NumbaDispatcher):  # type: ignore[misc]
    """Numba's, with an archive of code in front of it."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.purpose: Purpose | None = None  # None: its code is nowhere kept
        self._loaded: dict[ArgumentTypes, Any] = {}  # Numba's table holds no references

    def keep(self, folder: Path | None, name: str) -> None:
        """Look its code up where it is kept, and keep there what is compiled. `folder` is that of
        the game that it is made for; `name` tells apart what one factory makes."""
        self.purpose = Purpose(folder, name)
        # Without a place to keep it, it is compiled in memory each time, which is slow but right.
        with contextlib.suppress(RuntimeError):
            self._cache = CodeCache(self.py_func, folder, name)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Numba asks this for code when Python calls with types of arguments that are new."""
        if any(isinstance(each, OmittedArg) for each in args):
            return super()._compile_for_args(*args, **kws)
        types: ArgumentTypes = tuple(self.typeof_pyval(each) for each in args)
        code = self._load(types)
        if code is None:
            code = super()._compile_for_args(*args, **kws)
        return code

    def _load(self, types: ArgumentTypes) -> Callable[..., Any] | None:
        ready = archive()
        if ready is None or self.purpose is None:
            return None
        name = key(self.py_func, self.purpose, types)
        code = None if name is None else ready.load(name, self.py_func)
        if code is not None:
            self._insert([each._code for each in types], code, False)
            self._loaded[types] = code
        return code

    def add_overload(self, made: Any) -> None:
        """What is compiled for another compiled function comes second to what was loaded."""
        types = tuple(made.signature.args)
        if types in self._loaded:
            self.overloads[types] = made
        else:
            super().add_overload(made)
