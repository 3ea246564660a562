"""What happens in a game of Luz, and what each seat is told of it.

A seat sees the faces of everybody's cards but its own; of those the colours, in their order
(Z-6). A card played is named for all; who played it also knows from which place.
"""

from tenluz.envs.openspiel_adapter.history import ALL_SEEING, WATCHER
from tenluz.games.luz.notation import COLOURS, bid_name, card_name
from tenluz.games.luz.rules.moves import COLOUR

# Small classes and no dataclasses: one is made for every move.


def faces(hands: tuple[bytes, ...], seat: int) -> str:
    """The faces of the others' cards, the backs of one's own."""
    names = (
        "".join(COLOURS[card // COLOUR] for card in hand)
        if one == seat
        else " ".join(map(card_name, hand))
        for one, hand in enumerate(hands)
    )
    return " | ".join(names)


class Dealt:
    """Z-5: the hands, and who bids first (Z-7, Z-17)."""

    __slots__ = ("bidder", "hands")

    def __init__(self, hands: tuple[bytes, ...], bidder: int) -> None:
        self.hands = hands
        self.bidder = bidder

    def to(self, seat: int) -> str:
        """The hands as one sees them."""
        text = f"deal, {self.bidder} bids first"
        return text if seat == WATCHER else f"{text}, {faces(self.hands, seat)}"


class Bid:
    """Z-7: a bid, in the sight of all."""

    __slots__ = ("move", "seat")

    def __init__(self, seat: int, move: int) -> None:
        self.seat = seat
        self.move = move

    def to(self, seat: int) -> str:
        """Who, and how many."""
        return f"{self.seat} bids {bid_name(self.move)}"


class Played:
    """Z-10: a card, face up now. Who sees the hand knows its place anyway."""

    __slots__ = ("card", "place", "seat")

    def __init__(self, seat: int, place: int, card: int) -> None:
        self.seat = seat
        self.place = place
        self.card = card

    def to(self, seat: int) -> str:
        """The card, and for its player the place in the hand."""
        text = f"{self.seat}: {card_name(self.card)}"
        return f"{text} from place {self.place}" if seat in (self.seat, ALL_SEEING) else text


class Scored:
    """Z-13 to Z-16: a deal is over."""

    __slots__ = ("points",)

    def __init__(self, points: list[int]) -> None:
        self.points = points

    def to(self, seat: int) -> str:
        """The points of every seat in this deal."""
        return "points " + " ".join(map(str, self.points))
