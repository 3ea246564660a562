"""What the terminal must be told of a game. Each game has a folder here that tells it.

Everything is made from views: what is said to a reader follows from what that reader may
know, and from nothing else. The public is the reader of a watcher's view.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from tenluz.engine.game import Game, Record, moves_in
from tenluz.engine.types import Move
from tenluz.terminal.names import Names

if TYPE_CHECKING:
    from rich.text import Text

    from tenluz.terminal.style import Style

Statement = tuple[int, ...]  # something said, as its game numbers it


@dataclass(frozen=True)
class TableView:
    """A table as one reader may know it."""

    game: Game
    options: Any
    packed: Record
    view: Record
    memory: Any
    names: Names
    players: tuple[str, ...]  # for each seat `person`, or the name of its bot

    def choices(self) -> list[int]:
        """The reader's legal moves; none while others are on turn."""
        return list(moves_in(*self.game.rules.choices(self.packed, self.view)))


class Talk(ABC):
    """Talk in a game that has it: statements that the rules check for truth and form."""

    help: str

    @abstractmethod
    def read(self, table_view: TableView, text: str) -> tuple[Statement, ...] | None:
        """What the reader says with these words; None if they are no talk at all."""

    @abstractmethod
    def everything(self, table_view: TableView) -> tuple[Statement, ...]:
        """What the reader may usefully tell of the own hand and has not told yet."""

    @abstractmethod
    def say(self, packed: Record, state: Record, seat: int, statement: Statement) -> None:
        """Make a statement; NotLegal says why it may not be made."""

    @abstractmethod
    def tell(self, names: Names, seat: int, statements: Sequence[Statement]) -> str:
        """One line for everybody: who said what."""


class Words(ABC):
    """A game in words and pictures."""

    title: str
    rules: str  # a short summary, in lines
    notation: str  # how moves are typed, in lines
    talk: Talk | None = None

    @abstractmethod
    def memory(self, options: Any) -> Any:
        """An empty memory of what lies open and the state does not keep."""

    @abstractmethod
    def remember(self, memory: Any, before: Record, after: Record) -> None:
        """Fold one change into a memory, from a watcher's views before and after it."""

    # --- events -----------------------------------------------------------------------

    @abstractmethod
    def opening(self, table_view: TableView) -> list[str]:
        """Lines that begin a game: what is played, by whom."""

    @abstractmethod
    def tell(
        self, table_view: TableView, before: Record, after: Record, own: Sequence[str] = ()
    ) -> list[str]:
        """What happened, one line an event, from a watcher's views. The table_view's names say
        whom it is told to; `own` are that reader's own lines, to be put where they belong."""

    @abstractmethod
    def tell_own(
        self, table_view: TableView, before: Record, after: Record, move: int
    ) -> list[str]:
        """What only the mover may know of the own move, from the mover's views."""

    # --- a turn -----------------------------------------------------------------------

    @abstractmethod
    def position(self, table_view: TableView) -> list[str]:
        """Lines for a reader on turn: the table as far as it matters, the hand, the moves."""

    @abstractmethod
    def look(self, table_view: TableView) -> list[str]:
        """Lines with everything that the reader may know of the table."""

    @abstractmethod
    def draw(self, table_view: TableView, style: "Style") -> "tuple[Text, Text]":
        """The table as a coloured picture, in two parts: what lies on the table, above the
        latest events, and below them what the reader holds and may do."""

    @abstractmethod
    def question(self, table_view: TableView) -> str:
        """What a reader on turn is asked."""

    def numbered(self, table_view: TableView) -> list[int]:
        """The moves that may be picked by number, from 1 on; none where numbers are notation."""
        return table_view.choices()

    def read(self, table_view: TableView, text: str) -> tuple[int, ...]:
        """The moves that the reader means; NotUnderstood if none."""
        return table_view.game.read_move(table_view.packed, table_view.view, text)

    def move_text(self, table_view: TableView, move: int) -> str:
        """A move as the reader would type it."""
        return table_view.game.move_name(table_view.packed, table_view.view, Move(move))

    @abstractmethod
    def usual(self, table_view: TableView) -> int | None:
        """The move that an empty line means; None if it means none."""

    @abstractmethod
    def refusals(self, table_view: TableView) -> list[str]:
        """Why what the reader may think of is not legal, one line each."""

    def loses(self, table_view: TableView, moves: Sequence[int]) -> str | None:
        """Why these moves lose for certain, where something else would not."""
        return None

    def reveals(self, before: Record, after: Record) -> str | None:
        """What a move has shown to its player, from the mover's views; None if nothing.
        Only a move that shows nothing can be taken back."""
        return "The cards are on the table."

    def uncover(self, names: Names, table_views: Sequence[TableView]) -> list[str]:
        """What the end of the game brings to light, from the views of all seats."""
        return []

    # --- score ------------------------------------------------------------------------

    @abstractmethod
    def score(self, table_view: TableView) -> list[str]:
        """The score so far, or at the end, with its parts."""

    def draw_score(self, table_view: TableView, style: "Style") -> "Text":
        """The same as a coloured picture."""
        from rich.text import Text

        return Text("\n".join(self.score(table_view)))


def text_for(game: Game) -> Words:
    """A game's words: `WORDS` in its part `terminal`, or plain ones that serve any game."""
    module = game.part("terminal")
    if module is not None:
        return cast(Words, module.WORDS)
    from tenluz.terminal.any_game import AnyGame

    return AnyGame(game)
