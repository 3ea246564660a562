"""Luz with all cards seen: the most points that one seat can make of a deal, compiled.

The play that is meant: this seat sees all cards, its own too, and chooses all its moves to the end
of the deal. Everybody else plays as the bot `rules` would in that place, by what it may see. That
bot uses no dice, so all that follows from a move is known, and what is found is exact: no line of
this seat makes more. The bot is asked for this seat too, and what it would do is tried first.

A line is left as soon as it cannot make more than the best so far, and the search ends when nothing
could be better.
"""

import numpy as np

from tenluz.engine import bits
from tenluz.engine.compiled import allocating, compiled
from tenluz.engine.types import Int64Array, Records
from tenluz.games.luz.bots.rules_bot import choose
from tenluz.games.luz.rules.apply import apply, points_for
from tenluz.games.luz.rules.moves import DEAL, NO_BID, OVER
from tenluz.games.luz.rules.options import MOST_HAND, Packed
from tenluz.games.luz.rules.state import STATE, State
from tenluz.games.luz.rules.view import VIEW, view

MOST_MOVES = MOST_HAND + 1  # of one seat in a deal: a bid, and its cards
LOWEST = -1_000  # less than any deal can bring


@compiled
def most_possible(o: Packed, s: State, seat: int) -> int:
    """The most points that the deal can still bring a seat, by its bid and the tricks left."""
    t = s.table
    if t.bids[seat] == NO_BID:
        return points_for(t.deal, 0, 0, 0)
    most = LOWEST
    for more in range(o.hand - t.tricks_done + 1):
        taken = t.tricks[seat] + more
        most = max(most, points_for(t.deal, t.bids[seat], t.safety[seat], taken))
    return most


@allocating
def best(
    o: Packed, states: Records, views: Records, seat: int, effort: int, line: Int64Array
) -> tuple[int, int]:
    """The most points that `seat` can make of the running deal from states[0] on, and how many
    moves were tried; `line` becomes its moves. More than `effort` moves end the search early.

    `states` is room for one position before each move of the seat, and one after the last.
    """
    left = np.zeros(MOST_MOVES + 1, np.int64)  # moves not tried yet
    first = np.zeros(MOST_MOVES + 1, np.int64)  # the one to try first; -1: it was
    made = np.zeros(MOST_MOVES + 1, np.int64)  # the move in hand
    rolls = np.zeros(2, np.uint64)
    deal = states[0].table.deal
    most = LOWEST
    tried = 0
    at = 0
    entering = True
    v = views[0]
    while at >= 0:
        s = states[at]
        if entering:
            entering = False
            own = -1
            while own < 0 and s.table.phase != DEAL and s.table.phase != OVER:
                view(o, s, s.table.seat, v)
                move = choose(o, v, rolls)
                if s.table.seat == seat:
                    own = move
                else:
                    apply(o, s, move)
            if own < 0:  # the deal is over
                if s.table.points[deal, seat] > most:
                    most = s.table.points[deal, seat]
                    for number in range(MOST_MOVES):
                        line[number] = made[number] if number < at else -1
                at -= 1
                continue
            left[at] = s.legal
            first[at] = own
        if left[at] == 0 or tried >= effort or most_possible(o, s, seat) <= most:
            at -= 1
            continue
        move = first[at]
        if move < 0:
            move = bits.lowest(left[at])
        first[at] = -1
        left[at] &= ~(1 << move)
        made[at] = move
        tried += 1
        states[at + 1] = s
        apply(o, states[at + 1], move)
        at += 1
        entering = True
    return most, tried


def new_scratch() -> tuple[Records, Records]:
    """The states and the view that `best` needs."""
    return np.zeros(MOST_MOVES + 1, STATE), np.zeros(1, VIEW)
