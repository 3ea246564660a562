"""Luz at the terminal: its words and its picture. Luz has no talk."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tenluz.games.game import Record
from tenluz.terminal.luz import events, turn
from tenluz.terminal.luz.memory import Memory
from tenluz.terminal.words import Scene, Words

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

    def opening(self, scene: Scene) -> list[str]:
        return events.opening(scene)

    def tell(
        self, scene: Scene, before: Record, after: Record, own: Sequence[str] = ()
    ) -> list[str]:
        return events.tell(scene, before.table, after.table)

    def tell_own(self, scene: Scene, before: Record, after: Record, move: int) -> list[str]:
        return []

    def position(self, scene: Scene) -> list[str]:
        return turn.position(scene)

    def look(self, scene: Scene) -> list[str]:
        return turn.look(scene)

    def draw(self, scene: Scene, style: "Style") -> "tuple[Text, Text]":
        from tenluz.terminal.luz.picture import draw

        return draw(scene, style)

    def question(self, scene: Scene) -> str:
        return turn.question(scene)

    def numbered(self, scene: Scene) -> list[int]:
        return turn.numbered(scene)

    def usual(self, scene: Scene) -> int | None:
        return turn.usual(scene)

    def refusals(self, scene: Scene) -> list[str]:
        return turn.refusals(scene)

    def reveals(self, before: Record, after: Record) -> str | None:
        if after.table.played != before.table.played:
            return "A card played lies face up for all."
        return None

    def score(self, scene: Scene) -> list[str]:
        from tenluz.terminal.luz.score import score

        return score(scene)

    def draw_score(self, scene: Scene, style: "Style") -> "Text":
        from tenluz.terminal.luz.picture import draw_score

        return draw_score(scene, style)


WORDS = LuzWords()
