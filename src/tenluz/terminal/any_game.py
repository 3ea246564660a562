"""Any game in words: for one that brings no part `terminal` of its own.

What a reader sees is the game's own screen, a line for each value; what happens is the game's own
news, an event a line; a move is what the game calls it, or its number in the list. The page shows
such a game in the same way, and takes the same words, `screen.` and `event.`, where it has them.
"""

import dataclasses
from typing import TYPE_CHECKING

from tenluz.engine.types import Event, Move
from tenluz.terminal.game_text import GameText, TableView
from tenluz.terminal.messages import Names

if TYPE_CHECKING:
    from rich.text import Text

    from tenluz.terminal.style import Style

UNTOLD = ("game", "seat", "moves")  # of a screen: said otherwise, or not for people
# Values of a screen that are seats.
SEATS = (
    "seat", "turn", "leader", "last_leader", "best", "winner", "dealer", "first", "holder",
)  # fmt: skip


class AnyGame(GameText):
    """A game in plain words."""

    def rules(self) -> list[str]:
        path = self.game.folder / "RULES.md"
        text = path.read_text(encoding="utf-8") if path.exists() else self.game.title
        return text.splitlines()

    def notation(self) -> list[tuple[str, str]]:
        return [("", self.say("typed.hint"))]

    def typing_hint(self, table_view: TableView) -> str:
        return self.say("typed.hint")

    def tell(self, table_view: TableView, event: Event) -> list[str]:
        values = dataclasses.asdict(event)
        what = self._word("event", str(values.pop("event")))
        seat = values.pop("seat", None)
        parts = [self._named(name, value, table_view.names) for name, value in values.items()]
        line = self.say.named(what, ", ".join(parts)) if parts else what
        if isinstance(seat, int) and seat >= 0:
            line = self.say("people.does", who=table_view.names[seat], what=line)
        return [f"{line}."]

    def position(self, table_view: TableView) -> list[str]:
        return [*self.look(table_view), self._moves(table_view)]

    def _moves(self, table_view: TableView) -> str:
        if self.numbered(table_view):
            return self.listed_moves(table_view)
        moves = [self.move_text(table_view, move) for move in table_view.choices()]
        return self.say("moves", moves=", ".join(moves))

    def look(self, table_view: TableView) -> list[str]:
        screen = dataclasses.asdict(table_view.screen)
        return [
            self.say.named(self._word("screen", name), self._value(name, value, table_view.names))
            for name, value in screen.items()
            if name not in UNTOLD
        ]

    def draw(self, table_view: TableView, style: "Style") -> "tuple[Text, Text]":
        from rich.text import Text

        moves = self._moves(table_view) if table_view.choices() else ""
        return Text("\n".join([self.game.title, *self.look(table_view)])), Text(moves)

    def numbered(self, table_view: TableView) -> list[Move]:
        choices = table_view.choices()
        names = [self.move_text(table_view, move) for move in choices]
        # A game that calls its moves by numbers, such as bids, means those.
        return [] if any(name.isdecimal() for name in names) else choices

    def score(self, table_view: TableView) -> list[str]:
        rules, packed = table_view.game.rules, table_view.packed
        scores = [
            f"{table_view.names[seat]} {rules.score(packed, table_view.view, seat)}"
            for seat in range(table_view.options.players)
        ]
        return [self.say("score", scores=", ".join(scores))]

    def _word(self, family: str, name: str) -> str:
        """A word of the game's: in the reader's language, or as the game writes it."""
        return self.say.either(f"{family}.{name}", name.replace("_", " "))

    def _named(self, name: str, value: object, names: Names) -> str:
        return f"{self._word('screen', name)} {self._value(name, value, names)}"

    def _value(self, name: str, value: object, names: Names) -> str:
        if value is None:
            return "-"
        if isinstance(value, bool):
            return self.say("reading.switch.yes" if value else "reading.switch.no")
        if name in SEATS and isinstance(value, int):
            return names[value] if value >= 0 else self.say("value.nobody")
        if isinstance(value, list):
            return ", ".join(self._value("", one, names) for one in value) or self.say("value.none")
        if isinstance(value, dict) and isinstance(value.get("why"), str):
            return self.reason(value.get("code", ""), value.get("values", {}), value["why"])
        if isinstance(value, dict):
            parts = (self._named(key, one, names) for key, one in value.items())
            return f"({', '.join(parts)})"
        return str(value)
