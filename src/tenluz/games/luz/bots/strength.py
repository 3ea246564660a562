"""What a card in one's own hand of Luz is worth: the chance that it takes a trick in this deal.

Everybody else's cards lie open, so for each value that a card may have it is known who
could beat it. The chance is a logistic sum of a few counts that a card player would make;
their weights were fitted to games that the bot played with itself, then moved a little to
where it played best.
Knows cards. Knows nothing of bids.
"""

import math

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.engine.types import FloatArray, Int64Array
from tenluz.games.luz.rules.moves import COLOUR, TRUMP
from tenluz.games.luz.rules.options import MOST_VALUES, Packed
from tenluz.games.luz.rules.view import View

ONE_COLOUR = (1 << MOST_VALUES) - 1

# A plain card: the sum begins at PLAIN and changes for ...
PLAIN = 0.83
PLAIN_BEATEN = -2.81  # each other hand, by the share of its cards of the colour that are higher
PLAIN_RUFFED = -1.41  # each other hand with trumps that is out of the colour
PLAIN_SOON_RUFFED = -0.48  # each other hand with trumps, one over its cards of the colour
PLAIN_OTHERS = 0.25  # each card of the colour in other hands: it may be led, and followed
PLAIN_TRUMPS = 0.53  # each own trump: a way to get the lead
PLAIN_LOWER = -0.75  # each own lower card of the colour: this one comes late
PLAIN_LATE = -1.44  # one over the number of own cards: no time left to wait

# A trump: the sum begins at HIGH_TRUMP and changes for ...
HIGH_TRUMP = 0.50
TRUMP_HANDS = -0.19  # each other hand with a higher trump
TRUMP_HIGHER = -0.70  # each higher trump in other hands
TRUMP_TRUMPS = 0.81  # each own trump
TRUMP_LOWER = -0.24  # each own lower trump
TRUMP_LATE = 1.74  # one over the number of own cards


@compiled
def cards_of(o: Packed, v: View, seat: int) -> int:
    """The cards in another seat's hand, as bits."""
    cards = 0
    for place in range(o.hand):
        if v.hands.held[seat] >> place & 1:
            cards |= 1 << v.hands.card[seat, place]
    return cards


@compiled
def colour_of(v: View, place: int) -> int:
    """The colour of the seat's card at a place."""
    colour = 0
    while not v.hands.of_colour[v.seat, colour] >> place & 1:
        colour += 1
    return colour


@compiled
def weigh(
    o: Packed, v: View, chance: FloatArray, others: Int64Array, strength: FloatArray
) -> float:
    """strength[place]: the chance that the seat's card there takes a trick. Gives their sum.

    `chance` is what `rules/view.py: chances` writes; `others` each seat's cards as bits,
    none for its own seat.
    """
    held = v.hands.held[v.seat]
    trumps = bits.size(held & v.hands.of_colour[v.seat, TRUMP])
    late = 1.0 / bits.size(held)
    tricks = 0.0
    for place in range(o.hand):
        strength[place] = 0.0
        if held >> place & 1:
            colour = colour_of(v, place)
            lower = bits.size(held & v.hands.of_colour[v.seat, colour] & ((1 << place) - 1))
            for value in range(o.values):
                if chance[place, value] > 0.0:
                    if colour == TRUMP:
                        total = _trump(o, others, value, trumps, lower, late)
                    else:
                        total = _plain(o, others, colour, value, trumps, lower, late)
                    strength[place] += chance[place, value] / (1.0 + math.exp(-total))
            tricks += strength[place]
    return tricks


@compiled
def sure_tricks(o: Packed, v: View, chance: FloatArray, others: Int64Array) -> float:
    """The tricks that nobody can prevent: own trumps above all that others hold."""
    out = 0
    for seat in range(o.players):
        out |= others[seat] >> (TRUMP * COLOUR) & ONE_COLOUR
    sure = 0.0
    for place in range(o.hand):
        if v.hands.held[v.seat] & v.hands.of_colour[v.seat, TRUMP] & (1 << place):
            for value in range(o.values):
                if out >> value == 0:
                    sure += chance[place, value]
    return sure


@compiled
def _plain(
    o: Packed, others: Int64Array, colour: int, value: int, trumps: int, lower: int, late: float
) -> float:
    total = PLAIN + PLAIN_TRUMPS * trumps + PLAIN_LOWER * lower + PLAIN_LATE * late
    for seat in range(o.players):
        with_trumps = others[seat] >> (TRUMP * COLOUR) & ONE_COLOUR
        same = others[seat] >> (colour * COLOUR) & ONE_COLOUR
        if same:
            count = bits.size(same)
            total += PLAIN_OTHERS * count
            total += PLAIN_BEATEN * bits.size(same >> (value + 1)) / count
            if with_trumps:
                total += PLAIN_SOON_RUFFED / count
        elif with_trumps:
            total += PLAIN_RUFFED
    return total


@compiled
def _trump(
    o: Packed, others: Int64Array, value: int, trumps: int, lower: int, late: float
) -> float:
    total = HIGH_TRUMP + TRUMP_TRUMPS * trumps + TRUMP_LOWER * lower + TRUMP_LATE * late
    for seat in range(o.players):
        higher = bits.size((others[seat] >> (TRUMP * COLOUR) & ONE_COLOUR) >> (value + 1))
        if higher:
            total += TRUMP_HANDS + TRUMP_HIGHER * higher
    return total
