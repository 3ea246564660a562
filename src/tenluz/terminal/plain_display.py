"""The plain screen: one line of text for each event, and nothing else.

No colours, no boxes, no cursor movement: for a screen reader, for a pipe, and for people
who like it so.
"""

from collections.abc import Iterable, Sequence

from tenluz.terminal.display import Display
from tenluz.terminal.game_text import GameText, TableView


class PlainDisplay(Display):
    """Lines of text."""

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
