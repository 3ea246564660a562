"""A view of Oh Hell as plain values with names: what goes to a screen or over a wire.

Made from a view alone.
"""

from dataclasses import dataclass
from typing import Literal

from tenluz.engine.errors import Value
from tenluz.engine.game import moves_in
from tenluz.engine.plain import in_python

from tenluz_oh_hell.explain import why_not
from tenluz_oh_hell.notation import card_name, hand_names, move_name
from tenluz_oh_hell.rules.moves import BID, CARDS, DEAL, NO_CARD, OVER
from tenluz_oh_hell.rules.options import Packed
from tenluz_oh_hell.rules.view import View, choices

Phase = Literal["deal", "over", "bidding", "playing"]
PHASES: tuple[Phase, ...] = ("deal", "over", "bidding", "playing")

_choices = in_python(choices)

# Plain dataclasses: a server makes and writes many thousands a second, and frozen or slotted
# ones take four times as long.


@dataclass
class Move:
    """A legal move: a bid, or a card."""

    move: int  # what to send
    name: str  # what is written on a button for it
    kind: Literal["bid", "card"]
    tricks: int | None = None  # of a bid
    card: str | None = None


@dataclass
class WhyNot:
    """Why the cards, or the one bid, that may not be chosen may not."""

    clause: str
    why: str
    code: str
    values: dict[str, Value]


@dataclass
class Screen:
    """Everything one viewer may see of a table of Oh Hell."""

    game: Literal["oh_hell"]
    seat: int  # -1 for a watcher
    phase: Phase
    turn: int  # whose turn; -1 when nobody's
    tricks_in_game: int  # cards in a hand at first; 0 before the deal (O-2)
    trump: str | None  # the card turned up; its suit is trump (O-3)
    first: int  # who bids first and leads to the first trick; the dealer is the seat before (O-4)
    hand: list[str]  # your own, by suit; empty for a watcher (O-13)
    moves: list[Move]  # your legal ones: empty while others are on turn
    refused: WhyNot | None  # why some of your cards, or a bid, may not be chosen
    cards: list[int]  # how many each seat holds
    bids: list[int | None]  # null: none yet
    tricks: list[int]  # taken by each seat
    trick: list[str | None]  # the running one: the card of each seat
    leader: int  # who led to it
    best: int  # who is winning it; -1 while it is empty
    last_trick: list[str | None]  # the one just taken
    last_leader: int
    points: list[int]  # of each seat, at the end; empty before (O-12)


def make_screen(o: Packed, v: View) -> Screen:
    """Plain options and a plain view (`engine/plain.py`) with names."""
    t = v.table
    seats = slice(o.players)
    legal: list[int] = list(moves_in(*_choices(o, v)))
    return Screen(
        game="oh_hell",
        seat=v.seat,
        phase=PHASES[t.phase],
        turn=-1 if t.phase in (DEAL, OVER) else t.seat,
        tricks_in_game=t.tricks_in_game,
        trump=_name(t.trump),
        first=t.first,
        hand=hand_names(v.hand),
        moves=[_move(move) for move in legal],
        refused=_refused(v, legal),
        cards=t.cards[seats],
        bids=[None if bid < 0 else bid for bid in t.bids[seats]],
        tricks=t.tricks[seats],
        trick=[_name(card) for card in t.trick[seats]],
        leader=t.leader,
        best=t.best if t.in_trick else -1,
        last_trick=[_name(card) for card in t.last_trick[seats]],
        last_leader=t.last_leader,
        points=t.points[seats] if t.phase == OVER else [],
    )


def _name(card: int) -> str | None:
    return None if card == NO_CARD else card_name(card)


def _move(move: int) -> Move:
    if move >= BID:
        return Move(move, move_name(move), "bid", tricks=move - BID)
    return Move(move, move_name(move), "card", card=card_name(move))


def _refused(v: View, legal: list[int]) -> WhyNot | None:
    """The reason for the first of what the seat could choose if the rules did not forbid it."""
    if not legal:
        return None
    bids = range(BID, BID + v.table.tricks_in_game + 1)
    held = [card for card in range(CARDS) if v.hand >> card & 1]
    wrong = [move for move in (bids if legal[0] >= BID else held) if move not in legal]
    if not wrong:
        return None
    reason = why_not(v.table, v.hand, wrong[0])
    return WhyNot(reason.clause, str(reason), reason.code, reason.values)
