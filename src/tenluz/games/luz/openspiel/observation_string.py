"""A view of Luz in one line: what an observation is as a string.

Made from plain views (`engine/plain.py`): `public` from a watcher's, `private` from a seat's.
"""

from tenluz.engine.game import WATCHER
from tenluz.games.luz.notation import COLOURS, bid_name, card_name
from tenluz.games.luz.rules.moves import BID, BID_SAFE, NO_BID, NO_CARD, TRICK
from tenluz.games.luz.rules.options import Packed
from tenluz.games.luz.rules.view import View
from tenluz.games.luz.screen import PHASES


def public(o: Packed, v: View) -> str:
    """What lies open on the table."""
    t = v.table
    seats = range(o.players)
    if not t.deal and t.phase not in (BID, TRICK):
        return "undealt"
    bids = [
        "-" if t.bids[s] == NO_BID else bid_name(t.bids[s] + BID_SAFE * t.safety[s]) for s in seats
    ]
    parts = [
        f"deal {t.deal}",
        PHASES[t.phase] + (f" {t.seat}" if t.phase in (BID, TRICK) else ""),
        f"holder {t.holder}",
        f"bids {' '.join(bids)}",
        f"tricks {' '.join(str(t.tricks[s]) for s in seats)}",
    ]
    if t.in_trick:
        parts.append(f"trick of {t.leader} {' '.join(_name(t.trick[s]) for s in seats)}")
    if t.tricks_done:
        parts.append(f"last of {t.last_leader} {' '.join(_name(t.last_trick[s]) for s in seats)}")
    if t.deal:
        points = [sum(t.points[deal][s] for deal in range(t.deal)) for s in seats]
        parts.append(f"points {' '.join(map(str, points))}")
    if o.bead_limit:
        parts.append(f"beads {t.beads}")
    return ", ".join(parts)


def _name(card: int) -> str:
    return "-" if card == NO_CARD else card_name(card)


def private(o: Packed, v: View) -> str:
    """The cards that each seat still holds: of its own the colours, place by place."""
    if v.seat == WATCHER or v.table.phase not in (BID, TRICK):
        return ""
    hands = []
    for seat in range(o.players):
        held = [place for place in range(o.hand) if v.hands.held[seat] >> place & 1]
        if seat == v.seat:
            names = [f"{place}:{_colour(v, seat, place)}" for place in held]
        else:
            names = [card_name(v.hands.card[seat][place]) for place in held]
        hands.append(" ".join(names) or "-")
    return "hands " + " | ".join(hands)


def _colour(v: View, seat: int, place: int) -> str:
    colours = v.hands.of_colour[seat]
    return next(name for name, places in zip(COLOURS, colours) if places >> place & 1)
