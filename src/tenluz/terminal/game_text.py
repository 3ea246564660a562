"""What the terminal must be told of a game. A game's part `terminal` tells it.

Everything is made from one reader's screen and from the news that this reader was told, as the
page in the browser is: what is said follows from what that reader may know, and from nothing
else. A watcher's screen and news are the public ones.
"""

import functools
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from tenluz.bots.bot import Why
from tenluz.engine.errors import GameError, NotLegal
from tenluz.engine.game import WATCHER, Game, Record, moves_in
from tenluz.engine.plain import flat
from tenluz.engine.table import Table
from tenluz.engine.types import Event, Move, Seat, Statement
from tenluz.terminal.messages import Messages, Names

if TYPE_CHECKING:
    from rich.text import Text

    from tenluz.terminal.style import Style


@dataclass
class TableView:
    """A table as one reader may know it now."""

    table: Table
    reader: Seat  # a seat, or WATCHER
    names: Names
    events: Sequence[Event]  # everything that this reader was told
    players: tuple[str, ...]  # for each seat `person`, or the name of its bot

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.table.game

    @property
    def options(self) -> Any:
        """What was agreed before the first card."""
        return self.table.match.options

    @property
    def packed(self) -> Record:
        """The same as the rules read it."""
        return self.table.match.packed

    @functools.cached_property
    def view(self) -> Record:
        """All that the reader may know, as the rules have it."""
        return flat(self.table.plain_view(self.reader))

    @functools.cached_property
    def screen(self) -> Any:
        """The same as the page gets it: the game's own dataclass."""
        return self.table.screen(self.reader)

    @functools.cached_property
    def public_screen(self) -> Any:
        """What everybody may know."""
        return self.table.screen(WATCHER)

    def choices(self) -> list[Move]:
        """The reader's legal moves; none while others are on turn."""
        return list(moves_in(*self.game.rules.choices(self.packed, self.view)))

    def move_name(self, move: Move) -> str:
        """A move as the reader would type it."""
        return self.game.move_name(self.packed, self.view, move)


class Talk(ABC):
    """Talk in a game that has it, as people type it. What is said is of the game's own type for
    statements; whether it may be said, the game decides."""

    @abstractmethod
    def help(self) -> list[tuple[str, str]]:
        """What may be typed, and what each means."""

    @abstractmethod
    def read(self, table_view: TableView, text: str) -> Sequence[Statement] | None:
        """What the reader says with these words; None if they are no talk at all."""

    @abstractmethod
    def everything(self, table_view: TableView) -> Sequence[Statement]:
        """What the reader may usefully tell of their own hand and has not told yet."""


