"""What a seat of Luz may see, built by allow-list, and states that agree with it.

A player sees the table, all cards of everybody else, and of their own hand the colours, the
order, and the values already played (Z-6). A watcher sees the table and no hand (S-6).

A seat's unknown cards of a colour lie between known ones: others' cards and its own played
ones are excluded, and sorted order does the rest. So each gap between two own cards played
is a choice of k values out of m, independent of every other gap, and everything about it
is exact: the number of hands, the chance of each value at each place, a uniform sample.
"""

import math

import numpy as np

from tenluz.engine import dice
from tenluz.engine.compiled import Fields, compiled, int8, int64, part, record
from tenluz.engine.types import Dice, FloatArray
from tenluz.games.luz.rules.apply import moves_now
from tenluz.games.luz.rules.moves import CARDS, COLOUR, DEAL, NO_CARD, OVER
from tenluz.games.luz.rules.options import MOST_COLOURS, MOST_HAND, MOST_SEATS, MOST_VALUES, Packed
from tenluz.games.luz.rules.state import Hands, OpenTable, State

CHOOSE = np.array(
    [[math.comb(n, k) for k in range(MOST_VALUES + 1)] for n in range(MOST_VALUES + 1)],
    np.int64,
)


class View(Fields):
    """What a seat may know."""

    table = part(OpenTable)
    legal = int64()  # this seat's moves, 0 while others are on turn
    hands = part(Hands)  # own cards not yet played are NO_CARD
    seat = int8()
    spare = int8()


VIEW = record(View)


@compiled
def view(o: Packed, s: State, seat: int, v: View) -> None:
    """Write into `v` all that `seat` may know of `s`, and nothing else."""
    v.table = s.table
    v.seat = seat
    v.legal = 0
    if s.table.seat == seat:
        v.legal = s.legal
    for other in range(MOST_SEATS):
        seen = seat >= 0 and other < o.players
        v.hands.held[other] = s.hands.held[other] if seen else 0
        for colour in range(MOST_COLOURS):
            v.hands.of_colour[other, colour] = s.hands.of_colour[other, colour] if seen else 0
        shown = ~s.hands.held[seat] if other == seat else -1  # places, as bits
        for place in range(MOST_HAND):
            card = s.hands.card[other, place] if seen else NO_CARD
            v.hands.card[other, place] = card | (shown >> place & 1) - 1  # all ones are NO_CARD


@compiled
def choices(o: Packed, v: View) -> tuple[int, int]:
    """The legal moves of a view's seat, as `legal` gives them for a state."""
    return v.legal, 0


@compiled
def seen(o: Packed, v: View) -> int:
    """The cards of this deal that the seat has seen, as bits."""
    cards = v.table.played
    for seat in range(o.players):
        for place in range(o.hand):
            if v.hands.card[seat, place] != NO_CARD:
                cards |= 1 << v.hands.card[seat, place]
    return cards


@compiled
def gap(o: Packed, v: View, unseen: int, place: int) -> tuple[int, int, int, int]:
    """The gap that begins at an own unknown place: how many places it has, the lowest and
    the highest card that could lie there, and how many unseen cards lie between."""
    colour = 0
    while not v.hands.of_colour[v.seat, colour] >> place & 1:
        colour += 1
    low = colour * COLOUR
    if place > 0 and v.hands.of_colour[v.seat, colour] >> (place - 1) & 1:
        low = v.hands.card[v.seat, place - 1] + 1  # the place before it was played
    high = colour * COLOUR + o.values - 1
    after = place
    while after < o.hand and v.hands.of_colour[v.seat, colour] >> after & 1:
        if v.hands.card[v.seat, after] != NO_CARD:
            high = v.hands.card[v.seat, after] - 1
            break
        after += 1
    among = 0
    for card in range(low, high + 1):
        among += unseen >> card & 1
    return after - place, low, high, among


@compiled
def hands(o: Packed, v: View) -> int:
    """How many hands this seat may hold, exactly."""
    unseen = ~seen(o, v)
    count = 1
    place = 0
    while place < o.hand:
        if v.hands.held[v.seat] >> place & 1:
            size, _, _, among = gap(o, v, unseen, place)
            count *= CHOOSE[among, size]
            place += size
        else:
            place += 1
    return count


@compiled
def chance_at(size: int, among: int, lower: int, rank: int) -> float:
    """The chance that the card of this rank in a gap is an unseen card that has so many lower
    ones in the gap: `rank` of the gap's cards are below it, the others above."""
    ways = CHOOSE[lower, rank] * CHOOSE[among - 1 - lower, size - 1 - rank]
    return ways / CHOOSE[among, size]


@compiled
def chances(o: Packed, v: View, out: FloatArray) -> None:
    """out[place, value - 1]: the exact chance that the seat's card at a place has that value.

    Played cards are certain. Places beyond the hand stay 0.
    """
    unseen = ~seen(o, v)
    for place in range(MOST_HAND):
        for value in range(MOST_VALUES):
            out[place, value] = 0.0
    place = 0
    while place < o.hand:
        if not v.hands.held[v.seat] >> place & 1:
            out[place, v.hands.card[v.seat, place] % COLOUR] = 1.0
            place += 1
            continue
        size, low, high, among = gap(o, v, unseen, place)
        lower = 0
        for card in range(low, high + 1):
            if unseen >> card & 1:
                for rank in range(size):
                    out[place + rank, card % COLOUR] = chance_at(size, among, lower, rank)
                lower += 1
        place += size


@compiled
def sample(o: Packed, v: View, rolls: Dice, s: State) -> None:
    """Write into `s` a state drawn uniformly from all that give this seat this view.

    `v` must be a seat's: a watcher's view has no hands to fill in (S-6).
    """
    s.table = v.table
    s.hands = v.hands
    for place in range(CARDS):
        s.deck[place] = NO_CARD
    unseen = ~seen(o, v)
    place = 0
    while place < o.hand:
        if not v.hands.held[v.seat] >> place & 1:
            place += 1
            continue
        size, low, high, among = gap(o, v, unseen, place)
        for card in range(low, high + 1):
            if unseen >> card & 1:
                # Take it with the chance that makes every choice of `size` as likely.
                if dice.below(rolls, among) < size:
                    s.hands.card[v.seat, place] = card
                    place += 1
                    size -= 1
                among -= 1
    s.legal = 0
    if v.table.phase != DEAL and v.table.phase != OVER:
        s.legal = moves_now(o, s)
