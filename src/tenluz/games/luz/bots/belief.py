"""What a seat of Luz believes about its own hand, beyond the cards that it sees.

Every hand that agrees with the view is as likely before anybody acts (`rules/view.py`). The others
see this hand: how they bid and play tells something of it, and a trained network has learnt to
guess what.
"""

import math

import numpy as np

from tenluz.bots.group_network import GroupNetwork
from tenluz.bots.search import Weigh
from tenluz.engine.types import Dice, FloatArray, Records
from tenluz.games.luz.bots.strength import colour_of
from tenluz.games.luz.game import GAME
from tenluz.games.luz.rules.moves import COLOUR, TRICK
from tenluz.games.luz.rules.options import (
    MOST_COLOURS,
    MOST_HAND,
    MOST_VALUES,
    Packed,
)
from tenluz.games.luz.rules.view import View, chances, hands

LEAST, MOST_ODDS = 1e-3, 4.0  # no card is believed in or ruled out by a guess alone
DRAWS = 30  # for each hand, until all are found: one in millions of billions is missed


def by_guess(network: GroupNetwork) -> Weigh:
    """weigh(o, v, states, weights): multiply each weight with how likely a network finds that
    hand, beyond what can be known for sure. It guesses card by card; a hand's odds are the product
    of those of its cards."""

    def weigh(o: Packed, v: View, states: Records, weights: FloatArray) -> None:
        views = np.asarray(v).reshape(1)
        guessed = network.guesses(network.rows(o, views))[0].astype(np.float64)
        chance = np.empty((MOST_HAND, MOST_VALUES))
        chances(o, v, chance)
        known = np.zeros((MOST_COLOURS, MOST_VALUES))
        held = v.hands.held[v.seat]
        for place in range(o.hand):
            if held >> place & 1:
                known[colour_of(v, place)] += chance[place]
        known = np.clip(known, LEAST, 1 - LEAST)
        odds = np.clip(guessed - np.log(known / (1 - known)), -MOST_ODDS, MOST_ODDS)
        cards = states["hands"]["card"][:, v.seat, : o.hand]
        own = np.array([held >> place & 1 for place in range(o.hand)], np.bool_)
        found = odds[cards // COLOUR, cards % COLOUR] * own
        total = found.sum(axis=1)
        weights *= np.exp(total - total.max())

    return weigh


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