class GameText(ABC):
    """A game in words and pictures, in one language."""

    shows: Collection[str] | None = None
    """The events that show their reader something new; None: all of them. A move is taken back
    only if it has led to none."""

    def __init__(self, game: Game, say: Messages) -> None:
        self.game, self.say = game, say
        self.talk: Talk | None = None

    # --- help -------------------------------------------------------------------------

    @abstractmethod
    def rules(self) -> list[str]:
        """A short summary."""

    @abstractmethod
    def notation(self) -> list[tuple[str, str]]:
        """What may be typed as a move, and what each means."""

    @abstractmethod
    def typing_hint(self, table_view: TableView) -> str:
        """How a move is typed now, for who has typed something else."""

    # --- events -----------------------------------------------------------------------

    def opening(self, table_view: TableView) -> list[str]:
        """Lines that begin a game: what is played, by whom."""
        say, names = self.say, table_view.names
        players = [
            names[seat] if kind == "person" else say("seat.playedBy", name=names[seat], bot=kind)
            for seat, kind in enumerate(table_view.players)
        ]
        lines = [*self.about(table_view), say("opening.players", players=say.listed(players))]
        return lines if "person" not in table_view.players else [*lines, say("opening.help")]

    def about(self, table_view: TableView) -> list[str]:
        """Lines that say what is played."""
        title = self.game.title
        return [self.say.named(title, self.say("about"))] if "about" in self.say else [title]

    @abstractmethod
    def tell(self, table_view: TableView, event: Any) -> list[str]:
        """An event of the game's own in lines for the reader who was told it; none for what needs
        no words."""

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

    def question(self, table_view: TableView) -> str:
        """What a reader on turn is asked."""
        return self.say("question.move")

    def numbered(self, table_view: TableView) -> list[Move]:
        """The moves that may be picked by number, from 1 on; none where numbers are notation."""
        return table_view.choices()

    def listed_moves(self, table_view: TableView) -> str:
        """`Moves: 1 D5, 2 P>D.`"""
        moves = self.numbered(table_view)
        listed = [
            f"{number} {self.move_text(table_view, move)}" for number, move in enumerate(moves, 1)
        ]
        return self.say("moves", moves=", ".join(listed))

    def read(self, table_view: TableView, text: str) -> Sequence[Move]:
        """The moves that the reader means; NotUnderstood if none."""
        return table_view.game.read_move(table_view.packed, table_view.view, text)

    def move_text(self, table_view: TableView, move: Move) -> str:
        """A move as the reader would type it."""
        return table_view.move_name(move)

    def usual(self, table_view: TableView) -> Move | None:
        """The move that an empty line means: the only one, if nothing else is said."""
        choices = table_view.choices()
        return choices[0] if len(choices) == 1 else None

    def refusals(self, table_view: TableView) -> list[str]:
        """Why what the reader may think of is not legal, one line each."""
        return []

    def warning(self, table_view: TableView, moves: Sequence[Move]) -> str | None:
        """A question to who would make these moves, where they lose for certain and something
        else would not."""
        return None

    def uncover(self, table_views: Sequence[TableView], names: Names) -> list[str]:
        """What the end of the game brings to light, from the screens of all seats."""
        return []

    # --- reasons ----------------------------------------------------------------------

    def why(self, error: GameError) -> str:
        """Why something cannot be done, in the reader's words, with the clause."""
        clause = error.clause if isinstance(error, NotLegal) else ""
        return self.reason(error.code, error.values, str(error), clause)

    def reason(
        self, code: str, values: Mapping[str, str | int], otherwise: str, clause: str = ""
    ) -> str:
        """The sentence for a reason, as the page has it: `reason.` and its code."""
        sentence = self._in_words(f"reason.{code}", values)
        if sentence is None:
            return otherwise
        return f"{sentence} ({clause})" if clause else sentence

    def hint(self, why: Why) -> str:
        """Why a bot would make a move, as the page has it: `hint.` and its code."""
        return self._in_words(f"hint.{why.code}", why.values) or why.text

    def _in_words(self, key: str, values: Mapping[str, str | int]) -> str | None:
        """A message with its card named; None if there is none."""
        if key not in self.say:
            return None
        named = {**values}
        if isinstance(card := values.get("card"), str):
            named["card"] = self.card(card)
        return self.say(key, **named)

    def card(self, name: str) -> str:
        """A card in words, by the name that the game gives it."""
        return name

    # --- score ------------------------------------------------------------------------

    @abstractmethod
    def score(self, table_view: TableView) -> list[str]:
        """The score so far, or at the end, with its parts."""

    def draw_score(self, table_view: TableView, style: "Style") -> "Text":
        """The same as a coloured picture."""
        from rich.text import Text

        return Text("\n".join(self.score(table_view)))


def text_for(game: Game, language: str) -> GameText:
    """A game in words: by `TEXT` in its part `terminal`, or plain ones that serve any game."""
    module = game.part("terminal")
    kind: type[GameText]
    if module is not None:
        kind = cast(type[GameText], module.TEXT)
    else:
        from tenluz.terminal.any_game import AnyGame

        kind = AnyGame
    return kind(game, Messages(language, game))
