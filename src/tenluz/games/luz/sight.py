"""A view of Luz as plain values with names: what goes to a screen or over a wire.

Made from a view alone. S-4 holds here: of the tricks taken, only the last is shown, unless
the table plays with open tricks; then `news.still_told` leaves them all.
"""

from dataclasses import dataclass
from typing import Any, Literal

from tenluz.games.errors import Value
from tenluz.games.game import moves_in
from tenluz.games.luz import rules
from tenluz.games.luz.explain import why_not
from tenluz.games.luz.moves import BID_SAFE, CARDS, DEAL, NO_CARD, OVER, PLAY
from tenluz.games.luz.notation import COLOURS, card_name
from tenluz.games.luz.view import choices
from tenluz.games.plain import in_python

PHASES = ("deal", "over", "bid", "trick")
Phase = Literal["deal", "over", "bid", "trick"]
NAMES = [card_name(card) for card in range(CARDS)]

_choices = in_python(choices)

# Plain dataclasses: a server makes and writes many thousands a second, and frozen or slotted
# ones take four times as long.


@dataclass
class Place:
    """A place in a hand that holds a card: its colour, and the card if this viewer sees it."""

    place: int
    colour: str
    card: str | None


@dataclass
class Move:
    """A legal move: a bid, or the card at a place."""

    move: int
    kind: Literal["bid", "card"]
    tricks: int | None = None
    safety: bool = False
    place: int | None = None


@dataclass
class Refused:
    """Why the places that may not be played may not."""

    clause: str
    why: str
    code: str
    values: dict[str, Value]


@dataclass
class Sight:
    """Everything one viewer may see of a table of Luz."""

    game: Literal["luz"]
    seat: int  # -1 for a watcher
    phase: Phase
    turn: int  # whose turn; -1 when nobody's
    deal: int
    deals: int
    values: int
    holder: int
    bidder: int
    leader: int
    cards: list[int]
    hands: list[list[Place]]  # empty for a watcher (S-6)
    moves: list[Move]
    refused: Refused | None
    bids: list[int | None]
    safety: list[bool]
    tricks: list[int]
    trick: list[str | None]
    best: int
    last_trick: list[str | None]
    last_leader: int
    beads: int | None  # bet beads left, where they are a limit (S-1)
    points: list[list[int]]  # of each finished deal
    totals: list[int]
    ranking: list[int]  # at the end


def sight(o: Any, v: Any) -> Sight:
    """A plain view (`games/plain.py`) with names."""
    t = v.table
    players = o.players
    seats = range(players)
    legal = list(moves_in(*_choices(o, v)))
    points = [t.points[deal][:players] for deal in range(t.deal)]
    return Sight(
        game="luz",
        seat=v.seat,
        phase=PHASES[t.phase],  # type: ignore[arg-type]
        turn=-1 if t.phase in (DEAL, OVER) else t.seat,
        deal=min(t.deal, o.deals - 1),
        deals=o.deals,
        values=o.values,
        holder=t.holder,
        bidder=t.bidder,
        leader=t.leader,
        cards=t.cards[:players],
        hands=[_hand(o, v, seat) for seat in seats] if v.seat >= 0 else [],
        moves=[_move(move) for move in legal],
        refused=_refused(o, v, legal),
        bids=[None if t.bids[seat] < 0 else t.bids[seat] for seat in seats],
        safety=[bool(t.safety[seat]) for seat in seats],
        tricks=t.tricks[:players],
        trick=[_name(t.trick[seat]) for seat in seats],
        best=t.best if t.in_trick else -1,
        last_trick=[_name(t.last_trick[seat]) for seat in seats],
        last_leader=t.last_leader,
        beads=t.beads if o.bead_limit else None,
        points=points,
        totals=[sum(deal[seat] for deal in points) for seat in seats],  # Z-16
        ranking=ranking(o, v.record.table) if t.phase == OVER else [],
    )


def ranking(o: Any, t: Any) -> list[int]:
    """Z-18: the seats from first to last."""
    return sorted(range(o.players), key=lambda seat: rules.rank_of(o, t, seat))


def _name(card: int) -> str | None:
    return None if card == NO_CARD else NAMES[card]


def _hand(o: Any, v: Any, seat: int) -> list[Place]:
    places = []
    held, cards = v.hands.held[seat], v.hands.card[seat]
    place = 0
    for colour, its_places in zip(COLOURS, v.hands.of_colour[seat]):
        while its_places >> place & 1:  # S-2: a hand lies sorted by colour
            if held >> place & 1:  # S-4: what was played is not shown again
                places.append(Place(place, colour, _name(cards[place])))
            place += 1
    return places


def _move(move: int) -> Move:
    if move < PLAY:
        return Move(move, "bid", tricks=move % BID_SAFE, safety=move >= BID_SAFE)
    return Move(move, "card", place=move - PLAY)


def _refused(o: Any, v: Any, legal: list[int]) -> Refused | None:
    t = v.table
    if not legal or legal[0] < PLAY or not t.in_trick or len(legal) == t.cards[v.seat]:
        return None
    held = v.hands.held[v.seat]
    other = next(p for p in range(o.hand) if held >> p & 1 and PLAY + p not in legal)
    reason = why_not(o, t, held, PLAY + other)
    return Refused(reason.clause, str(reason), reason.code, reason.values)
