"""Luz at the terminal: its sentences and its picture. Luz has no talk.

What happened comes from the news and what lies on the table from the screen, as in the browser;
so do the sentences (web/src/games/luz/describe.ts).
"""

from typing import TYPE_CHECKING

from tenluz.engine.types import Move
from tenluz.games.luz import news
from tenluz.games.luz.notation import COLOURS
from tenluz.games.luz.terminal import score, turn
from tenluz.terminal.game_text import GameText, TableView

if TYPE_CHECKING:
    from rich.text import Text

    from tenluz.terminal.style import Style

RULES = 8  # lines of the rules in short
# What is typed for a move, and the message that says what it does.
NOTATION = (
    ("3", "notation.bid"),
    ("3+", "notation.safety"),
    ("R:2", "notation.place"),
    ("R-", "notation.lowest"),
    ("R+", "notation.highest"),
    ("R", "notation.only"),
    ("3", "notation.number"),
)


class LuzText(GameText):
    """Luz in words and pictures."""

    shows = ("card",)

    def rules(self) -> list[str]:
        return [self.say(f"rules.{line}") for line in range(1, RULES + 1)]

    def notation(self) -> list[tuple[str, str]]:
        return [*((typed, self.say(about)) for typed, about in NOTATION), ("", self._colours())]

    def _colours(self) -> str:
        names = [f"{colour} {self.say('colour.name', colour=colour)}" for colour in COLOURS]
        return self.say("colours", colours=", ".join(names))

    def typing_hint(self, table_view: TableView) -> str:
        return self.say("typed.bid" if table_view.screen.phase == "bid" else "typed.card")

    def about(self, table_view: TableView) -> list[str]:
        say, o = self.say, table_view.options
        deals = say("opening.deals", deals=o.deals, values=o.values)
        return [*super().about(table_view), f"{deals} {say('trump')}. {self._colours()}"]

    # --- events -----------------------------------------------------------------------

    def tell(self, table_view: TableView, event: news.Event) -> list[str]:
        say, names = self.say, table_view.names
        match event:
            case news.Dealt():
                return [say("event.deal", **names.subject(event.bidder), deal=event.deal + 1)]
            case news.Bid():
                bid = say("bid", tricks=event.tricks, safety="yes" if event.safety else "no")
                return [say("event.bid", **names.subject(event.seat), bid=bid)]
            case news.Card():
                colour, value = event.card[0], int(event.card[1:])
                who = names.subject(event.seat)
                return [say("event.card", **who, colour=colour, value=value)]
            case news.Trick():
                return [say("event.trick", **names.subject(event.seat))]
            case news.Scored():
                return self._scored(table_view, event)
            case news.Over():
                winner = table_view.public_screen.ranking[0]
                return [say("event.over", **names.subject(winner))]

    def _scored(self, table_view: TableView, event: news.Scored) -> list[str]:
        """The end of a deal, with what it brought or cost each seat; the reader's hand, which is
        seen at last."""
        say, reader, deal = self.say, table_view.names.me, event.deal + 1
        if reader < 0:
            first = say("event.scored", deal=deal)
        elif (points := event.points[reader]) < 0:
            first = say("event.scoredLost", deal=deal, points=-points)
        else:
            first = say("event.scoredWon", deal=deal, points=points)
        lines = [first, *score.deal_lines(self, table_view, event)]
        if event.hand is not None:
            lines.append(f"{say.named(say('revealed'), ' '.join(event.hand))}.")
        return lines

    def card(self, name: str) -> str:
        return self.say("card", colour=name[0], value=int(name[1:]))

    # --- a turn -----------------------------------------------------------------------

    def position(self, table_view: TableView) -> list[str]:
        return turn.position(self, table_view)

    def look(self, table_view: TableView) -> list[str]:
        return turn.look(self, table_view)

    def draw(self, table_view: TableView, style: "Style") -> "tuple[Text, Text]":
        from tenluz.games.luz.terminal.picture import draw

        return draw(self, table_view, style)

    def question(self, table_view: TableView) -> str:
        return self.say("question.bid" if table_view.screen.phase == "bid" else "question.card")

    def numbered(self, table_view: TableView) -> list[Move]:
        """Cards by number; in the bidding a number is a bid."""
        return [] if table_view.screen.phase == "bid" else table_view.choices()

    def refusals(self, table_view: TableView) -> list[str]:
        return turn.refusals(self, table_view)

    # --- score ------------------------------------------------------------------------

    def score(self, table_view: TableView) -> list[str]:
        return score.score(self, table_view)

    def draw_score(self, table_view: TableView, style: "Style") -> "Text":
        from tenluz.games.luz.terminal.picture import draw_score

        return draw_score(self, table_view, style)


TEXT = LuzText
