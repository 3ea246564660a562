"""Luz as a program sees and plays it: observations and rewards.

Actions are the moves of the rules, numbered as in rules/moves.py; there is no talk.
"""

import numpy as np

from tenluz.engine.compiled import compiled
from tenluz.engine.types import Float32Array, Int8Array, Int64Array
from tenluz.envs.bit_writer import (
    NEW,
    Pen,
    finish,
    put_bits,
    put_many,
    put_one,
    seat_after,
    steps_to,
)
from tenluz.envs.environment import Block, Environment, Extra, Meaning
from tenluz.games.luz.rules.apply import rank_of, total
from tenluz.games.luz.rules.moves import (
    BID,
    BID_ONLY,
    BID_SAFE,
    COLOUR,
    DEAL,
    MOVES,
    NO_BID,
    NO_CARD,
    OVER,
    PLAY,
)
from tenluz.games.luz.rules.options import BET_BEADS, MOST_HAND, LuzOptions, Packed
from tenluz.games.luz.rules.state import State
from tenluz.games.luz.rules.view import View

ACTIONS = MOVES
MEANINGS = (
    Meaning(BID_ONLY, MOST_HAND + 1, "bid so many tricks", "0 ... 10"),
    Meaning(BID_SAFE, MOST_HAND + 1, "bid so many tricks with a safety bead", "0 ... 10"),
    Meaning(PLAY, MOST_HAND, "play the card at a place", "places from the left"),
)
PHASES = 2  # bid, trick
POINT = 5  # every score is a multiple of it (Z-13 to Z-15)

REWARDS = ("points", "rank")
POINTS, RANK = 0, 1


def blocks(o: Packed) -> list[Block]:
    """What an observation is made of, in order."""
    cards = (o.colours, o.values)
    others = o.players - 1
    best = sum(10 * (deal + 1) for deal in range(o.deals)) // POINT
    return [
        Block("phase", (PHASES,), "bid, play to a trick"),
        Block("turn", (o.players,), "who is on turn"),
        Block("deal", (o.deals,), "the current deal"),
        Block("holder", (o.players,), "who holds the first-player card"),
        Block("leader", (o.players,), "who leads to the running trick"),
        Block("best", (o.players,), "who is winning the running trick"),
        Block("places", (o.colours, o.hand), "of each colour, the places where I hold a card"),
        Block("unseen", cards, "cards that I have not seen: mine are among them"),
        Block("hands", (others, *cards), "the cards that I see in the others' hands"),
        Block("played", cards, "cards played in this deal"),
        Block("trick_colour", (o.players, o.colours), "colour of each card in the running trick"),
        Block("trick_value", (o.players, o.values), "its value"),
        Block("led", (o.colours,), "the colour led"),
        Block("bids", (o.players, o.hand + 1), "tricks bid"),
        Block("safety", (o.players,), "who took a safety bead"),
        Block("tricks", (o.players, o.hand), "tricks won, as many ones"),
        Block("beads", (o.bead_limit,), "bet beads left, where they are a limit", high=BET_BEADS),
        Block("points", (o.players,), "points so far, in fives", low=-o.hand * o.deals, high=best),
        # A hand lies sorted, so a card shown bounds those on its left and right (Z-6).
        Block("shown_colour", (o.colours, o.hand), "of each colour, the places where I played one"),
        Block("shown_value", (o.hand, o.values), "the value of my card at each place played"),
    ]


