"""What a seat of Luz believes about its own hand, beyond the cards that it sees.

Every hand that agrees with the view is as likely before anybody acts (`rules/view.py`). The others
see this hand: how they bid tells something of it. A hand is more likely the nearer their bids are
to what `rules` would bid, if the hand were that.
"""

import math

import numpy as np

from tenluz.bots.search import Many, Weigh, search_loops
from tenluz.engine.types import Dice, FloatArray, Records
from tenluz.games.luz.game import GAME
from tenluz.games.luz.rules.apply import score
from tenluz.games.luz.rules.moves import BID, BID_SAFE, NO_BID, NO_CARD, TRICK
from tenluz.games.luz.rules.options import BET_BEADS, Packed
from tenluz.games.luz.rules.view import View, hands

# How likely a bid is that is so many tricks off. Others are not `rules`, so none is impossible.
OFF = np.array([1.0, 0.55, 0.25, 0.1])
DRAWS = 30  # for each hand, until all are found: one in millions of billions is missed


def by_bids(rules: Many) -> Weigh:
    """weigh(o, v, states, weights): multiply each weight with how likely the others' bids are in
    that state. `rules` chooses for many views."""
    loops = search_loops(GAME, score)

    def weigh(o: Packed, v: View, states: Records, weights: FloatArray) -> None:
        trial = _before_bids(o, v, states)
        views = np.zeros(len(trial), GAME.view_type)
        rolls = np.zeros((len(trial), 2), np.uint64)
        for step in range(o.players):
            seat = (v.table.bidder + step) % o.players
            bid = v.table.bids[seat]
            if bid == NO_BID:
                break
            if seat != v.seat:
                loops.look(o, trial, np.arange(len(trial)), views)
                off = np.abs(rules(o, views, rolls) % BID_SAFE - bid)
                weights *= OFF[np.minimum(off, len(OFF) - 1)]
            made = np.full(len(trial), bid + BID_SAFE * v.table.safety[seat])
            loops.apply(o, trial, np.arange(len(trial)), made)

    return weigh


def _before_bids(o: Packed, v: View, states: Records) -> Records:
    """The same deals, before anybody has bid."""
    trial = states.copy()
    table, held = trial["table"], trial["hands"]["held"]
    held[:, : o.players] = (1 << o.hand) - 1
    table["cards"][:, : o.players] = o.hand
    table["bids"], table["trick"] = NO_BID, NO_CARD
    for name in ("safety", "tricks", "played", "in_trick", "tricks_done"):
        table[name] = 0
    table["beads"] = BET_BEADS
    for name in ("leader", "best", "seat"):
        table[name] = v.table.bidder
    table["phase"] = BID
    bids = (1 << (o.hand + 1)) - 1
    trial["legal"] = bids | bids << BID_SAFE  # S-1: there are beads enough for the first
    return trial


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
