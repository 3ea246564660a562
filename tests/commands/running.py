"""`tenluz` run inside the test: the words of a command line in, what it prints out."""

import io
import sys
from typing import NamedTuple
from unittest import mock

from tenluz.cli import main


class Ran(NamedTuple):
    """How a command ended, and what it printed."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class Screen(io.TextIOWrapper):
    """A stream that may pretend to be a terminal."""

    def __init__(self, content: bytes = b"", *, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8", newline="\n")
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def text(self) -> str:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode("utf-8")


def tenluz(
    *words: object,
    stdin: bytes | str = b"",
    stdin_terminal: bool = False,
    stderr_terminal: bool = False,
) -> Ran:
    """Run `tenluz` with these words. A traceback is never right, so it is not caught here."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = Screen(), Screen(terminal=stderr_terminal)
    status: object = 0
    with (
        mock.patch.object(sys, "argv", ["tenluz", *map(str, words)]),
        mock.patch.object(sys, "stdin", Screen(given, terminal=stdin_terminal)),
        mock.patch.object(sys, "stdout", out),
        mock.patch.object(sys, "stderr", err),
    ):
        try:
            main()
        except SystemExit as stop:
            status = stop.code or 0
    assert isinstance(status, int), status
    return Ran(status, out.text(), err.text())
