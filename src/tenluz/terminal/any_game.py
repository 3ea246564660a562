"""Any game in words: for one that brings no part `terminal` of its own.

What a reader sees is the game's own screen, a line for each value; what happens is the game's own
news, an event a line; a move is what the game calls it, or its number in the list.
"""

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tenluz.engine.game import Game, Record
from tenluz.engine.plain import constant, plain
from tenluz.engine.types import Event, Move
from tenluz.terminal.game_text import TableView, Words
from tenluz.terminal.names import Names, and_list

if TYPE_CHECKING:
    from rich.text import Text

    from tenluz.terminal.style import Style

UNTOLD = ("game", "seat", "moves")  # of a screen: said otherwise, or not for people
# Values of a screen that are seats.
SEATS = (
    "seat", "turn", "leader", "last_leader", "best", "winner", "dealer", "first", "holder",
)  # fmt: skip


class AnyGame(Words):
    """A game in plain words."""

    notation = "Type a move as the table shows it, or its number."

    def __init__(self, game: Game) -> None:
        self.title = game.title
        path = game.folder / "RULES.md"
        self.rules = path.read_text(encoding="utf-8") if path.exists() else game.title

    def memory(self, options: Any) -> None:
        return None

    def remember(self, memory: None, before: Record, after: Record) -> None:
        """Nothing is remembered: a screen shows all."""

    def opening(self, table_view: TableView) -> list[str]:
        players = [
            table_view.names[seat] if kind == "person" else f"{table_view.names[seat]} (bot {kind})"
            for seat, kind in enumerate(table_view.players)
        ]
        return [f"{self.title}. At the table: {and_list(players)}."]

    # --- events ---------------------------------------------------------------------------

    def tell(
        self, table_view: TableView, before: Record, after: Record, own: Sequence[str] = ()
    ) -> list[str]:
        public = self._news(table_view, before, after, None)
        return [*(_told(event, table_view.names) for event in public), *own]

    def tell_own(
        self, table_view: TableView, before: Record, after: Record, move: int
    ) -> list[str]:
        return []  # the screen shows it

    def _news(
        self, table_view: TableView, before: Record, after: Record, move: Move | None
    ) -> Sequence[Event]:
        options = constant(table_view.packed)
        return table_view.game.news(options, plain(before), plain(after), move)

    # --- a turn ---------------------------------------------------------------------------

    def position(self, table_view: TableView) -> list[str]:
        numbers = {move: number for number, move in enumerate(self.numbered(table_view), 1)}
        moves = [
            f"{numbers.get(move, '')} {self.move_text(table_view, move)}".strip()
            for move in table_view.choices()
        ]
        return [*self.look(table_view), f"Moves: {', '.join(moves)}."]

    def look(self, table_view: TableView) -> list[str]:
        screen = table_view.game.screen(constant(table_view.packed), plain(table_view.view))
        return [
            f"{_spaced(name)}: {_value(name, value, table_view.names)}"
            for name, value in dataclasses.asdict(screen).items()
            if name not in UNTOLD
        ]

    def draw(self, table_view: TableView, style: "Style") -> "tuple[Text, Text]":
        from rich.text import Text

        moves = self.position(table_view)[-1:] if table_view.choices() else []
        return Text("\n".join([self.title, *self.look(table_view)])), Text("\n".join(moves))

    def question(self, table_view: TableView) -> str:
        return "Your move (? explains)"

    def numbered(self, table_view: TableView) -> list[int]:
        choices = table_view.choices()
        names = [self.move_text(table_view, move) for move in choices]
        # A game that calls its moves by numbers, such as bids, means those.
        return [] if any(name.isdecimal() for name in names) else choices

    def usual(self, table_view: TableView) -> int | None:
        choices = table_view.choices()
        return choices[0] if len(choices) == 1 else None

    def refusals(self, table_view: TableView) -> list[str]:
        return []

    def score(self, table_view: TableView) -> list[str]:
        state = table_view.view
        rules, packed = table_view.game.rules, table_view.packed
        scores = [
            f"{table_view.names[seat]} {rules.score(packed, state, seat)}"
            for seat in range(table_view.options.players)
        ]
        return [f"Score: {', '.join(scores)}."]


def _told(event: Event, names: Names) -> str:
    """An event in a line: who, what, and its values."""
    values = dataclasses.asdict(event)
    what = _spaced(str(values.pop("event")))
    seat = values.pop("seat", None)
    told = [f"{_spaced(name)} {_value(name, value, names)}" for name, value in values.items()]
    line = f"{what}: {', '.join(told)}" if told else what
    who = f"{names[seat]}: " if isinstance(seat, int) and seat >= 0 else ""
    return f"{who}{line}."


def _value(name: str, value: Any, names: Names) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name in SEATS and isinstance(value, int):
        return names[value] if value >= 0 else "nobody"
    if isinstance(value, list):
        return ", ".join(_value("", one, names) for one in value) or "none"
    if isinstance(value, dict):
        told = (f"{_spaced(key)} {_value(key, one, names)}" for key, one in value.items())
        return f"({', '.join(told)})"
    return str(value)


def _spaced(name: str) -> str:
    return name.replace("_", " ")
