"""The bot `rules` for Luz: count the tricks in hand, bid what pays best, then steer there.

Of its own cards it knows the exact chance of each value (`rules/view.py: chances`); the
others' it sees. From both follows what each of its cards is worth (strength.py), and the sum says
how many tricks to expect. A bid, and each card played for it, is the one with the most points to
expect. It uses no dice: the same view
gives the same move.
"""

import math

import numpy as np

from tenluz.engine import bits
from tenluz.engine.compiled import allocating, compiled
from tenluz.engine.types import Dice, FloatArray, Int64Array
from tenluz.games.luz.bots.strength import ONE_COLOUR, cards_of, colour_of, sure_tricks, weigh
from tenluz.games.luz.rules.apply import beats, points_for
from tenluz.games.luz.rules.moves import BID, BID_SAFE, COLOUR, NO_BID, PLAY
from tenluz.games.luz.rules.options import MOST_HAND, MOST_SEATS, MOST_VALUES, Packed
from tenluz.games.luz.rules.view import View, chances

# All numbers below were found by play against variants on equal deals.

# What a hand promises when bids are made: a base, a share of the tricks counted in hand ...
BID_BASE = 0.10
BID_SHARE = 0.77
BID_ROOM = 0.18  # ... and a part of what bids below the average leave over;
BID_LEAST_ROOM = -2.0  # wild bids are not believed
# How far play moves the tricks up to a higher bid, down to a lower one, and the
# variance of where it ends.
BID_REACH = 0.32
BID_AVOID = 0.59
BID_DOUBT = 0.40

# The same once cards are played.
ROOM = 0.22
REACH = 0.65
AVOID = 0.62
DOUBT = 0.50
AFTER_WIN = -0.42  # a trick won: the higher cards of others are still to come

# How likely others are to take a trick that they can take or leave.
EAGER = 0.32  # wanting tricks
EAGER_SHARE = 0.16  # and more, the more of their cards do it
UNWILLING = 0.27  # with all the tricks they bid


@allocating
def choose(o: Packed, v: View, rolls: Dice) -> int:
    """A move for the view's seat."""
    chance = np.empty((MOST_HAND, MOST_VALUES))
    return choose_in(o, v, chance, np.empty(MOST_SEATS, np.int64), np.empty(MOST_HAND))


@compiled
def choose_in(
    o: Packed, v: View, chance: FloatArray, others: Int64Array, strength: FloatArray
) -> int:
    """The same, with room for what is counted: it allocates nothing, and runs on a GPU too."""
    chances(o, v, chance)
    for seat in range(MOST_SEATS):
        others[seat] = 0
        if seat != v.seat and seat < o.players:
            others[seat] = cards_of(o, v, seat)
    tricks = weigh(o, v, chance, others, strength)
    if v.table.phase == BID:
        return _bid(o, v, tricks, sure_tricks(o, v, chance, others))
    return _card(o, v, chance, others, strength, tricks)


# --- bids ----------------------------------------------------------------------------


@compiled
def _bid(o: Packed, v: View, tricks: float, sure: float) -> int:
    """The bid with the most points to expect; of equals the lowest, without a bead."""
    t = v.table
    room = 0.0
    for seat in range(o.players):
        if t.bids[seat] != NO_BID:  # low bids leave tricks over for us, high ones take them
            room += o.hand / o.players - t.bids[seat]
    mean = BID_BASE + BID_SHARE * tricks + BID_ROOM * max(room, BID_LEAST_ROOM)
    mean = min(max(mean, sure), float(o.hand))
    best = -1
    most = 0.0
    for move in range(PLAY):
        if v.legal >> move & 1:
            bid = move % BID_SAFE
            safety = move // BID_SAFE
            aim = _aim(mean, bid, bid + safety, o.hand, BID_REACH, BID_AVOID)
            points = _points(t.deal, bid, safety, 0, aim, o.hand, BID_DOUBT)
            if best < 0 or points > most:
                best = move
                most = points
    return best


