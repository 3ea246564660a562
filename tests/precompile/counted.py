"""Runs `tenluz` and writes down each function that is compiled: counted.py FILE WORD ..."""

import sys
from pathlib import Path
from typing import Any

from numba.core import event


class Compiled(event.Listener):
    """Adds a line to a file for each."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        with self._file.open("a") as names:
            names.write(f"{function.__module__}.{function.__qualname__}\n")

    def on_end(self, event: Any) -> None:
        pass


if __name__ == "__main__":
    _, file, *words = sys.argv
    event.register("numba:compile", Compiled(Path(file)))

    from tenluz.cli import main

    sys.argv = ["tenluz", *words]
    main()
