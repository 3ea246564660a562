"""States that agree with a view of Oh Hell, each as likely as any other.

Unseen are the hands of the others and the cards set aside. Every way to deal the unseen cards
is as likely, except that no hand may have a suit in which its seat is known to be void (O-8).

Hands without such a void take any cards that are left. Those with one are filled first, and
how many cards of each suit such a hand gets is drawn by counting: a hand that takes n of the m
cards left of a suit does so in m over n ways, and what it leaves decides in how many ways the
next hands can be filled.
"""

import math

import numpy as np
from tenluz.engine import bits, dice
from tenluz.engine.compiled import allocating, compiled
from tenluz.engine.types import Dice, FloatArray

from tenluz_oh_hell.rules.moves import CARDS, DEAL, NO_CARD, OVER, SUIT_BITS, SUITS
from tenluz_oh_hell.rules.options import MOST_RANKS, MOST_SEATS, Packed
from tenluz_oh_hell.rules.play import moves_now
from tenluz_oh_hell.rules.state import State
from tenluz_oh_hell.rules.view import View

CHOOSE = np.array(
    [[math.comb(m, n) for n in range(MOST_RANKS + 1)] for m in range(MOST_RANKS + 1)], np.float64
)
ALL = math.inf


@compiled
def sample(o: Packed, v: View, rolls: Dice, s: State) -> None:
    """Write into `s` a state drawn uniformly from all that give this view. In a watcher's, all
    hands are unseen.

    Allocates only where a void is known.
    """
    t = v.table
    s.table = v.table
    for place in range(CARDS):
        s.deck[place] = NO_CARD
    for seat in range(MOST_SEATS):
        s.hands[seat] = v.hand if seat == v.seat else 0
    unseen = _unseen(o, v)
    voids = 0
    for seat in range(o.players):
        voids += _has_void(v, seat)
    if voids > 0:
        unseen = _fill_with_voids(o, v, rolls, s, unseen)
    for seat in range(o.players):
        if seat != v.seat and not _has_void(v, seat):
            unseen = _give(rolls, s, seat, unseen, t.cards[seat])
    s.legal = 0
    if t.phase != DEAL and t.phase != OVER:
        s.legal = moves_now(o, s)


@compiled
def _unseen(o: Packed, v: View) -> int:
    """The cards whose place this seat does not know, as bits."""
    cards = 0
    for suit in range(o.suits):
        cards |= SUIT_BITS << suit
    cards &= (1 << o.cards_per_suit * SUITS) - 1
    cards &= ~(v.hand | v.table.played)
    if v.table.trump != NO_CARD:
        cards &= ~(1 << v.table.trump)
    return cards


@compiled
def _has_void(v: View, seat: int) -> bool:
    """Whether this is an unseen hand that cannot take just any card."""
    return seat != v.seat and v.table.voids[seat] != 0 and v.table.cards[seat] > 0


@compiled
def _give(rolls: Dice, s: State, seat: int, unseen: int, count: int) -> int:
    """Deal so many unseen cards to a seat at random; returns those that are left."""
    for _ in range(count):
        card = 1 << bits.nth(unseen, dice.below(rolls, bits.size(unseen)))
        s.hands[seat] |= card
        unseen &= ~card
    return unseen


@compiled
def _by_suit(cards: int) -> tuple[int, int, int, int]:
    """How many clubs, diamonds, spades and hearts there are in a set of cards."""
    return (
        bits.size(cards & SUIT_BITS),
        bits.size(cards & SUIT_BITS << 1),
        bits.size(cards & SUIT_BITS << 2),
        bits.size(cards & SUIT_BITS << 3),
    )


@allocating
def _fill_with_voids(o: Packed, v: View, rolls: Dice, s: State, unseen: int) -> int:
    """Fill the hands that have a void; returns the cards that are left.

    `ways[turn, clubs, diamonds, spades]` is the number of ways to fill the hands from the
    turn-th on, when so many cards of each suit are left; the hearts are the rest of
    `left[turn]`. After the last of these hands there is one way: the others take any cards.
    The numbers are floating point, and exact but for its rounding.
    """
    seats = np.zeros(MOST_SEATS, np.int64)
    left = np.zeros(MOST_SEATS + 1, np.int64)
    left[0] = bits.size(unseen)
    hands = 0
    for seat in range(o.players):
        if _has_void(v, seat):
            seats[hands] = seat
            left[hands + 1] = left[hands] - v.table.cards[seat]
            hands += 1
    all_clubs, all_diamonds, all_spades, all_hearts = _by_suit(unseen)
    ways = np.zeros((hands + 1, all_clubs + 1, all_diamonds + 1, all_spades + 1), np.float64)
    ways[hands] = 1.0
    for turn in range(hands - 1, -1, -1):
        for clubs in range(all_clubs + 1):
            for diamonds in range(all_diamonds + 1):
                for spades in range(all_spades + 1):
                    hearts = left[turn] - clubs - diamonds - spades
                    if 0 <= hearts <= all_hearts:
                        suits = (clubs, diamonds, spades, hearts)
                        found = _share(v, seats[turn], suits, ways, turn + 1, ALL)
                        ways[turn, clubs, diamonds, spades] = found[0]
    for turn in range(hands):
        suits = _by_suit(unseen)
        point = dice.uniform(rolls) * ways[turn, suits[0], suits[1], suits[2]]
        found = _share(v, seats[turn], suits, ways, turn + 1, point)
        for suit in range(SUITS):
            cards = unseen & SUIT_BITS << suit
            unseen ^= cards ^ _give(rolls, s, seats[turn], cards, found[1][suit])
    return unseen


@compiled
def _share(
    v: View, seat: int, suits: tuple[int, int, int, int], ways: FloatArray, after: int, point: float
) -> tuple[float, tuple[int, int, int, int]]:
    """Go through what a hand can take of each suit, and add up in how many ways, until there
    are more than `point` of them. The sum, and where it stopped.

    `suits` are the cards left of each; `ways[after]` counts how the next hands can be filled.
    """
    size = v.table.cards[seat]
    voids = v.table.voids[seat]
    total = 0.0
    share = (0, 0, 0, 0)
    for clubs in range(_most(voids, 0, suits, size) + 1):
        for diamonds in range(_most(voids, 1, suits, size - clubs) + 1):
            for spades in range(_most(voids, 2, suits, size - clubs - diamonds) + 1):
                hearts = size - clubs - diamonds - spades
                if hearts > _most(voids, 3, suits, hearts):
                    continue
                here = ways[after, suits[0] - clubs, suits[1] - diamonds, suits[2] - spades]
                here *= CHOOSE[suits[0], clubs] * CHOOSE[suits[1], diamonds]
                here *= CHOOSE[suits[2], spades] * CHOOSE[suits[3], hearts]
                if here > 0.0:
                    total += here
                    share = (clubs, diamonds, spades, hearts)
                    if total > point:
                        return total, share
    return total, share


@compiled
def _most(voids: int, suit: int, suits: tuple[int, int, int, int], room: int) -> int:
    """How many cards of a suit a hand with this much room can take."""
    if voids >> suit & 1:
        return 0
    return min(suits[suit], room)
