"""What a table has to tell a listener, by what came over its socket: a pattern for the sentence of
each event, and for what is asked of this player. Written from the protocol, not from the page."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from tests.browser.people import Person

Event = dict[str, Any]
Told = tuple[str, dict[str, object]] | None  # a message's key and its values; None for no words

# What the prompt says when somebody is to do something, by game: to me, and of others or to what I
# have pressed.
MINE = {
    "level10": (
        "prompt.turn",
        "seat.yourTurn",
        "prompt.first",
        "prompt.swap",
        "prompt.swapMore",
        "prompt.under",
    ),
    "luz": ("luz:promptBid", "luz:promptLead", "luz:promptFollow", "luz:promptCard"),
}
OTHERS = {
    # A pause asks for its row, and a move that loses is asked about.
    "level10": ("prompt.others", "prompt.othersChoose", "prompt.lastRow", "ask.row", "ask.loses"),
    "luz": ("prompt.others", "luz:othersBid"),
}


class Telling:
    """A game at one person's table."""

    def __init__(self, person: Person, game: str) -> None:
        self._person, self._game = person, game
        welcome = next(self._frames("welcome"))
        self._you: int = welcome["you"]
        self._names = [seat["name"] for seat in welcome["seats"]]

    def _frames(self, kind: str) -> Iterator[dict[str, Any]]:
        for frame in self._person.wire.received:
            message = json.loads(frame)
            if message["type"] == kind:
                yield message

    def events(self, *, talk: bool = True) -> list[re.Pattern[str]]:
        """The sentences of all news so far, in order, with talk or without. What somebody says in
        one go is one."""
        found = []
        speaks = None
        pile = 0  # of a deck, where there is one
        for news in self._frames("news"):
            for event in (event for entry in news["entries"] for event in entry["events"]):
                before, speaks = speaks, event["seat"] if event["event"] == "said" else None
                if speaks is not None and speaks == before:
                    continue
                told = self._sentence(event, news["screen"])
                if told and (talk or event["event"] != "said"):
                    key, values = told
                    found.append(self._person.words.like(key, **values))
            left, pile = pile, news["screen"].get("pile", 0)
            if left and not pile:
                found.append(self._person.words.like("event.deckEmpty"))
        return found

    def talk(self) -> re.Pattern[str]:
        """What somebody says, which may be while it is my turn; nobody ever does in Luz."""
        return self._any(("event.said",))

    def asides(self) -> re.Pattern[str]:
        """What may follow after a turn is told: talk, and a remark to what is asked."""
        return self._any(("event.said", "prompt.lastRow"))

    def mine(self) -> re.Pattern[str]:
        """What may be asked of me."""
        return self._any(MINE[self._game])

    def prompts(self) -> re.Pattern[str]:
        """What a prompt may say about a turn, and a remark to it."""
        return self._any((*MINE[self._game], *OTHERS[self._game]))

    def _any(self, keys: tuple[str, ...]) -> re.Pattern[str]:
        return re.compile(f"^(?:{'|'.join(map(self._person.words.pattern, keys))})")

    def _seat(self, seat: int) -> dict[str, object]:
        return {"who": self._names[seat], "you": "yes" if seat == self._you else "no"}

    def _sentence(self, event: Event, screen: dict[str, Any]) -> Told:
        tell: Callable[[Event, dict[str, Any]], Told] = getattr(self, f"_{self._game}")
        return tell(event, screen)

    def _level10(self, event: Event, screen: dict[str, Any]) -> Told:
        kind, who = event["event"], self._seat(event.get("seat", -1))
        worlds = screen["worlds"]
        if kind == "proposed":
            first = self._seat(event["first"])
            return "event.proposed", {**who, "first": first["who"], "firstYou": first["you"]}
        if kind == "placed":
            where = {"world": worlds[event["row"]], "column": event["column"] + 1}
            card = event["card"]
            if card == "P":
                return "event.pause", {**who, **where}
            if card == "R":
                return ("event.lastReset" if event["seat"] < 0 else "event.reset"), {**who, **where}
            return "level10:event.card", {**who, **where, "value": card[1:]}
        if kind == "under":
            return "event.under", {**who, "world": event["card"][0], "value": event["card"][1:]}
        if kind == "drew":
            if event["cards"]:
                return "event.drewCards", {}
            # A card follows every card: nobody is told.
            return ("event.drew", {**who, "count": event["count"]}) if event["count"] > 1 else None
        if kind == "over":
            if event["won"]:
                return "event.won", {}
            return ("event.lost", {}) if event["seat"] < 0 else ("event.stuck", who)
        plain = {
            "begins": "event.begins",
            "tucked": "event.tucked",
            "said": "event.said",
            "plays_again": "event.playsAgain",
            "out_of_cards": "event.outOfCards",
        }
        return plain[kind], who

    def _luz(self, event: Event, screen: dict[str, Any]) -> Told:
        kind = event["event"]
        if kind == "dealt":
            key = "event.deal" if event["bidder"] == event["holder"] else "event.dealMost"
            return key, {**self._seat(event["bidder"]), "deal": event["deal"] + 1}
        if kind == "scored":
            points = event["points"][self._you]
            key = "event.scoredLost" if points < 0 else "event.scoredWon"
            return key, {"deal": event["deal"] + 1, "points": abs(points)}
        if kind == "over":
            return "luz:event.over", self._seat(screen["ranking"][0])
        who = self._seat(event["seat"])
        if kind == "card":
            return "luz:event.card", {**who, "colour": event["card"][0], "value": event["card"][1:]}
        return {"bid": ("event.bid", who), "trick": ("event.trick", who)}[kind]
