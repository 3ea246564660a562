"""What somebody learns when a move of Oh Hell is made.

Made from that viewer's views before and after, never from the state, so nothing can be told
that the viewer may not know.
"""

from dataclasses import dataclass
from typing import Literal

from tenluz_oh_hell.notation import card_name
from tenluz_oh_hell.rules.moves import BIDDING, DEAL, OVER
from tenluz_oh_hell.rules.options import Packed
from tenluz_oh_hell.rules.view import View

# Plain dataclasses: a server makes and writes many thousands a second, and frozen or slotted
# ones take four times as long.


@dataclass
class Dealt:
    """O-2 to O-4: the hands are dealt, a card is turned up, and somebody bids first."""

    tricks: int
    trump: str
    first: int
    event: Literal["dealt"] = "dealt"


@dataclass
class Bid:
    """O-5: a bid."""

    seat: int
    tricks: int
    event: Literal["bid"] = "bid"


@dataclass
class Card:
    """O-8: a card played."""

    seat: int
    card: str
    event: Literal["card"] = "card"


@dataclass
class Trick:
    """O-9: a trick taken."""

    seat: int
    event: Literal["trick"] = "trick"


@dataclass
class Over:
    """O-10 to O-12: the game is over; bids, tricks and points by seat."""

    bids: list[int]
    tricks: list[int]
    points: list[int]
    event: Literal["over"] = "over"


Event = Dealt | Bid | Card | Trick | Over


def news(o: Packed, before: View, after: View) -> list[Event]:
    """What the viewer learns between two plain views, one move apart, in order."""
    then, now = before.table, after.table
    if then.phase == DEAL:
        return [Dealt(now.tricks_in_game, card_name(now.trump), now.first)]
    seat = then.seat
    if then.phase == BIDDING:
        return [Bid(seat, now.bids[seat])]
    card = (now.played & ~then.played).bit_length() - 1
    events: list[Event] = [Card(seat, card_name(card))]
    if now.tricks_done > then.tricks_done:
        events.append(Trick(now.leader))
    if now.phase == OVER:
        seats = slice(o.players)
        events.append(Over(now.bids[seats], now.tricks[seats], now.points[seats]))
    return events
