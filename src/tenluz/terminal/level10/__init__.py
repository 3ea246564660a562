"""Level 10 at the terminal: its words, its talk, its picture."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tenluz.games.game import Record
from tenluz.games.level10.moves import CHOOSE
from tenluz.terminal.level10 import events, turn
from tenluz.terminal.level10.grid import Grid
from tenluz.terminal.level10.talk import Level10Talk
from tenluz.terminal.names import Names
from tenluz.terminal.words import Scene, Words

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

    def opening(self, scene: Scene) -> list[str]:
        return events.opening(scene)

    def tell(
        self, scene: Scene, before: Record, after: Record, own: Sequence[str] = ()
    ) -> list[str]:
        return events.tell(scene.names, before.table, after.table, own)

    def tell_own(self, scene: Scene, before: Record, after: Record, move: int) -> list[str]:
        if before.table.phase == CHOOSE:
            return []
        return events.tell_own(before, after, move)

    def position(self, scene: Scene) -> list[str]:
        return turn.position(scene)

    def look(self, scene: Scene) -> list[str]:
        return turn.look(scene)

    def draw(self, scene: Scene, style: "Style") -> "tuple[Text, Text]":
        from tenluz.terminal.level10.picture import draw

        return draw(scene, style)

    def question(self, scene: Scene) -> str:
        return turn.question(scene)

    def numbered(self, scene: Scene) -> list[int]:
        return turn.numbered(scene)

    def read(self, scene: Scene, text: str) -> tuple[int, ...]:
        return turn.read(scene, text)

    def move_text(self, scene: Scene, move: int) -> str:
        return turn.move_text(scene, move)

    def usual(self, scene: Scene) -> int | None:
        return turn.usual(scene)

    def refusals(self, scene: Scene) -> list[str]:
        return turn.refusals(scene)

    def loses(self, scene: Scene, moves: Sequence[int]) -> str | None:
        return turn.loses(scene, moves)

    def reveals(self, before: Record, after: Record) -> str | None:
        return turn.reveals(before, after)

    def uncover(self, names: Names, scenes: Sequence[Scene]) -> list[str]:
        return events.uncover(names, scenes)

    def score(self, scene: Scene) -> list[str]:
        from tenluz.terminal.level10.score import score

        return score(scene)


WORDS = Level10Words()
