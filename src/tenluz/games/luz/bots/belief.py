"""What a seat of Luz believes about its own hand, beyond the cards that it sees.

Every hand that agrees with the view is as likely before anybody acts (`rules/view.py`). The others
see this hand: how they bid tells something of it. A hand is more likely the nearer their bids are
to what `rules` would bid, if the hand were that.
"""

import math

import numpy as np

from tenluz.engine.compiled import compiled
from tenluz.engine.types import Dice, FloatArray, Records
from tenluz.games.luz.bots.rules_bot import choose
from tenluz.games.luz.game import GAME
from tenluz.games.luz.rules.apply import apply, moves_now
from tenluz.games.luz.rules.moves import BID, BID_SAFE, NO_BID, NO_CARD, TRICK
from tenluz.games.luz.rules.options import BET_BEADS, Packed
from tenluz.games.luz.rules.view import View, hands, view

# How likely a bid is that is so many tricks off. Others are not `rules`, so none is impossible.
OFF = np.array([1.0, 0.55, 0.25, 0.1])
DRAWS = 30  # for each hand, until all are found: one in millions of billions is missed


def weigh(o: Packed, v: View, states: Records, weights: FloatArray) -> None:
    """Multiply each weight with how likely the others' bids are in that state."""
    room = np.zeros(1, GAME.state_type)
    views = np.zeros(1, GAME.view_type)
    _weigh(o, v, states, room, views, np.zeros(2, np.uint64), weights)


def few_hands(o: Packed, v: View, dice: Dice, playouts: int) -> Records | None:
    """All states that agree with a view in the last tricks of a deal, where their number times
    the orders of the cards left is within the playouts."""
    if v.table.phase != TRICK:
        return None
    count = hands(o, v)
    if count * math.factorial(v.table.cards[v.seat]) > playouts:
        return None
    found: dict[bytes, Records] = {}
    for _ in range(DRAWS * count):
        room = np.zeros(1, GAME.state_type)
        GAME.rules.sample(o, v, dice, room[0])
        found.setdefault(room.tobytes(), room)
        if len(found) == count:
            return np.concatenate([found[key] for key in sorted(found)])
    return None


@compiled
def _weigh(
    o: Packed,
    v: View,
    states: Records,
    room: Records,
    views: Records,
    rolls: Dice,
    weights: FloatArray,
) -> None:
    for at in range(states.shape[0]):
        room[0] = states[at]
        s = room[0]
        t = s.table
        for seat in range(o.players):  # back to the first bid
            t.bids[seat] = NO_BID
            t.safety[seat] = 0
            t.tricks[seat] = 0
            t.trick[seat] = NO_CARD
            t.cards[seat] = o.hand
            s.hands.held[seat] = (1 << o.hand) - 1
        t.played = 0
        t.in_trick = 0
        t.tricks_done = 0
        t.beads = BET_BEADS
        t.leader = t.bidder
        t.best = t.bidder
        t.phase = BID
        t.seat = t.bidder
        s.legal = moves_now(o, s)
        while t.phase == BID and v.table.bids[t.seat] != NO_BID:
            seat = t.seat
            if seat != v.seat:
                view(o, s, seat, views[0])
                would = choose(o, views[0], rolls)
                off = abs(would % BID_SAFE - v.table.bids[seat])
                weights[at] *= OFF[min(off, 3)]
            apply(o, s, v.table.bids[seat] + BID_SAFE * v.table.safety[seat])
