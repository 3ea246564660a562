"""What somebody learns when a move of Luz is made.

Made from that viewer's views before and after, never from the state, so nothing can be told
that the viewer may not know.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tenluz.engine import types as engine
from tenluz.games.luz.hands import place_of
from tenluz.games.luz.notation import card_name
from tenluz.games.luz.rules.moves import BID, DEAL, OVER
from tenluz.games.luz.rules.options import Packed
from tenluz.games.luz.rules.state import OpenTable
from tenluz.games.luz.rules.view import View

# Plain dataclasses: a server makes and writes many thousands a second, and frozen or slotted
# ones take four times as long.


@dataclass
class Dealt:
    """Z-5: a deal begins; who holds the first-player card, and who bids first (Z-17)."""

    deal: int
    holder: int
    bidder: int
    event: Literal["dealt"] = "dealt"


@dataclass
class Bid:
    """Z-7: a bid, with or without a safety bead."""

    seat: int
    tricks: int
    safety: bool
    event: Literal["bid"] = "bid"


@dataclass
class Card:
    """Z-10: a card, face up for all now; its place in the hand for who sees that hand."""

    seat: int
    card: str
    place: int | None
    event: Literal["card"] = "card"


@dataclass
class Trick:
    """Z-11: a trick taken."""

    seat: int
    event: Literal["trick"] = "trick"


@dataclass
class Scored:
    """Z-13 to Z-15: a deal is over; bids, tricks and points by seat.

    `hand` is the viewer's own, in its order: played out, it is seen at last. A watcher has none.
    """

    deal: int
    bids: list[int]
    safety: list[bool]
    tricks: list[int]
    points: list[int]
    hand: list[str] | None
    event: Literal["scored"] = "scored"


@dataclass
class Over:
    """Z-18: the game is over."""

    event: Literal["over"] = "over"


Event = Dealt | Bid | Card | Trick | Scored | Over


def news(o: Packed, before: View, after: View, own_move: int | None) -> list[Event]:
    """What the viewer learns between two plain views, one move apart, in order."""
    then, now = before.table, after.table
    if then.phase == DEAL:
        return [Dealt(now.deal, now.holder, now.bidder)]
    seat = then.seat
    if then.phase == BID:
        return [Bid(seat, now.bids[seat], bool(now.safety[seat]))]
    card = (now.played & ~then.played).bit_length() - 1
    events: list[Event] = [Card(seat, card_name(card), place_of(after, seat, card))]
    if now.tricks_done > then.tricks_done:
        events.append(Trick(now.leader))
    if now.deal > then.deal:
        events.append(
            Scored(
                then.deal,
                now.bids[: o.players],
                [bool(bead) for bead in now.safety[: o.players]],
                now.tricks[: o.players],
                now.points[then.deal][: o.players],
                _hand(o, after),
            )
        )
    if now.phase == OVER:
        events.append(Over())
    return events


def open_tricks(o: Packed, t: OpenTable) -> int | None:
    """S-4: how many of the tricks taken, the newest first, may still be looked at; None: all.

    The running one may always be. A new deal covers up the last trick as well.
    """
    return None if o.open_tricks else min(t.tricks_done, 1)


def retell(
    o: Packed, t: OpenTable, steps: Sequence[Sequence[engine.Event]]
) -> list[list[engine.Event]]:
    """S-4: of the tricks, only the running one and the one just taken are told again; all, if
    they stay open. How many each has taken, bids and points are no secret."""
    taken = open_tricks(o, t)
    if taken is None:
        return [list(events) for events in steps]
    left = {Card: t.in_trick + taken * o.players, Trick: taken}
    kept: list[list[engine.Event]] = []
    for events in reversed(steps):
        kept.append([])
        for event in reversed(events):
            kind = type(event)
            if kind in left:
                left[kind] -= 1
            if left.get(kind, 0) >= 0:
                kept[-1].insert(0, event)
    return kept[::-1]


def _hand(o: Packed, view: View) -> list[str] | None:
    if view.seat < 0:
        return None
    return [card_name(card) for card in view.hands.card[view.seat][: o.hand]]
