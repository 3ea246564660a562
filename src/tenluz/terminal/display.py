"""What a screen must do. There are two: plain lines, here, and a coloured picture.

Knows people's keyboards; knows no game but through its text.
"""

import contextlib
import io
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from tenluz.terminal.game_text import GameText, TableView


class Left(Exception):
    """The person has left: end of input."""


class Display(ABC):
    """One terminal, shared by the people at it."""

    margin = ""
    animated = False  # whether a bot's move is something to watch

    def __init__(self) -> None:
        # A terminal that lacks a letter shows another sign for it, and the game goes on.
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        # Whether somebody can answer a question that was not foreseen.
        self.interactive = sys.stdin.isatty()
        if self.interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (input() then edits lines)

    @abstractmethod
    def tell(self, lines: Iterable[str], *, aside: bool = False) -> None:
        """Events, one line each. `aside`: a picture of the table shows them anyway."""

    @abstractmethod
    def show(self, text: GameText, table_view: TableView, own: Sequence[str] = ()) -> None:
        """The table, to a reader who is on turn; `own` are lines for that reader alone."""

    @abstractmethod
    def watch(self, text: GameText, table_view: TableView) -> None:
        """The table, while somebody else is on turn."""

    @abstractmethod
    def refresh(self, text: GameText, table_view: TableView) -> None:
        """The table again, to the same reader, after something was said."""

    @abstractmethod
    def answer(self, lines: Iterable[str]) -> None:
        """What somebody asked for: help, reasons, score."""

    @abstractmethod
    def refuse(self, line: str) -> None:
        """What was wrong with something typed."""

    @abstractmethod
    def end(self, text: GameText, table_view: TableView, table_views: Sequence[TableView]) -> None:
        """The finished game with its score. `table_views` are those of all seats: nothing is
        hidden any more."""

    def farewell(self, lines: Iterable[str]) -> None:
        """Last words: where the game is kept."""
        for line in lines:
            print(line)

    @abstractmethod
    def cover(self) -> None:
        """Take everything from the screen that only the last reader may see."""

    def ask(self, question: str) -> str:
        """A line from the keyboard; Left when there is none any more."""
        sys.stdout.flush()
        try:
            if self.interactive:
                typed = input(f"{self.margin}{question} > ")
            else:
                print(f"{question} >", flush=True)
                typed = input()
        except EOFError:
            raise Left from None
        except UnicodeDecodeError:
            typed = "\N{REPLACEMENT CHARACTER}"
        # Bytes that are no text must not come back in a message and break it.
        return typed.encode("utf-8", "backslashreplace").decode("utf-8").strip()


class PlainDisplay(Display):
    """The plain screen: one line of text for each event, and nothing else.

    No colours, no boxes, no cursor movement: for a screen reader, for a pipe, and for people who
    like it so.
    """

    def tell(self, lines: Iterable[str], *, aside: bool = False) -> None:
        for line in lines:
            print(line)

    def answer(self, lines: Iterable[str]) -> None:
        self.tell(lines)

    def refuse(self, line: str) -> None:
        print(line)

    def show(self, text: GameText, table_view: TableView, own: Sequence[str] = ()) -> None:
        self.tell([*own, *text.position(table_view)])

    def watch(self, text: GameText, table_view: TableView) -> None:
        pass  # the events have said it all

    def refresh(self, text: GameText, table_view: TableView) -> None:
        pass  # what was said has just been printed

    def end(self, text: GameText, table_view: TableView, table_views: Sequence[TableView]) -> None:
        self.tell(text.uncover(table_views, table_view.names))
        self.tell(text.score(table_view))

    def cover(self) -> None:
        pass  # a hand is printed only after its owner has said ready
