"""The plain screen: one line of text for each event, and nothing else.

No colours, no boxes, no cursor movement: for a screen reader, for a pipe, and for people
who like it so.
"""

from collections.abc import Iterable, Sequence

from tenluz.terminal.screen import Screen
from tenluz.terminal.words import Scene, Words


class PlainScreen(Screen):
    """Lines of text."""

    def tell(self, lines: Iterable[str], *, aside: bool = False) -> None:
        for line in lines:
            print(line)

    def answer(self, lines: Iterable[str]) -> None:
        self.tell(lines)

    def refuse(self, line: str) -> None:
        print(line)

    def show(self, words: Words, scene: Scene, own: Sequence[str] = ()) -> None:
        self.tell([*own, *words.position(scene)])

    def watch(self, words: Words, scene: Scene) -> None:
        pass  # the events have said it all

    def refresh(self, words: Words, scene: Scene) -> None:
        pass  # what was said has just been printed

    def end(self, words: Words, scene: Scene, scenes: Sequence[Scene]) -> None:
        self.tell(words.uncover(scene.names, scenes))
        self.tell(words.score(scene))

    def cover(self) -> None:
        pass  # a hand is printed only after its owner has said ready
