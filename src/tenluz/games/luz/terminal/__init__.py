"""Luz at the terminal: its words and its picture. Luz has no talk."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tenluz.engine.game import Record
from tenluz.games.luz.terminal import events, turn
from tenluz.games.luz.terminal.memory import Memory
from tenluz.terminal.game_text import TableView, Words

if TYPE_CHECKING:
    from rich.text import Text

    from tenluz.terminal.style import Style

RULES = """\
Four deals of ten tricks. You see the cards of everybody else; of your own only the colours
and the order, from low to high within each colour.
First each in turn bids a number of tricks. A safety bead (3+) makes one trick more also right.
Then tricks are played: follow the colour led if you hold it, else play any card. The highest
yellow card (trump) takes the trick, or without one the highest card of the colour led. Who
takes a trick leads to the next.
A bid made earns 10, 20, 30, 40 points in deals 1 to 4; with a safety bead half of that.
A bid missed costs 5 for each trick above or below it.
Most points after four deals wins; tied, the points of the last deal decide.
With three players the one with the most points begins the last deal."""

NOTATION = """\
3            while bidding: bid three tricks;  3+: and a safety bead
R:2          play your second red card from the low end
R-  R+       your lowest, your highest red card
R            your only red card
3            while playing: the card with that number in the list"""


class LuzWords(Words):
    """Luz in words and pictures."""

    title = "Luz"
    rules = RULES
    notation = NOTATION

    def memory(self, options: Any) -> Memory:
        return Memory(options.players)

    def remember(self, memory: Memory, before: Record, after: Record) -> None:
        memory.fold(before.table, after.table)

    def opening(self, table_view: TableView) -> list[str]:
        return events.opening(table_view)

    def tell(
        self, table_view: TableView, before: Record, after: Record, own: Sequence[str] = ()
    ) -> list[str]:
        return events.tell(table_view, before.table, after.table)

    def tell_own(
        self, table_view: TableView, before: Record, after: Record, move: int
    ) -> list[str]:
        return []

    def position(self, table_view: TableView) -> list[str]:
        return turn.position(table_view)

    def look(self, table_view: TableView) -> list[str]:
        return turn.look(table_view)

    def draw(self, table_view: TableView, style: "Style") -> "tuple[Text, Text]":
        from tenluz.games.luz.terminal.picture import draw

        return draw(table_view, style)

    def question(self, table_view: TableView) -> str:
        return turn.question(table_view)

    def numbered(self, table_view: TableView) -> list[int]:
        return turn.numbered(table_view)

    def usual(self, table_view: TableView) -> int | None:
        return turn.usual(table_view)

    def refusals(self, table_view: TableView) -> list[str]:
        return turn.refusals(table_view)

    def reveals(self, before: Record, after: Record) -> str | None:
        if after.table.played != before.table.played:
            return "A card played lies face up for all."
        return None

    def score(self, table_view: TableView) -> list[str]:
        from tenluz.games.luz.terminal.score import score

        return score(table_view)

    def draw_score(self, table_view: TableView, style: "Style") -> "Text":
        from tenluz.games.luz.terminal.picture import draw_score

        return draw_score(table_view, style)


WORDS = LuzWords()