@compiled
def write_bits(o: Packed, v: View, row: Int64Array) -> tuple[int, int]:
    """Write the blocks of zeros and ones of a view; where among them other numbers go, those
    from `beads` on, and how many numbers there are in all."""
    t = v.table
    me = v.seat
    pen = put_one(row, NEW, t.phase - BID, PHASES)
    pen = put_one(row, pen, steps_to(o, me, t.seat), o.players)
    pen = put_one(row, pen, t.deal, o.deals)
    pen = put_one(row, pen, steps_to(o, me, t.holder), o.players)
    pen = put_one(row, pen, steps_to(o, me, t.leader), o.players)
    pen = put_one(row, pen, steps_to(o, me, t.best) if t.in_trick else -1, o.players)
    held = v.hands.held[me]
    places, shown = 0, 0
    for colour in range(o.colours):
        of_colour = v.hands.of_colour[me, colour]
        places |= (of_colour & held) << (colour * o.hand)
        shown |= (of_colour & ~held) << (colour * o.hand)
    pen = put_many(row, pen, places, o.colours * o.hand)
    hands = (_hand(o, v, 1), _hand(o, v, 2), _hand(o, v, 3), _hand(o, v, 4))
    pen = _cards(o, row, pen, ~(hands[0] | hands[1] | hands[2] | hands[3] | t.played))
    for steps in range(1, o.players):
        pen = _cards(o, row, pen, hands[steps - 1])
    pen = _cards(o, row, pen, t.played)
    colours, values, bids, safety, tricks = 0, 0, 0, 0, 0
    for steps in range(o.players):
        seat = seat_after(o, me, steps)
        card, bid = t.trick[seat], t.bids[seat]
        if card != NO_CARD:
            colours |= 1 << (steps * o.colours + card // COLOUR)
            values |= 1 << (steps * o.values + card % COLOUR)
        if bid != NO_BID:
            bids |= 1 << (steps * (o.hand + 1) + bid)
        safety |= t.safety[seat] << steps
        tricks |= ((1 << t.tricks[seat]) - 1) << (steps * o.hand)
    pen = put_many(row, pen, colours, o.players * o.colours)
    pen = put_many(row, pen, values, o.players * o.values)
    pen = put_one(row, pen, t.trick[t.leader] // COLOUR if t.in_trick else -1, o.colours)
    pen = put_many(row, pen, bids, o.players * (o.hand + 1))
    pen = put_bits(row, pen, safety, o.players)
    pen = put_many(row, pen, tricks, o.players * o.hand)
    beads = pen[1]
    pen = put_bits(row, pen, 0, o.bead_limit + o.players)
    pen = put_many(row, pen, shown, o.colours * o.hand)
    half = (o.hand + 1) // 2  # all of them would be too many for a word
    pen = _values_shown(o, v, row, pen, 0, half)
    pen = _values_shown(o, v, row, pen, half, o.hand)
    return beads, finish(row, pen)


@compiled
def write_numbers(o: Packed, v: View, out: Int8Array, places: tuple[int, int]) -> None:
    """Write the other blocks into their places: `beads`, if they are a limit, and `points`."""
    at = places[0]
    if o.bead_limit:
        out[np.uint64(at)] = v.table.beads
        at += 1
    for steps in range(o.players):
        out[np.uint64(at + steps)] = total(v.table, seat_after(o, v.seat, steps)) // POINT


@compiled
def _cards(o: Packed, row: Int64Array, pen: Pen, cards: int) -> Pen:
    together = 0
    for colour in range(o.colours):
        of_colour = cards >> (colour * COLOUR) & ((1 << o.values) - 1)
        together |= of_colour << (colour * o.values)
    return put_many(row, pen, together, o.colours * o.values)


@compiled
def _hand(o: Packed, v: View, steps: int) -> int:
    """The cards that the seat so many steps from mine holds; none where there is no such."""
    cards = 0
    if steps >= o.players:
        return cards
    seat = seat_after(o, v.seat, steps)
    for place in range(o.hand):
        cards |= 1 << v.hands.card[seat, place]
    return cards & ~v.table.played


@compiled
def _values_shown(o: Packed, v: View, row: Int64Array, pen: Pen, first: int, end: int) -> Pen:
    """Of the viewer's cards at these places, the values of those played."""
    values = 0
    for place in range(first, end):
        card = v.hands.card[v.seat, place] & 63
        played = 1 - (v.hands.held[v.seat] >> place & 1)
        values |= played << ((place - first) * o.values + card % COLOUR)
    return put_many(row, pen, values, (end - first) * o.values)


# --- rewards ---------------------------------------------------------------------------


def out_of(o: LuzOptions, reward: int) -> int:
    """Ten points are a reward of 1; so is the first rank."""
    return 1 if reward == RANK else 10


@compiled
def pay(o: Packed, s: State, extra: Extra, rewards: Float32Array) -> bool:
    """The points of a deal when it is over (Z-13 to Z-15), or the rank at the end (Z-18)."""
    t = s.table
    if t.phase != OVER and (t.phase != DEAL or extra.reward == RANK):
        return False
    for seat in range(o.players):
        if extra.reward == RANK:
            rewards[seat] = rank_of(o, t, seat) == 0
        else:
            rewards[seat] = t.points[t.deal - 1, seat] / extra.out_of
    return True


ENVIRONMENT = Environment(
    actions=ACTIONS,
    moves=MOVES,
    meanings=MEANINGS,
    rewards=REWARDS,
    blocks=blocks,
    write_bits=write_bits,
    write_numbers=write_numbers,
    out_of=out_of,
    pay=pay,
)
