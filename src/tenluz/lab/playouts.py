"""Whole games in compiled loops: by random moves, and by compiled bots.

Each game of a batch has dice of its own, a stream of the batch's seed, so a game's course
depends on its number alone: not on the batch it is in, the thread that plays it, or how
many there are.
"""

import functools
from collections.abc import Callable

import numpy as np

from tenluz.engine.compiled import compiled
from tenluz.engine.dice import pick, seat_dice
from tenluz.engine.game import DEAL, OVER, Game
from tenluz.engine.types import Int64Array, OptionsRecord, Records
from tenluz.lab.bot_games import loops


@functools.cache
def random_playouts(game: Game) -> Callable[[OptionsRecord, Records, np.uint64, int], int]:
    """play(o, states, seed, first) -> moves: uniform random moves, nothing else.

    Plays one game in each of `states`, numbered from `first` on; they are left finished.
    """
    rules = game.rules
    start, deal, legal, apply = rules.start, rules.deal_at_random, rules.legal, rules.apply

    def play(o: OptionsRecord, states: Records, seed: np.uint64, first: int) -> int:
        rolls = np.empty(2, np.uint64)
        moves = 0
        for number in range(states.shape[0]):
            s = states[number]
            seat_dice(rolls, seed, np.uint64(first + number))
            start(o, s)
            while s.table.phase != OVER:
                if s.table.phase == DEAL:
                    deal(o, s, rolls)
                else:
                    low, high = legal(o, s)
                    apply(o, s, pick(low, high, rolls))
                    moves += 1
        return moves

    return compiled(play, made_for=game, allocates=True)


Play = Callable[[OptionsRecord, Records, Records, np.uint64, int, Int64Array], int]


@functools.cache
def bot_playouts(game: Game) -> Play:
    """play(o, states, views, seed, first, bots) -> moves: a compiled bot in every seat.

    Seat k is played by bots[k], each from its own view. `views` is room for one view.
    """
    its, nobody = loops(game), np.zeros(1, np.int64)

    def play(
        o: OptionsRecord,
        states: Records,
        views: Records,
        seed: np.uint64,
        first: int,
        bots: Int64Array,
    ) -> int:
        rolls = np.empty((len(states), 2), np.uint64)
        its.begin(o, states, rolls, seed, first)
        _, moves = its.go_on(o, states, rolls, rolls, bots[None], views, nobody)
        return int(moves)

    return play
