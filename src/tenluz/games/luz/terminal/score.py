"""The score of Luz in words: deal by deal, totals, and what decided the ranking (Z-18)."""

from collections.abc import Sequence

from tenluz.engine.types import Event
from tenluz.games.luz import news
from tenluz.games.luz.screen import Screen
from tenluz.terminal.game_text import GameText, TableView
from tenluz.terminal.messages import Names


def finished(events: Sequence[Event]) -> list[news.Scored]:
    """The deals that are over."""
    return [event for event in events if isinstance(event, news.Scored)]


def deal_lines(text: GameText, table_view: TableView, deal: news.Scored) -> list[str]:
    """What each seat bid, won and scored in a deal."""
    say, names = text.say, table_view.names
    return [
        say(
            "score.seat",
            who=names[seat],
            bid=bid(deal, seat),
            tricks=deal.tricks[seat],
            points=say("signed", points=points),
        )
        for seat, points in enumerate(deal.points)
    ]


def bid(deal: news.Scored, seat: int) -> str:
    """`3`, or `3+` with a safety bead."""
    return f"{deal.bids[seat]}{'+' if deal.safety[seat] else ''}"


def score(text: GameText, table_view: TableView) -> list[str]:
    """One line a deal, the totals, and at the end the ranking."""
    say, screen, names = text.say, table_view.screen, table_view.names
    lines = []
    for deal in finished(table_view.events):
        title = say("deal", deal=deal.deal + 1)
        lines.append(say.named(title, " ".join(deal_lines(text, table_view, deal))))
    if not lines:
        lines.append(say("score.none"))
    totals = ", ".join(f"{names[seat]} {total}" for seat, total in enumerate(screen.totals))
    lines.append(f"{say.named(say('total'), totals)}.")
    return [*lines, *ranking_lines(text, names, screen)]


def ranking_lines(text: GameText, names: Names, screen: Screen) -> list[str]:
    """At the end a line a place, with the tie-break that decided it against the next."""
    say, seats = text.say, screen.ranking
    if not seats:
        return []
    lines = []
    for place, seat in enumerate(seats, 1):
        points = say("points", points=screen.totals[seat])
        line = say("ranking.place", place=place, who=names[seat], points=points)
        if place < len(seats) and screen.totals[seat] == screen.totals[seats[place]]:
            line = say.parted([line, _tie_break(text, names, screen, seat, seats[place])])
        lines.append(f"{line}.")
    if seats[0] == names.me:
        return [*lines, f"{say('youWon')}!"]
    return [*lines, f"{say('someoneWon', who=names[seats[0]])}!"]


def _tie_break(text: GameText, names: Names, screen: Screen, ahead: int, behind: int) -> str:
    last = screen.points[-1]
    other = names.subject(behind)
    if last[ahead] != last[behind]:
        points = {"ahead": last[ahead], "behind": last[behind]}
        return text.say("ranking.lastDeal", **other, **points)
    return text.say("ranking.nearer", **other)
