"""The last cards of Level 10 for a seat that knows them all: the first move of a winning line.

In the end a seat may know every hidden card: all that it has not seen are in one place. Then there
is one state that agrees with its view, and a winning line from there wins if the others follow it,
or find another. Where two or more places are hidden nothing is solved: each seat acts by what it
knows itself, and a line that needs to know more is worth little.
"""

import numpy as np

from tenluz.engine import bits
from tenluz.engine.types import Dice
from tenluz.games.level10.game import GAME
from tenluz.games.level10.rules.moves import NO_CARD, OVER, PAUSE
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.view import View
from tenluz.games.level10.solver.open_cards import WON, SearchArrays, search

WIDTH = 256  # positions of a turn: some hundredths of a second


def all_known(o: Packed, v: View) -> bool:
    """Whether only one state agrees with a view: what is unseen is one hand, or one card."""
    t = v.table
    pile = sum(v.pile[place] == NO_CARD for place in range(t.head, t.tail))
    hands = [
        t.cards[seat] - bits.size(v.seen[seat] & ((1 << PAUSE) - 1)) - (v.seen[seat] >> PAUSE)
        for seat in range(o.players)
        if seat != v.seat
    ]
    places = sum(hand > 0 for hand in hands)
    return places + pile <= 1


def winning_move(o: Packed, v: View, dice: Dice) -> int | None:
    """The first move of a winning line, where the seat knows all cards and one is found."""
    if not all_known(o, v):
        return None
    states = np.zeros(1, GAME.state_type)
    GAME.rules.sample(o, v, dice, states[0])
    assert states[0].table.phase != OVER
    room = SearchArrays(WIDTH)
    room.states[0, 0] = states[0]
    found, moves = search(o, room)
    return moves[0] if found == WON else None
