"""The coloured screen: the table as a picture, drawn anew at every change, with Rich."""

import sys
from collections import deque
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from tenluz.terminal.display import Display
from tenluz.terminal.game_text import GameText, TableView
from tenluz.terminal.style import ASCII, Signs, Style

HOME_AND_CLEAR = "\x1b[H\x1b[2J"
FORGET_ABOVE = "\x1b[3J"  # what has scrolled out of sight


class RichDisplay(Display):
    """A picture above, the latest events in its middle, the prompt below."""

    margin = " "
    animated = True

    def __init__(self) -> None:
        super().__init__()
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.events: deque[str] = deque(maxlen=30)

    @property
    def style(self) -> Style:
        """The terminal as it is now: people resize it."""
        unicode = (sys.stdout.encoding or "").lower().startswith("utf")
        return Style(self.console.width, self.console.height, Signs() if unicode else ASCII)

    def tell(self, lines: Iterable[str], *, aside: bool = False) -> None:
        if not aside:
            self.events.extend(lines)

    def show(self, text: GameText, table_view: TableView, own: Sequence[str] = ()) -> None:
        self._draw(*text.draw(table_view, self.style))
        self.answer(own)

    def _draw(self, above: Text, below: Text, margin: int = 0) -> None:
        """Draw everything anew; events take the lines that the picture leaves."""
        used = self._height(above) + self._height(below) + 4
        self._clear()
        self.console.print(above, end="\n\n")
        self._print_events(max(3, self.style.height - used))
        self.console.print(Padding(below, (0, 0, 0, margin)))

    def watch(self, text: GameText, table_view: TableView) -> None:
        self.show(text, table_view)

    def refresh(self, text: GameText, table_view: TableView) -> None:
        self.show(text, table_view)

    def _height(self, picture: Text) -> int:
        return len(self.console.render_lines(picture, pad=False))

    def _print_events(self, room: int) -> None:
        """The latest events, the newest brightest."""
        latest = list(self.events)[-room:]
        lines = Text()
        for age, line in zip(range(len(latest), 0, -1), latest):
            lines.append(f"{line}\n", "dim" if age > 4 else "")
        self.console.print(Padding(lines, (0, 0, 0, 3)))

    def answer(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.console.print(Padding(Text(line), (0, 0, 0, 1)))

    def refuse(self, line: str) -> None:
        self.console.print(Text(f" {line}", "bold red"))

    def end(self, text: GameText, table_view: TableView, table_views: Sequence[TableView]) -> None:
        above, _ = text.draw(table_view, self.style)
        shown = [Text(line) for line in text.uncover(table_views, table_view.names)]
        self._draw(above, Text("\n").join([*shown, text.draw_score(table_view, self.style)]), 1)

    def farewell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.console.print(Text(f" {line}"), soft_wrap=True)  # paths are copied whole

    def cover(self) -> None:
        self._clear(FORGET_ABOVE)

    def _clear(self, more: str = "") -> None:
        if self.console.is_terminal:
            sys.stdout.write(HOME_AND_CLEAR + more)
            sys.stdout.flush()
