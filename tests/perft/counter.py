"""Counting all move sequences of a game, compiled: one loop for every game."""

import functools

import numpy as np

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.engine.game import DEAL, OVER


@functools.cache
def counter(game):
    """count(o, states, decks, dealt, first, depth) -> sequences, games

    From the position in states[0], with `dealt` of the decks laid out: how many sequences
    of exactly `depth` moves there are, and how many complete games of at most so many.
    `states` is room for depth + 1 of them: one for each move of the sequence in hand.
    """
    deal, legal, apply = game.rules.deal, game.rules.legal, game.rules.apply

    def count(o, states, decks, dealt, first, depth):
        if states[0].table.phase == DEAL:
            deal(o, states[0], decks[dealt], first)
            dealt += 1
        if states[0].table.phase == OVER:
            return int(depth == 0), 1
        if depth == 0:
            return 1, 0
        low = np.zeros(depth + 1, np.int64)  # moves not yet tried
        high = np.zeros(depth + 1, np.int64)
        deals = np.zeros(depth + 1, np.int64)
        sequences = 0
        games = 0
        low[0], high[0] = legal(o, states[0])
        deals[0] = dealt
        at = 0
        while at >= 0:
            if low[at]:
                move = bits.lowest(low[at])
                low[at] &= low[at] - 1
            elif high[at]:
                move = 64 + bits.lowest(high[at])
                high[at] &= high[at] - 1
            else:
                at -= 1
                continue
            states[at + 1] = states[at]
            s = states[at + 1]
            apply(o, s, move)
            deals[at + 1] = deals[at]
            if s.table.phase == DEAL:
                deal(o, s, decks[deals[at]], first)
                deals[at + 1] += 1
            if s.table.phase == OVER:
                games += 1
            if at + 1 == depth:
                sequences += 1
            elif s.table.phase != OVER:
                at += 1
                low[at], high[at] = legal(o, s)
        return sequences, games

    return compiled(count, made_for=game, allocates=True)
