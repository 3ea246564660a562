"""How a game has gone so far: where it is, what chance has still to decide, who was told what.

All that a state of OpenSpiel holds of its own. OpenSpiel copies and pickles whatever lies in
a state, so it lies in one object that knows how to be copied fast: what never changes (the
context, bytes, events) is shared.
"""

from typing import Protocol

from tenluz.envs.openspiel_adapter.game_context import GameContext

# What chance decides next.
NOTHING, FIRST, WAY, HANDS, DRAW = range(5)

CHANCE, TERMINAL = -1, -4  # players, as OpenSpiel numbers them
WATCHER, ALL_SEEING = -1, -2  # who may be told, besides the seats


class PastEvent(Protocol):
    """Something that happened, and what each seat was told of it."""

    def to(self, seat: int) -> str:
        """In words, for a seat, a watcher, or somebody who sees everything."""
        ...


class FirstSeatDrawn:
    """Chance has given somebody the first turn (L-5), or the first-player card (Z-3)."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def to(self, seat: int) -> str:
        """Everybody sees it."""
        return f"first {self.seat}"


class HandSizeDrawn:
    """Chance has decided how many cards everybody is dealt."""

    __slots__ = ("cards",)

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def to(self, seat: int) -> str:
        """Everybody sees it."""
        return f"hands of {self.cards}"


class History:
    """A game under way."""

    __slots__ = (
        "context",
        "deals",
        "dealt",
        "events",
        "first",
        "legal",
        "low",
        "move",
        "player",
        "record",
        "stock",
        "texts",
        "waits",
        "wanted",
        "way",
    )

    def __init__(self, context: GameContext) -> None:
        self.context = context
        self.record = context.undealt
        self.player = CHANCE  # whose turn, as OpenSpiel has it
        self.legal: tuple[int, ...] = ()  # moves of the seat on turn
        self.waits = NOTHING
        self.stock = context.deck  # cards that nobody has, in order
        self.low = 0  # where in it the next card of the hand being dealt may come from
        self.dealt = b""  # cards dealt so far, hand after hand, or drawn
        self.wanted = 0  # cards for the hand being dealt, or to be drawn
        self.first = 0  # who begins, where chance decides that
        self.way = 0  # in which of the context's ways the cards are dealt
        self.move = -1  # the last move: it waits for its cards while waits == DRAW
        self.deals = 0  # finished before that move was made
        self.events: list[PastEvent] = []
        # For each seat, how many events its text tells, and the text.
        self.texts = [(0, f"seat {seat}") for seat in range(context.players)]

    def copy(self) -> "History":
        """The same game, to go on differently."""
        other = History.__new__(History)
        other.context = self.context
        other.record = self.record
        other.player = self.player
        other.legal = self.legal
        other.waits = self.waits
        other.stock = self.stock
        other.low = self.low
        other.dealt = self.dealt
        other.wanted = self.wanted
        other.first = self.first
        other.way = self.way
        other.move = self.move
        other.deals = self.deals
        other.events = self.events.copy()
        other.texts = self.texts.copy()
        return other

    def __deepcopy__(self, memo: object) -> "History":
        return self.copy()

    def text_for(self, seat: int) -> str:
        """All that somebody was told since the beginning."""
        if seat < 0:
            name = "watcher" if seat == WATCHER else "all"
            return "; ".join((name, *(event.to(seat) for event in self.events)))
        known, text = self.texts[seat]
        if known < len(self.events):
            text = "; ".join((text, *(event.to(seat) for event in self.events[known:])))
            self.texts[seat] = (len(self.events), text)
        return text

    def private_text(self, seat: int) -> str:
        """What a seat was told and a watcher was not."""
        apart = (event.to(seat) for event in self.events if event.to(seat) != event.to(WATCHER))
        return "; ".join((f"seat {seat}", *apart))
