"""The bot `novice` for Luz: what people do in their first games.

It counts its trumps and the cards that may be high, and bids about that many. Then it plays high
while it wants tricks and low when it has enough, without a look at what the others hold. Now and
then it bids one off, or plays another card than it meant to.
"""

import numpy as np

from tenluz.engine import bits, dice
from tenluz.engine.compiled import allocating, compiled
from tenluz.engine.types import Dice, FloatArray
from tenluz.games.luz.bots.strength import colour_of
from tenluz.games.luz.rules.moves import BID, BID_SAFE, COLOUR, PLAY, TRUMP
from tenluz.games.luz.rules.options import MOST_HAND, MOST_VALUES, Packed
from tenluz.games.luz.rules.view import View, chances

A_TRUMP = 0.5  # tricks that it expects of a trump,
A_HIGH_CARD = 0.6  # and of a plain card that is surely among the highest
HIGH = 0.25  # the share of a colour's values that it thinks of as high
OFF_BID = 0.25  # how often its bid is one off
SLIP = 0.12  # how often it plays any card


@allocating
def choose(o: Packed, v: View, rolls: Dice) -> int:
    """A move for the view's seat."""
    chance = np.empty((MOST_HAND, MOST_VALUES))
    chances(o, v, chance)
    if v.table.phase == BID:
        return _bid(o, v, chance, rolls)
    if dice.uniform(rolls) < SLIP:
        return bits.nth(v.legal, dice.below(rolls, bits.size(v.legal)))
    return _card(o, v, chance)


@compiled
def _bid(o: Packed, v: View, chance: FloatArray, rolls: Dice) -> int:
    """The legal bid next to what it counts; never with a bead, which beginners keep."""
    tricks = 0.0
    for place in range(o.hand):
        if colour_of(v, place) == TRUMP:
            tricks += A_TRUMP
        else:
            for value in range(o.values):
                if value >= (1.0 - HIGH) * o.values:
                    tricks += A_HIGH_CARD * chance[place, value]
    if dice.uniform(rolls) < OFF_BID:
        tricks += 1.0 - 2.0 * dice.below(rolls, 2)
    best, least = -1, 0.0
    for bid in range(BID_SAFE):
        if v.legal >> bid & 1 and (best < 0 or abs(bid - tricks) < least):
            best, least = bid, abs(bid - tricks)
    return bits.lowest(v.legal) if best < 0 else best


@compiled
def _card(o: Packed, v: View, chance: FloatArray) -> int:
    """High while it wants tricks, as low as may be where it cannot win or has enough."""
    t = v.table
    wants = t.tricks[v.seat] < t.bids[v.seat]
    highest, most = -1, 0.0
    lowest, least = -1, 0.0
    for place in range(o.hand):
        if v.legal >> (PLAY + place) & 1:
            height = _height(o, v, chance, place)
            if highest < 0 or height > most:
                highest, most = place, height
            if lowest < 0 or height < least:
                lowest, least = place, height
    if wants and (t.in_trick == 0 or most > _to_beat(o, v)):
        return PLAY + highest
    return PLAY + lowest


@compiled
def _height(o: Packed, v: View, chance: FloatArray, place: int) -> float:
    """How high the card at a place is, on average; trumps lie above all others."""
    colour = colour_of(v, place)
    mean = 0.0
    for value in range(o.values):
        mean += value * chance[place, value]
    t = v.table
    if colour == TRUMP:
        return mean + o.values
    if t.in_trick and colour != t.trick[t.leader] // COLOUR:
        return mean - o.values  # thrown away: it wins nothing
    return mean


@compiled
def _to_beat(o: Packed, v: View) -> float:
    """How high the best card of the running trick is."""
    card = v.table.trick[v.table.best]
    return float(card % COLOUR + (o.values if card // COLOUR == TRUMP else 0))
