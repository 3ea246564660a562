"""Level 10 at the terminal: its sentences, its talk, its picture.

What happened comes from the news and what lies on the table from the screen, as in the browser;
so do the sentences (web/src/games/level10/describe.ts).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tenluz.engine.game import Game
from tenluz.engine.types import Move
from tenluz.games.level10 import news
from tenluz.games.level10.notation import WORLDS
from tenluz.games.level10.terminal import score, turn
from tenluz.games.level10.terminal.talk import Level10Talk, said
from tenluz.terminal.game_text import GameText, TableView
from tenluz.terminal.messages import Messages, Names

if TYPE_CHECKING:
    from rich.text import Text

    from tenluz.terminal.style import Style

RULES = 10  # lines of the rules in short
# What is typed for a move, and the message that says what it does.
NOTATION = (
    ("D5", "notation.card"),
    ("P>D", "notation.pause"),
    ("P>D/D3", "notation.pauseWith"),
    ("R>D", "notation.reset"),
    ("R>D/F2", "notation.resetTuck"),
    ("R>D/F2,P", "notation.resetTuckTwo"),
    ("3", "notation.number"),
)


class Level10Text(GameText):
    """Level 10 in words and pictures."""

    shows = ("drew",)

    def __init__(self, game: Game, say: Messages) -> None:
        super().__init__(game, say)
        self.talk = Level10Talk(say)

    def rules(self) -> list[str]:
        return [self.say(f"rules.{line}") for line in range(1, RULES + 1)]

    def notation(self) -> list[tuple[str, str]]:
        rows = [(typed, self.say(about)) for typed, about in NOTATION]
        worlds = ", ".join(f"{world} {self.say('world.name', world=world)}" for world in WORLDS)
        return [*rows, ("", worlds)]

    def typing_hint(self, table_view: TableView) -> str:
        phase = table_view.screen.phase  # choose, turn, swap or under, while somebody is asked
        return self.say(f"typed.{phase}")

    def about(self, table_view: TableView) -> list[str]:
        say, o = self.say, table_view.options
        pauses = say("reading.pauses.count", count=o.pauses)
        level = f"{say(f'reading.pauses.{o.pauses}')}, {pauses}"
        edition = say.named(say("option.edition"), say(f"reading.edition.{o.edition}"))
        difficulty = say.named(say("option.pauses"), level)
        return [*super().about(table_view), f"{difficulty}. {edition}."]

    # --- events -----------------------------------------------------------------------

    def tell(self, table_view: TableView, event: news.Event) -> list[str]:
        return [self._sentence(table_view, event)]

    def _sentence(self, table_view: TableView, event: news.Event) -> str:
        say, names = self.say, table_view.names
        match event:
            case news.Dealt():
                return say("event.dealt", count=len(event.hand))
            case news.Proposed():
                proposed = names.subject(event.first)
                first = {"first": proposed["who"], "firstYou": proposed["you"]}
                return say("event.proposed", **names.subject(event.seat), **first)
            case news.Begins():
                return say("event.begins", **names.subject(event.seat))
            case news.Placed():
                return self._placed(names, event)
            case news.Under():
                return say("event.under", **names.subject(event.seat), **_level(event.card))
            case news.Tucked():
                card = self.card(event.card) if event.card else ""
                return say("event.tucked", **names.subject(event.seat), card=card)
            case news.Drew(cards=None):
                return say("event.drew", **names.subject(event.seat), count=event.count)
            case news.Drew():
                drawn = [self.card(card) for card in event.cards or ()]
                return say("event.drewCards", cards=say.listed(drawn))
            case news.Said():
                what = said(say, names, event)
                return say("event.said", **names.subject(event.seat), what=what)
            case news.Over():
                return self._outcome(names, event)
            case news.PlaysAgain():
                return say("event.playsAgain", **names.subject(event.seat))
            case news.OutOfCards():
                return say("event.outOfCards", **names.subject(event.seat))

    def _placed(self, names: Names, event: news.Placed) -> str:
        say, world = self.say, WORLDS[event.row]
        where: dict[str, str | int] = {**names.subject(event.seat), "column": event.column + 1}
        if event.card == "P":
            return say("event.pause", **where, world=world)
        if event.card == "R":
            if event.seat < 0:
                return say("event.lastReset", world=world)
            return say("event.reset", **where, world=world)
        return say("event.card", **where, **_level(event.card))

    def _outcome(self, names: Names, event: news.Over) -> str:
        if event.won:
            return self.say("event.won")
        if event.seat < 0:
            return self.say("event.lost")
        return self.say("event.stuck", **names.subject(event.seat))

    def card(self, name: str) -> str:
        if name in ("P", "R"):
            return self.say("card.pause" if name == "P" else "card.reset")
        return self.say("card.level", **_level(name))

    # --- a turn -----------------------------------------------------------------------

    def position(self, table_view: TableView) -> list[str]:
        return turn.position(self, table_view)

    def look(self, table_view: TableView) -> list[str]:
        return turn.look(self, table_view)

    def draw(self, table_view: TableView, style: "Style") -> "tuple[Text, Text]":
        from tenluz.games.level10.terminal.picture import draw

        return draw(self, table_view, style)

    def question(self, table_view: TableView) -> str:
        return turn.question(self, table_view)

    def numbered(self, table_view: TableView) -> list[Move]:
        return turn.numbered(table_view)

    def read(self, table_view: TableView, text: str) -> Sequence[Move]:
        return turn.read(self, table_view, text)

    def move_text(self, table_view: TableView, move: Move) -> str:
        return turn.move_text(table_view, move)

    def usual(self, table_view: TableView) -> Move | None:
        return turn.usual(table_view)

    def refusals(self, table_view: TableView) -> list[str]:
        say = self.say
        return [
            say.named(no.what, self.reason(no.code, no.values, no.why, no.clause))
            for no in table_view.screen.refused
        ]

    def warning(self, table_view: TableView, moves: Sequence[Move]) -> str | None:
        losing = {move.move for move in table_view.screen.moves if move.loses}
        if moves[0] not in losing or len(losing) == len(table_view.screen.moves):
            return None
        return self.say("ask.loses", column=table_view.screen.column + 1)

    # --- the end ----------------------------------------------------------------------

    def uncover(self, table_views: Sequence[TableView], names: Names) -> list[str]:
        hands = [
            self.say("people.does", who=names[seat], what=" ".join(table_view.screen.hand))
            for seat, table_view in enumerate(table_views)
            if table_view.screen.hand
        ]
        return [self.say("end.hands", hands=self.say.parted(hands))] if hands else []

    def score(self, table_view: TableView) -> list[str]:
        return score.score(self, table_view)


def _level(card: str) -> dict[str, str | int]:
    """A level card as parts of a sentence, so that a language can put it in the right case."""
    return {"world": card[0], "value": int(card[1:])}


TEXT = Level10Text
