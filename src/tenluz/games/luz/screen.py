"""A view of Luz as plain values with names: what goes to a screen or over a wire.

Made from a view alone. S-4 holds here: of the tricks taken, only the last is shown, unless
the table plays with open tricks. How much of the news that is, `open_tricks` says.
"""

import functools
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal

from tenluz.engine.errors import Value
from tenluz.engine.game import moves_in
from tenluz.engine.plain import SharedList, cache_last, flat, in_python
from tenluz.games.luz.explain import must_follow
from tenluz.games.luz.hands import hands_of, read_colours, read_hand
from tenluz.games.luz.news import open_tricks
from tenluz.games.luz.notation import COLOURS, card_name
from tenluz.games.luz.rules import apply as rules
from tenluz.games.luz.rules.moves import BID_SAFE, CARDS, COLOUR, DEAL, MOVES, NO_CARD, OVER, PLAY
from tenluz.games.luz.rules.options import Packed
from tenluz.games.luz.rules.state import OpenTable
from tenluz.games.luz.rules.view import View, choices

PHASES = ("deal", "over", "bid", "trick")
Phase = Literal["deal", "over", "bid", "trick"]
Decided = Literal["points", "last_deal", "first_player"]
NAMES = [card_name(card) for card in range(CARDS)]

_choices = in_python(choices)

# Plain dataclasses: a server makes and writes many thousands a second, and frozen or slotted
# ones take four times as long.


@dataclass
class Place:
    """A place in a hand that holds a card: its colour, and the card if this viewer sees it."""

    place: int  # in the sorted hand, from 0; it stays the same for the whole deal
    colour: str  # R Y G B P; yellow is trump
    card: str | None


@dataclass
class Move:
    """A legal move: a bid, or the card at a place."""

    move: int  # what to send
    kind: Literal["bid", "card"]
    tricks: int | None = None  # of a bid
    safety: bool = False  # with a safety bead
    place: int | None = None  # of a card


@dataclass
class WhyNot:
    """Why the places that may not be played may not."""

    clause: str
    why: str
    code: str
    values: dict[str, Value]


@dataclass
class Screen:
    """Everything one viewer may see of a table of Luz."""

    game: Literal["luz"]
    seat: int  # -1 for a watcher
    phase: Phase
    turn: int  # whose turn; -1 when nobody's
    deal: int  # from 0
    deals: int
    values: int  # the highest value of a colour
    holder: int  # who holds the first-player card (Z-5)
    bidder: int  # who bids first and leads to the first trick (Z-17)
    leader: int  # who led to this trick
    cards: list[int]  # how many each seat holds
    hands: list[list[Place]]  # of all seats, your own cards hidden; empty for a watcher (S-6)
    moves: list[Move]  # your legal ones: empty while others are on turn
    refused: WhyNot | None  # why some places may not be played, where some may not
    bids: list[int | None]  # null: none yet
    safety: list[bool]  # who bid with a safety bead
    tricks: list[int]  # taken by each seat
    trick: list[str | None]  # the running one: the card of each seat
    best: int  # who is winning it; -1 while it is empty
    last_trick: list[str | None]  # the one just taken (S-4)
    last_leader: int
    open_tricks: int | None  # how many, the newest first, are not covered up; null: all (S-4)
    beads: int | None  # bet beads left, where they are a limit (S-1)
    points: list[list[int]]  # of each finished deal
    totals: list[int]
    worth: list[int]  # what a bid that is made brings in each deal (Z-13)
    ranking: list[int]  # seats from first to last, at the end (Z-18)
    decided_by: Decided | None  # what put the first before the second (Z-18)


def make_screen(o: Packed, v: View) -> Screen:
    """Plain options and a plain view (`engine/plain.py`) with names."""
    table, seat = v.table, v.seat
    legal = _moves(*_choices(o, v))
    ranked = ranking(flat(o), flat(v).table) if table.phase == OVER else []
    # The fields at once and not one by one: half of a screen's time would go into that.
    screen = Screen.__new__(Screen)
    screen.__dict__ = {
        "game": "luz",
        "seat": seat,
        "hands": list(map(_places, *hands_of(v, o.players))) if seat >= 0 else [],
        "moves": legal,
        "refused": _refused(v, legal) if legal else None,
        "ranking": ranked,
        "decided_by": _decided_by(o, table, ranked) if ranked else None,
        **_open_to_all(o, table),
    }
    return screen


