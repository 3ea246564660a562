"""Level 10 at the terminal: its words, its talk, its picture."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tenluz.engine.game import Record
from tenluz.games.level10.rules.moves import CHOOSE
from tenluz.games.level10.terminal import events, turn
from tenluz.games.level10.terminal.grid import Grid
from tenluz.games.level10.terminal.talk import Level10Talk
from tenluz.terminal.game_text import TableView, Words
from tenluz.terminal.names import Names

if TYPE_CHECKING:
    from rich.text import Text

    from tenluz.terminal.style import Style

RULES = """\
All play together against the deck. Fill the grid: five rows, one for each world (D desert,
F forest, S sky, V volcano, M swamp), ten columns, one column at a time.
On your turn either play a card from your hand and draw one, or play a reset.
A level card goes into the row of its world, and its value may not be below the one on its
left. After a reset, and in an empty row, any value goes.
Each column takes exactly one reset, each row two in all. When four rows of a column have
cards and none is a reset, the fifth row must take the reset.
After a reset you may tuck up to two cards under the deck and draw as many.
A pause stands for a level card in any row and repeats the value on its left. With an empty
deck, a card of that row's world may go under it.
Who has cards and can do nothing loses the game for all. Whose hand is empty is skipped.
Hands are hidden. You may only tell how many cards of a world you hold, and in which world
you would like to play a card or a reset (type: help)."""

NOTATION = """\
D5           play that card
P>D          play a pause in the desert row;  P>D/D3: and put D3 under it (empty deck)
R>D          reset the desert row, keeping all cards
R>D/F2       reset and tuck F2 under the deck;  R>D/F2,P: tuck two, F2 first
3            the move with that number; after a reset picked so, you are asked what to tuck"""


class Level10Words(Words):
    """Level 10 in words and pictures."""

    title = "Level 10"
    rules = RULES
    notation = NOTATION
    talk = Level10Talk()

    def memory(self, options: Any) -> Grid:
        return Grid.empty(options.worlds, options.columns)

    def remember(self, memory: Grid, before: Record, after: Record) -> None:
        memory.fold(before.table, after.table)

    def opening(self, table_view: TableView) -> list[str]:
        return events.opening(table_view)

    def tell(
        self, table_view: TableView, before: Record, after: Record, own: Sequence[str] = ()
    ) -> list[str]:
        return events.tell(table_view.names, before.table, after.table, own)

    def tell_own(
        self, table_view: TableView, before: Record, after: Record, move: int
    ) -> list[str]:
        if before.table.phase == CHOOSE:
            return []
        return events.tell_own(before, after, move)

    def position(self, table_view: TableView) -> list[str]:
        return turn.position(table_view)

    def look(self, table_view: TableView) -> list[str]:
        return turn.look(table_view)

    def draw(self, table_view: TableView, style: "Style") -> "tuple[Text, Text]":
        from tenluz.games.level10.terminal.picture import draw

        return draw(table_view, style)

    def question(self, table_view: TableView) -> str:
        return turn.question(table_view)

    def numbered(self, table_view: TableView) -> list[int]:
        return turn.numbered(table_view)

    def read(self, table_view: TableView, text: str) -> tuple[int, ...]:
        return turn.read(table_view, text)

    def move_text(self, table_view: TableView, move: int) -> str:
        return turn.move_text(table_view, move)

    def usual(self, table_view: TableView) -> int | None:
        return turn.usual(table_view)

    def refusals(self, table_view: TableView) -> list[str]:
        return turn.refusals(table_view)

    def loses(self, table_view: TableView, moves: Sequence[int]) -> str | None:
        return turn.loses(table_view, moves)

    def reveals(self, before: Record, after: Record) -> str | None:
        return turn.reveals(before, after)

    def uncover(self, names: Names, table_views: Sequence[TableView]) -> list[str]:
        return events.uncover(names, table_views)

    def score(self, table_view: TableView) -> list[str]:
        from tenluz.games.level10.terminal.score import score

        return score(table_view)


WORDS = Level10Words()
