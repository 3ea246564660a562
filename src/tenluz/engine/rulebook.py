"""The rules of a game as a text for people: Markdown in the game's own folder.

`rulebook/<language>.md` is written for a newcomer, in the reader's language; a game without one
has its RULES.md. `rulebook/short/<language>.md` says the same in a few pictures. `[L-15]` at the
end of a sentence names the clause that it states. A fenced block is a picture in the game's own
notation: whoever shows it draws the cards, or leaves it as it is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game

SOURCE = "en"  # the language in which everything is written first
CLAUSE = re.compile(r"\[([A-Z]-\d+)\]")


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game in a language."""

    language: str
    text: str

    def clauses(self) -> Iterator[str]:
        """The clauses that it states, as often as it names them."""
        return (found[1] for found in CLAUSE.finditer(self.text))


def rulebook(game: Game, language: str = SOURCE, *, short: bool = False) -> Rulebook:
    """The rules in this language, or in English where they have not been translated; in short,
    where the game has a short text."""
    folder = game.folder / "rulebook"
    wanted = [folder / "short", folder] if short else [folder]
    for found, path in (
        *((name, place / f"{name}.md") for place in wanted for name in (language, SOURCE)),
        (SOURCE, game.folder / "RULES.md"),
    ):
        if path.is_file():
            return Rulebook(found, path.read_text("utf-8"))
    raise NotUnderstood(f"{game.title} comes without a text of its rules.")