@cache_last
def _open_to_all(o: Packed, t: OpenTable) -> dict[str, Any]:
    """What every viewer of a table sees alike."""
    players = o.players
    points = [t.points[deal][:players] for deal in range(t.deal)]
    return {
        "phase": PHASES[t.phase],
        "turn": -1 if t.phase in (DEAL, OVER) else t.seat,
        "deal": min(t.deal, o.deals - 1),
        "deals": o.deals,
        "values": o.values,
        "holder": t.holder,
        "bidder": t.bidder,
        "leader": t.leader,
        "cards": t.cards[:players],
        "bids": [None if bid < 0 else bid for bid in t.bids[:players]],
        "safety": [bool(bead) for bead in t.safety[:players]],
        "tricks": t.tricks[:players],
        "trick": [_name(card) for card in t.trick[:players]],
        "best": t.best if t.in_trick else -1,
        "last_trick": [_name(card) for card in t.last_trick[:players]],
        "last_leader": t.last_leader,
        "open_tricks": open_tricks(o, t),
        "beads": t.beads if o.bead_limit else None,
        "points": points,
        "worth": _bid_values(o.deals),
        "totals": [sum(of_seat) for of_seat in zip(*points)] or [0] * players,  # Z-16
    }


def ranking(o: Packed, t: OpenTable) -> list[int]:
    """Z-18: the seats from first to last."""
    return sorted(range(o.players), key=lambda seat: rules.rank_of(o, t, seat))


def _decided_by(o: Packed, t: OpenTable, ranked: list[int]) -> Decided:
    """Z-18: points, else those of the last deal, else who sits nearer to the first player."""
    first, second = ([t.points[deal][seat] for deal in range(o.deals)] for seat in ranked[:2])
    if sum(first) != sum(second):
        return "points"
    return "last_deal" if first[-1] != second[-1] else "first_player"


@functools.cache
def _bid_values(deals: int) -> list[int]:
    """Z-13: what a bid brings in each deal that is made without a safety bead."""
    return [int(rules.points_for(deal, 0, 0, 0)) for deal in range(deals)]


def _name(card: int) -> str | None:
    return None if card == NO_CARD else NAMES[card]


@functools.lru_cache(maxsize=8192)  # a move changes one hand, and three others see it alike
def _places(held_by: bytes, of_colours: bytes, cards_at: bytes) -> SharedList[Place]:
    held, cards = read_hand(held_by, cards_at)
    found = zip(count(), _by_place(of_colours), cards)
    # S-4: what was played is not shown again.
    return SharedList(by_card[card] for place, by_card, card in found if held >> place & 1)


@functools.lru_cache(maxsize=4096)  # the colours of a hand stay for a whole deal
def _by_place(of_colours: bytes) -> list[list[Place]]:
    """Of each place in a hand all that may be shown there, by card."""
    places: list[list[Place]] = []
    for colour, its_places in zip(COLOURS, read_colours(of_colours)):
        while its_places >> len(places) & 1:  # S-2: a hand lies sorted by colour
            places.append(_all_cards(len(places), colour))
    return places


@functools.cache
def _all_cards(place: int, colour: str) -> list[Place]:
    """A place with each card in it; the last one, which NO_CARD finds, is not seen."""
    return [Place(place, colour, name) for name in (*NAMES, None)]


def _move(move: int) -> Move:
    if move < PLAY:
        return Move(move, "bid", tricks=move % BID_SAFE, safety=move >= BID_SAFE)
    return Move(move, "card", place=move - PLAY)


# Moves are few and nobody changes them: one of each will do, as of places.
ALL_MOVES = [_move(move) for move in range(MOVES)]


@functools.lru_cache(maxsize=2048)  # any cards of a hand
def _moves(low: int, high: int) -> SharedList[Move]:
    return SharedList(ALL_MOVES[move] for move in moves_in(low, high))


def _refused(v: View, legal: list[Move]) -> WhyNot | None:
    t = v.table
    if legal[0].kind == "bid" or not t.in_trick or len(legal) == t.cards[v.seat]:
        return None
    return _must_follow(t.trick[t.leader] // COLOUR)


@functools.cache
def _must_follow(led: int) -> WhyNot:
    reason = must_follow(led)
    return WhyNot(reason.clause, str(reason), reason.code, reason.values)