@compiled
def _aim(mean: float, low: int, high: int, left: int, reach: float, avoid: float) -> float:
    """The tricks to expect once a player steers from `mean` towards low .. high."""
    if mean < low:
        mean += reach * (min(low, left) - mean)
    elif mean > high:
        mean += avoid * (max(high, 0) - mean)
    return mean


@compiled
def _points(
    deal: int, bid: int, safety: int, taken: int, mean: float, left: int, doubt: float
) -> float:
    """The points to expect with `taken` tricks and about `mean` of the `left` to come."""
    weights = 0.0
    points = 0.0
    for tricks in range(left + 1):
        weight = math.exp(-((tricks - mean) ** 2) / (2.0 * doubt))
        weights += weight
        points += weight * points_for(deal, bid, safety, taken + tricks)
    return points / weights


# --- cards ---------------------------------------------------------------------------


@compiled
def _card(
    o: Packed, v: View, chance: FloatArray, others: Int64Array, strength: FloatArray, tricks: float
) -> int:
    """The card with the most points to expect: from this trick, and from the hand it leaves."""
    t = v.table
    left = t.cards[v.seat] - 1
    room = left + 1
    for seat in range(o.players):
        if seat != v.seat:
            room -= max(t.bids[seat] - t.tricks[seat], 0)
    best = -1
    most = 0.0
    for place in range(o.hand):
        if v.legal >> (PLAY + place) & 1:
            mean = tricks - strength[place] + ROOM * (max(room, 0) - tricks)
            win = win_chance(o, v, chance, others, place)
            points = win * _after(v, 1, mean + AFTER_WIN, left)
            points += (1.0 - win) * _after(v, 0, mean, left)
            if best < 0 or points > most:
                best = PLAY + place
                most = points
    return best


@compiled
def _after(v: View, won: int, mean: float, left: int) -> float:
    """The points to expect when this trick is won or lost and `mean` more should follow."""
    t = v.table
    bid = t.bids[v.seat]
    safety = t.safety[v.seat]
    taken = t.tricks[v.seat] + won
    aim = _aim(mean, bid - taken, bid + safety - taken, left, REACH, AVOID)
    return _points(t.deal, bid, safety, taken, aim, left, DOUBT)


@compiled
def win_chance(o: Packed, v: View, chance: FloatArray, others: Int64Array, place: int) -> float:
    """The chance that the seat's card at a place takes the running trick."""
    t = v.table
    colour = colour_of(v, place)
    led = t.trick[t.leader] // COLOUR if t.in_trick else colour
    win = 0.0
    for value in range(o.values):
        if chance[place, value] > 0.0:
            card = colour * COLOUR + value
            if t.in_trick == 0 or beats(card, t.trick[t.best]):
                win += chance[place, value] * _stays_best(o, v, others, card, led)
    return win


@compiled
def _stays_best(o: Packed, v: View, others: Int64Array, card: int, led: int) -> float:
    """The chance that nobody still to play beats an own card that is the best so far."""
    stays = 1.0
    for step in range(1, o.players - v.table.in_trick):
        seat = (v.seat + step) % o.players
        playable = others[seat] & (ONE_COLOUR << (led * COLOUR))
        if not playable:
            playable = others[seat]
        count = bits.size(playable)
        higher = 0
        while playable:
            if beats(bits.lowest(playable), card):
                higher += 1
            playable &= playable - 1
        if higher == count:
            return 0.0
        if higher:
            stays *= 1.0 - _eager(v, seat, higher / count)
    return stays


@compiled
def _eager(v: View, seat: int, share: float) -> float:
    """The chance that a seat takes a trick with that share of its playable cards.

    It knows its colours and their order, not the values: a small share is easily missed.
    """
    t = v.table
    wanted = t.bids[seat] - t.tricks[seat]
    wants = EAGER + EAGER_SHARE * share
    if wanted > 0:
        return min(max(wants, wanted / t.cards[seat]), 1.0)
    if wanted == 0 and t.safety[seat]:
        return (UNWILLING + EAGER) / 2.0
    return UNWILLING
